/** Files of many games that are cut off or damaged: what is good in them must come out. */
import { bytesToHex, type Kifu, type Result, unwrap } from '@kifu/core';
import fc from 'fast-check';
import { expect } from 'vitest';

/** A dialect that reads collections. */
export type ReadAll = (input: Uint8Array) => Iterable<Result<Kifu>>;

const utf8 = new TextEncoder();

/** A record as text, to be compared quickly. */
const textOf = (game: Result<Kifu>): string =>
  JSON.stringify(game, (_key, value) =>
    value instanceof Uint8Array ? bytesToHex(value) : (value as unknown),
  );

/** Cut at any byte, a file gives all games that lie before the cut, as they are in the whole. */
export function expectCutsHarmless(readAll: ReadAll, games: readonly string[]): void {
  const bytes = utf8.encode(games.join(''));
  const ends = games.map((_, i) => utf8.encode(games.slice(0, i + 1).join('')).length);
  const whole = [...readAll(bytes)];
  expect(whole.map(unwrap)).toHaveLength(games.length);
  const texts = whole.map(textOf);
  for (let cut = 0; cut <= bytes.length; cut++) {
    const count = ends.filter(end => end <= cut).length;
    const read = [...readAll(bytes.subarray(0, cut))].slice(0, count).map(textOf);
    if (read.join('\n') !== texts.slice(0, count).join('\n'))
      expect(read, `cut at ${cut}`).toEqual(texts.slice(0, count));
  }
}

/**
 * Damage in the middle of one game leaves all others readable. `body` tells where the middle is; damage that leaves a whole file
 * valid hurts no game, even where it changes where one ends: `isValid` knows.
 */
export function expectDamageContained(
  readAll: ReadAll,
  games: readonly string[],
  body: (game: string) => readonly [from: number, to: number],
  parts: readonly string[],
  numRuns: number,
  isValid: (text: string) => boolean = () => false,
): void {
  const texts = [...readAll(utf8.encode(games.join('')))].map(textOf);
  expect(texts).toHaveLength(games.length);
  const damage = fc.record({
    which: fc.nat(games.length - 1),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.nat(12),
    put: fc.array(fc.constantFrom(...parts), { maxLength: 3 }),
  });
  fc.assert(
    fc.property(damage, ({ which, at, length, put }) => {
      const game = games[which]!;
      const [from, to] = body(game);
      const start = from + Math.floor(at * (to - from));
      const bad = game.slice(0, start) + put.join(' ') + game.slice(Math.min(to, start + length));
      const damaged = games.with(which, bad).join('');
      if (isValid(damaged)) return;
      const read = [...readAll(utf8.encode(damaged))].map(textOf);
      let next = 0;
      for (const text of texts.toSpliced(which, 1)) {
        next = read.indexOf(text, next) + 1;
        expect(next, JSON.stringify(bad)).toBeGreaterThan(0);
      }
    }),
    { numRuns, seed: 7 },
  );
}
