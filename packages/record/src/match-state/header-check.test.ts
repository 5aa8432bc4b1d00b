/** Time controls that strangers write. */
import {
  type Json,
  type JsonObject,
  rulesOf,
  TIME_CONTROLS,
  type TimeControlType,
} from '@kifu/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readControl } from './header-check.ts';

describe('a time control of a link', () => {
  test.each(Object.keys(TIME_CONTROLS) as TimeControlType[])(
    '%s is read with its own fields only',
    type => {
      const { fields } = rulesOf(type);
      const control: JsonObject = {
        type,
        ...Object.fromEntries(fields.map(field => [field, 1000])),
      };
      expect(readControl(control)).toEqual(control);
      expect(readControl({ ...control, more: 1 })).toBeNull();
      for (const field of fields) {
        const { [field]: _, ...less } = control;
        expect(readControl(less)).toBeNull();
        for (const value of [null, -1, 1.5, '1', 1e15, [1]])
          expect(readControl({ ...control, [field]: value })).toBeNull();
      }
      expect(
        readControl({ type, ...Object.fromEntries(fields.map(field => [field, 0])) }),
        'no time at all',
      ).toBeNull();
    },
  );

  test.each([undefined, null, 5, '5+3', [], {}, { type: 'bronstein' }, { type: 'toString' }])(
    'none: %j',
    json => {
      expect(readControl(json as Json | undefined)).toBeNull();
    },
  );

  test('any JSON is a control with known numbers, or none', () => {
    fc.assert(
      fc.property(fc.jsonValue(), json => {
        const control = readControl(json as Json);
        expect(control === null || Object.hasOwn(TIME_CONTROLS, control.type)).toBe(true);
      }),
    );
  });
});
