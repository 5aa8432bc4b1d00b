/** How moves are made on the board: by the token that goes; the die says where. */
import type { Scene, Seat, Touch } from '@kifu/core';
import type { Move } from './move-codec.ts';
import { SEAT_NAMES } from './names.ts';

/** The token of a move. */
export function touch({ tokenIndex }: Move, seat: Seat, { pieces }: Scene): Touch {
  const id = `${SEAT_NAMES[seat]}-${tokenIndex + 1}`;
  const token = pieces.find(piece => piece.id === id);
  if (token === undefined) return { path: [id] };
  const { area, column, row } = token;
  return { path: [[{ area, column, row }]] };
}
