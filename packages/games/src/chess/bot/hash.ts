/** Numbers that tell positions apart, changed by exclusive or as pieces come and go. Two of 32 bits: one finds the place, one compares. */
import { rngFrom } from '@kifu/core';
import { boardOf } from '../planes.ts';
import type { State } from '../state.ts';

const SEED = 20_011_117;
const PIECES = 16 * 64;
const luck = rngFrom(SEED);
const number = (): number => (luck(2 ** 16) << 16) | luck(2 ** 16);
const numbers = (count: number): Int32Array => Int32Array.from({ length: count }, number);

/** By piece · 64 + square. */
export const PIECE_LOW = numbers(PIECES);
export const PIECE_HIGH = numbers(PIECES);
/** By castling rights, and by the square passed over plus 1. */
export const RIGHTS_LOW = numbers(16);
export const PASSED_LOW = numbers(65);
export const TURN_LOW = number();

/** Both numbers of a position: with whose turn it is, its rights, and the square that can be taken on. */
export function hashOf(state: State): readonly [low: number, high: number] {
  const squares = boardOf(state);
  let low = RIGHTS_LOW[state.rights]! ^ PASSED_LOW[state.passed + 1]!;
  let high = 0;
  if (state.turn === 1) low ^= TURN_LOW;
  for (let square = 0; square < 64; square++) {
    if (squares[square] === 0) continue;
    low ^= PIECE_LOW[squares[square]! * 64 + square]!;
    high ^= PIECE_HIGH[squares[square]! * 64 + square]!;
  }
  return [low, high];
}
