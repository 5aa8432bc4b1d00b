/** How moves are made on the board: from square to square; a pawn on the last rank asks for its promotion. */
import type { Scene, Seat, Touch } from '@kifu/core';
import { type ChessTexts, chess as english } from '@kifu/texts/en/games/chess';
import type { Move } from './move-codec.ts';
import { PIECE_NAMES, SIDE_NAMES } from './names.ts';
import { cellOf, ends } from './scene.ts';

/** The squares of a move. */
export function touch(move: Move, seat: Seat, _scene: Scene, texts: ChessTexts = english): Touch {
  const [from, to] = ends(move);
  const path = [[cellOf(from)], [cellOf(to)]] as const;
  const { promotion } = move;
  if (promotion === null) return { path };
  const kind = PIECE_NAMES[promotion]!;
  return { path, choice: { label: texts.pieces[kind], look: `${SIDE_NAMES[seat]}-${kind}` } };
}
