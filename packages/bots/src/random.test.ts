/** Even picks, the same again from the same seed. */
import { describe, expect, test } from 'vitest';
import { nim } from '../../core/test/toys/nim.ts';
import { bareKit } from '../test/kits.ts';
import { randomBot } from './random.ts';

const kit = bareKit(nim);
const sight = (legal: readonly number[]) => ({ seat: 0, legal, state: null, view: null });
const picks = (seed: number, count: number, legal = [0, 1, 2]) => {
  const bot = randomBot(kit, { seed });
  return Array.from({ length: count }, () => bot.choose(sight(legal)));
};

describe('randomBot', () => {
  test('picks the same from the same seed, something else from another', () => {
    expect(picks(7, 50)).toEqual(picks(7, 50));
    expect(picks(8, 50)).not.toEqual(picks(7, 50));
  });

  test('picks evenly', () => {
    const all = picks(1, 3000);
    for (const move of [0, 1, 2]) {
      const share = all.filter(pick => pick === move).length / all.length;
      expect(share).toBeGreaterThan(0.3);
      expect(share).toBeLessThan(0.37);
    }
  });

  test('picks nothing where nothing is legal', () => expect(picks(1, 1, [])).toEqual([null]));
});
