/** Messages of clients: the fast way takes and refuses exactly what the schema does. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPlainMove, parseClientMessage } from './hot.ts';
import { clientMessage } from './protocol.ts';

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
  '%s',
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

/** Messages that are nearly moves: the shape, with things missing, changed and added. */
const nearly = fc
  .record(
    {
      type: fc.oneof(
        { weight: 6, arbitrary: fc.constant('act') },
        fc.constantFrom<unknown>('chat', 7),
      ),
      id: fc.oneof(
        { weight: 6, arbitrary: fc.nat() },
        fc.integer(),
        fc.double(),
        fc.string(),
        fc.constant(null),
      ),
      seen: fc.oneof({ weight: 6, arbitrary: fc.nat() }, fc.double(), fc.constant(2 ** 53)),
      act: fc.oneof(
        fc.record(
          {
            type: fc.constantFrom('move', 'move', 'pause', 'links'),
            move: fc.jsonValue(),
            x: fc.nat(),
          },
          { requiredKeys: ['type'] },
        ),
        fc.jsonValue(),
      ),
      seq: fc.nat(),
      signature: fc.constantFrom('0'.repeat(128), ''),
    },
    { requiredKeys: ['type', 'id', 'seen', 'act'] },
  )
  .chain(value =>
    fc
      .subarray(Object.keys(value), { minLength: 3 })
      .map(keys =>
        Object.fromEntries(
          (keys.length > 3 ? Object.keys(value) : keys).map(key => [
            key,
            value[key as keyof typeof value],
          ]),
        ),
      ),
  )
  .map(value => JSON.parse(JSON.stringify(value)) as unknown);

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
