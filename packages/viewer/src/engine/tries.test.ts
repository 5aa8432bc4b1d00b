/** Where moves that are tried come to stand among variations. */
import { type Entry, entryOf, type Kifu } from '@kifu/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { followed } from './branches.ts';
import { keepTry } from './tries.ts';

const move = (n: number, seat = 0): Entry =>
  entryOf(seat, { type: 'move', move: Uint8Array.of(n) });
const MATCH = {
  header: { players: [] },
  entries: [1, 2, 3, 4].map(n => move(n)),
  ending: null,
  notes: [],
  variations: [],
} as unknown as Kifu;
const play = (kifu: Kifu, path: readonly number[], n: number, entry: Entry) => {
  const { variations, ...where } = keepTry(kifu, path, n, entry);
  return { kifu: { ...kifu, variations }, where };
};

describe('a move that is tried', () => {
  test('is found in the match where the match played it', () => {
    expect(keepTry(MATCH, [], 1, move(2))).toEqual({
      ...{ variations: [], path: [], n: 2, isNew: false },
    });
  });

  test('begins a variation, continues it, and finds it again', () => {
    const first = play(MATCH, [], 1, move(9));
    expect(first.where).toEqual({ path: [0], n: 2, isNew: true });
    const second = play(first.kifu, [0], 2, move(8));
    expect(second.where).toEqual({ path: [0], n: 3, isNew: true });
    expect(second.kifu.variations).toMatchObject([{ entry: 1, entries: [move(9), move(8)] }]);
    expect(keepTry(second.kifu, [], 1, move(9))).toMatchObject({ path: [0], isNew: false });
  });

  test('begins a variation within the one that it leaves, or beside it where both leave the match', () => {
    const { kifu } = play(play(MATCH, [], 1, move(9)).kifu, [0], 2, move(8));
    expect(play(kifu, [0], 2, move(7)).where).toEqual({ path: [0, 0], n: 3, isNew: true });
    expect(play(kifu, [0], 1, move(7)).where).toEqual({ path: [1], n: 2, isNew: true });
    expect(play(kifu, [0], 0, move(7)).where).toEqual({ path: [1], n: 1, isNew: true });
    expect(play(kifu, [0], 1, move(2)).where).toEqual({ path: [], n: 2, isNew: false });
  });

  test('is found by its path, and all other entries stay as they were', () => {
    const tries = fc.array(fc.tuple(fc.nat(6), fc.nat(4)), { maxLength: 30 });
    fc.assert(
      fc.property(tries, list => {
        let kifu = MATCH;
        let at: { path: readonly number[]; n: number } = { path: [], n: 0 };
        for (const [back, which] of list) {
          const line = followed(kifu, at.path)!;
          const n = Math.max(0, Math.min(line.entries.length, at.n - (back % 3)));
          const entry = move(which);
          const tried = play(kifu, at.path, n, entry);
          const way = followed(tried.kifu, tried.where.path)!;
          expect(way.entries[n]!.act).toEqual(entry.act);
          expect(way.entries.slice(0, n)).toEqual(line.entries.slice(0, n));
          expect(tried.kifu.entries).toBe(MATCH.entries);
          if (!tried.where.isNew) expect(tried.kifu.variations).toBe(kifu.variations);
          kifu = tried.kifu;
          at = tried.where;
        }
      }),
    );
  });
});
