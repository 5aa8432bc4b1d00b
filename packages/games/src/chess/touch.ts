/** How moves are made on the board: from square to square; a pawn that has come across asks what it becomes. */
import type { Seat, Touch } from '@kifu/core';
import type { Move } from './move-codec.ts';
import { KIND_NAMES, SIDE_NAMES } from './names.ts';
import { cellOf, ends } from './scene.ts';

/** Kinds of pieces by the letters of promotion. */
const KINDS = { q: 6, r: 4, b: 2, n: 3 } as const;

/** The squares of a move. */
export function touch(move: Move, seat: Seat): Touch {
  const [from, to] = ends(move);
  const path = [[cellOf(from)], [cellOf(to)]] as const;
  const { promotion } = move;
  if (promotion === null) return { path };
  const label = KIND_NAMES[KINDS[promotion]];
  return { path, choice: { label, look: `${SIDE_NAMES[seat]}-${label}` } };
}
