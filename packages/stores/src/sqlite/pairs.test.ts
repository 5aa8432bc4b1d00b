/** Pairs come out sorted, each once, however many there are and however their keys lie. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Pairs } from './pairs.ts';

/** How keys are chosen: like hashes, all alike, or close to each other. */
const KEYS: { readonly [how: string]: (luck: () => number) => number } = {
  'over all keys': luck => Math.floor(luck() * 2 ** 52),
  'from few keys': luck => Math.floor(luck() * 50),
  'all alike': () => 2 ** 52 - 1,
  'far apart': luck => (luck() < 0.5 ? 0 : 2 ** 52 - 1),
};

test.each(Object.keys(KEYS))('are sorted: %s', how => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40_000 }), length => {
      let seed = length + 1;
      const luck = () => {
        seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
        return seed / 2 ** 32;
      };
      const pairs = new Pairs();
      const all: [number, number][] = [];
      for (let i = 0; i < length; i++) {
        // numbers mostly rise, as those of matches do
        const pair: [number, number] = [KEYS[how]!(luck), Math.max(0, i - Math.floor(luck() * 3))];
        pairs.push(...pair);
        all.push(pair);
      }
      all.sort(([a, m], [b, n]) => a - b || m - n);
      const once = all.filter(
        ([key, number], i) => key !== all[i - 1]?.[0] || number !== all[i - 1]?.[1],
      );
      const sorted = pairs.sorted();
      expect(sorted.length).toBe(once.length);
      expect([...sorted.keys.subarray(0, sorted.length)]).toEqual(once.map(([key]) => key));
      expect([...sorted.numbers.subarray(0, sorted.length)]).toEqual(once.map(([, n]) => n));
    }),
    { numRuns: 8, examples: [[16_385], [0]] },
  );
});
