/** Numbers that tell positions apart, changed by exclusive or as pieces come and go. Two of 32 bits: one finds the place, one compares. */
import { rngFrom } from '@kifu/core';

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
