/** Moments as text. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatWhere, parseWhere } from './where.ts';

test.each([
  ['23', { type: 'entry', n: 23 }],
  [' END ', { type: 'end' }],
  ['t600', { type: 'tick', tick: 600 }],
  ['1:30', { type: 'ms', ms: 90_000 }],
  ['1:00:00.5', { type: 'ms', ms: 3_600_500 }],
  ['83.25s', { type: 'ms', ms: 83_250 }],
  ['', null],
  ['-1', null],
  ['1e9', null],
  ['99999999', null],
  ['1:2:3:4', null],
])('%j is read, or refused as null', (text, where) => {
  expect(parseWhere(text)).toEqual(where);
});

test('every moment that is written is read back', () => {
  const where = fc.oneof(
    fc.record({ type: fc.constant('entry' as const), n: fc.nat(9_999_999) }),
    fc.record({ type: fc.constant('tick' as const), tick: fc.nat() }),
    fc.record({ type: fc.constant('ms' as const), ms: fc.nat(99_999_999) }),
    fc.constant({ type: 'end' as const }),
  );
  fc.assert(
    fc.property(where, value => {
      expect(parseWhere(formatWhere(value))).toEqual(value);
    }),
  );
  fc.assert(fc.property(fc.string(), text => void parseWhere(text)));
});
