/** Histories of one match that were sent at two times. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareHistories, inPieces } from './history.ts';

const nodes = (text: string) => [...text].map(letter => Uint8Array.of(letter.charCodeAt(0), 1));

test.each<[string, string, object]>([
  ['abc', 'abc', { kind: 'continued' }],
  ['abc', 'abcd', { kind: 'continued' }],
  ['', 'a', { kind: 'continued' }],
  ['abc', 'ab', { kind: 'behind' }],
  ['abc', '', { kind: 'behind' }],
  ['abc', 'abx', { kind: 'forked', at: 2 }],
  ['abc', 'axcd', { kind: 'forked', at: 1 }],
  ['abc', 'x', { kind: 'forked', at: 0 }],
])('compares the nodes %j with the newer ones %j', (before, now, found) =>
  expect(compareHistories(nodes(before), nodes(now))).toEqual(found),
);

test('nodes travel in pieces that fit, all of them, in their order', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 9000 }), { maxLength: 20 }), all => {
      const pieces = inPieces(all);
      expect(pieces.flat()).toEqual(all);
      for (const piece of pieces)
        expect(piece.length <= 1 || piece.join('').length <= 12_000).toBe(true);
    }),
    { seed: 7 },
  );
});
