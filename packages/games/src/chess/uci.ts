/** UCI long algebraic notation: `e2e4`, `e7e8q`. Castling is the king's own move. */
import { fail, type Notation, type Result } from '@kifu/core';
import { type Move, readPacked, squareName, toPacked } from './move-codec.ts';
import type { State } from './state.ts';

/** Reads a move in UCI form; needs no position. */
export function parseUci(text: string): Result<Move> {
  const length = text.length;
  if (length === 4 || length === 5) {
    const from = square(text.charCodeAt(0), text.charCodeAt(1));
    const to = square(text.charCodeAt(2), text.charCodeAt(3));
    const promotion = length === 4 ? 0 : 'qrbn'.indexOf(text[4]!) + 1;
    if (from >= 0 && to >= 0 && (length === 4 || promotion > 0))
      return readPacked((from << 9) | (to << 3) | promotion);
  }
  return fail('malformed', 'a UCI move is two squares and perhaps a promotion: e2e4, e7e8q');
}

/** Writes a move in UCI form. */
export function formatUci(move: Move): string {
  const packed = toPacked(move);
  return squareName(packed >> 9) + squareName((packed >> 3) & 63) + (move.promotion ?? '');
}

/** UCI as a notation. */
export const uci: Notation<State, Move> = {
  name: 'UCI',
  format: (_, move) => formatUci(move),
  parse: (_, text) => parseUci(text),
};

/** The square of a file letter and a rank digit, by their character codes; negative where they are none. */
function square(file: number, rank: number): number {
  const x = file - 97;
  const y = rank - 49;
  return x >= 0 && x < 8 && y >= 0 && y < 8 ? 8 * y + x : -1;
}
