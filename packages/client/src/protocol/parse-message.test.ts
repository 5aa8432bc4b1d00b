/** Messages of clients: the fast way takes and refuses exactly what the schema does. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clientMessage } from './messages.ts';
import { isPlainMove, parseClientMessage } from './parse-message.ts';

const GOOD = [
  { type: 'hello' },
  { type: 'hello', token: 'A'.repeat(32), seen: { n: 3, node: 'bafy' } },
  { type: 'ready' },
  { type: 'ready', commitment: '0'.repeat(64) },
  { type: 'link', k: 0, link: 'a'.repeat(64) },
  { type: 'act', id: 1, seen: 0, act: { type: 'move', move: { from: 12, to: 28 } } },
  { type: 'act', id: 1, seen: 0, act: { type: 'move', move: null } },
  { type: 'act', id: 1, seen: 0, act: { type: 'offer-draw' }, seq: 1, signature: '0'.repeat(128) },
  { type: 'act', id: 1, seen: 0, act: { type: 'leave', of: 0, how: 'resignation' } },
  { type: 'act', id: 1, seen: 0, act: { type: 'claim', reason: 'threefold' } },
  { type: 'act', id: 1, seen: 0, act: { type: 'allow-takeback', to: 4 } },
  { type: 'chat', text: 'hello' },
  { type: 'rematch' },
  { type: 'stand' },
  { type: 'ping', t: 1.5 },
];

test.each(GOOD.map(message => [JSON.stringify(message), message] as const))(
  'reads %s',
  (text, message) => {
    expect(parseClientMessage(text)).toEqual({ ok: true, value: message });
  },
);

describe('garbage', () => {
  test.each(GOOD.map(message => JSON.stringify(message)))(
    'every piece of %s alone is refused',
    text => {
      for (let end = 0; end < text.length; end++)
        expect(parseClientMessage(text.slice(0, end)).ok).toBe(false);
      expect(parseClientMessage(`${text}x`).ok).toBe(false);
    },
  );

  test('values of every other type in every place are refused, or the schema takes them too', () => {
    for (const message of GOOD)
      for (const key of Object.keys(message))
        for (const value of [null, true, -1, 1.5, 1e300, 'x', '', [], {}, undefined]) {
          const changed = JSON.stringify({ ...message, [key]: value });
          expect(parseClientMessage(changed).ok).toBe(
            clientMessage.safeParse(JSON.parse(changed)).success,
          );
        }
  });
});

const odd = fc.oneof(
  fc.nat(),
  fc.integer(),
  fc.double(),
  fc.constantFrom<unknown>('act', 'move', 'pause', '', null, 2 ** 53, '0'.repeat(128), undefined),
  fc.jsonValue(),
);

/** Moves in which up to two things are changed, added or left out. */
const nearly = fc
  .record({
    id: fc.nat(),
    seen: fc.nat(),
    move: fc.jsonValue(),
    changes: fc.array(
      fc.tuple(
        fc.constantFrom(
          'type',
          'id',
          'seen',
          'act',
          'seq',
          'signature',
          'x',
          'act.type',
          'act.move',
          'act.x',
        ),
        odd,
      ),
      { maxLength: 2 },
    ),
  })
  .map(({ id, seen, move, changes }) => {
    const act: { [key: string]: unknown } = { type: 'move', move };
    const message: { [key: string]: unknown } = { type: 'act', id, seen, act };
    for (const [key, value] of changes)
      if (key.startsWith('act.')) act[key.slice(4)] = value;
      else message[key] = value;
    return JSON.parse(JSON.stringify(message)) as unknown;
  });

test('what the fast way takes, the schema takes, and as the same', () => {
  let taken = 0;
  fc.assert(
    fc.property(nearly, value => {
      const bySchema = clientMessage.safeParse(value);
      if (isPlainMove(value)) {
        taken++;
        expect(bySchema.success).toBe(true);
        expect(bySchema.data).toEqual(value);
      }
      expect(parseClientMessage(JSON.stringify(value)).ok).toBe(bySchema.success);
    }),
    { numRuns: 3000, seed: 7 },
  );
  expect(taken).toBeGreaterThan(20);
});

test('any text is read or refused, and nothing throws', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), text => {
      expect(typeof parseClientMessage(text).ok).toBe('boolean');
    }),
    { seed: 7 },
  );
});
