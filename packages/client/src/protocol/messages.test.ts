/** The schemas know every act and every time control that there is: they are made from the tables of the core. */
import {
  ACTIONS,
  type ActionType,
  type ActValues,
  fieldsOf,
  LEAVE_REASONS,
  rulesOf,
  TIME_CONTROLS,
  type TimeControlType,
} from '@kifu/core';
import { describe, expect, test } from 'vitest';
import { clientMessage, newInvite } from './messages.ts';

const VALUES: { readonly [Kind in keyof ActValues]: unknown } = {
  move: { from: 12, to: 28 },
  fault: { code: 'illegal-move', message: 'no' },
  links: ['00'.repeat(32)],
  seat: 1,
  leaving: 'resignation',
  text: 'threefold',
  count: 4,
};
const sampleOf = (type: ActionType) => ({
  type,
  ...Object.fromEntries(fieldsOf(type).map(([field, kind]) => [field, VALUES[kind]])),
});
/** As it comes over the wire. */
const sent = (message: unknown): unknown => JSON.parse(JSON.stringify(message));
const takes = (act: unknown): boolean =>
  clientMessage.safeParse(sent({ type: 'act', id: 1, seen: 0, act })).success;

describe('acts', () => {
  test.each(Object.keys(ACTIONS) as ActionType[])(
    'takes %s with its own fields, if players may send it',
    type => {
      const isSaid = type !== 'refused' && type !== 'links';
      expect(takes(sampleOf(type))).toBe(isSaid);
      expect(takes({ ...sampleOf(type), more: 1 })).toBe(false);
      for (const [field] of fieldsOf(type))
        expect(takes({ ...sampleOf(type), [field]: undefined })).toBe(false);
    },
  );

  test('refuses acts of other types', () => {
    for (const type of ['', 'toString', 'Move', 'surrender']) expect(takes({ type })).toBe(false);
  });

  test.each(Object.keys(LEAVE_REASONS))(
    'accepts only resignation from players among the reasons to leave: %s',
    how => {
      expect(takes({ type: 'leave', of: 0, how })).toBe(how === 'resignation');
    },
  );
});

describe('time controls', () => {
  const invite = (clock: unknown) =>
    newInvite.safeParse({ game: 'chess', seats: [{ type: 'open' }], clock }).success;

  test.each(Object.keys(TIME_CONTROLS) as TimeControlType[])(
    'takes %s with its own fields only',
    type => {
      const { fields } = rulesOf(type);
      const control = { type, ...Object.fromEntries(fields.map(field => [field, 1000])) };
      expect(invite(control)).toBe(true);
      expect(invite({ ...control, more: 1 })).toBe(false);
      for (const field of fields)
        for (const value of [undefined, null, -1, 1.5, '1', 1e15])
          expect(invite({ ...control, [field]: value })).toBe(false);
    },
  );

  test('takes none, and refuses other types', () => {
    expect(invite(null)).toBe(true);
    for (const clock of [{}, { type: 'bronstein' }, 'absolute']) expect(invite(clock)).toBe(false);
  });
});
