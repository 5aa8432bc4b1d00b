/** What pieces and features are worth, in hundredths of a pawn: once for the middle of a game, once for its end. */
import type { Rng } from '@kifu/core';
import { PAWN, QUEEN } from '../board.ts';
import { FEATURE_COUNT, FEATURES, packWorth } from './features.ts';
import { FEATURE_VALUES, PLACE_VALUES } from './values.ts';

/** Worth by piece · 64 + square, positive for white and negative for black; and by feature, packed. */
export interface Worths {
  readonly middle: Int32Array;
  readonly end: Int32Array;
  readonly features: Int32Array;
}

/** What having the move is worth. */
export const TEMPO = 10;

/** Worth without its place, to order captures by. */
export const PLAIN = Int32Array.of(0, 100, 330, 320, 500, 2000, 950, 0);

/** The worths, with up to `spread` added or taken at each place by luck: so that players of different seeds differ. */
export function makeWorths(luck: Rng, spread: number): Worths {
  const middle = new Int32Array(16 * 64);
  const end = new Int32Array(16 * 64);
  for (let kind = PAWN; kind <= QUEEN; kind++)
    for (let square = 0; square < 64; square++)
      for (const side of [0, 8]) {
        const rank = side === 0 ? square >> 3 : 7 - (square >> 3);
        const place = rank * 4 + Math.min(square & 7, 7 - (square & 7));
        const at = (kind | side) * 64 + square;
        const chance = luck(2 * spread + 1) - spread;
        const [places, placesAtEnd] = PLACE_VALUES[kind]!;
        middle[at] = (side === 0 ? 1 : -1) * (places[place]! + chance);
        end[at] = (side === 0 ? 1 : -1) * (placesAtEnd[place]! + chance);
      }
  return { middle, end, features: makeFeatureWorths() };
}

function makeFeatureWorths(): Int32Array {
  const worths = new Int32Array(FEATURE_COUNT);
  for (const [name, at] of Object.entries(FEATURES)) {
    const values = FEATURE_VALUES[name as keyof typeof FEATURES];
    for (let i = 0; 2 * i < values.length; i++)
      worths[at + i] = packWorth(values[2 * i]!, values[2 * i + 1]!);
  }
  return worths;
}
