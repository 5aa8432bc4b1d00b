/** How moves are made on the board: from square to square; a pawn on the last rank asks for its promotion. */
import type { Cell, Scene, Seat, Touch } from '@kifu/core';
import { type ChessTexts, chess as english } from '@kifu/texts/en/games/chess';
import { fromPacked, type Move } from './move-codec.ts';
import { PIECE_NAMES, SIDE_NAMES } from './names.ts';
import { play } from './play.ts';
import { cellOf, ends, squareOf } from './scene.ts';
import type { State } from './state.ts';

/** The squares of a move. */
export function touch(move: Move, seat: Seat, _scene: Scene, texts: ChessTexts = english): Touch {
  const [from, to] = ends(move);
  const path = [[cellOf(from)], [cellOf(to)]] as const;
  const { promotion } = move;
  if (promotion === null) return { path };
  const kind = PIECE_NAMES[promotion]!;
  return { path, choice: { label: texts.pieces[kind], look: `${SIDE_NAMES[seat]}-${kind}` } };
}

/** What says most about a piece that cannot move at all. */
const TELLING = ['exposed', 'inCheck', 'blocked', 'ownPiece'];

/** The move between two squares, with a queen on the last rank; of one square, all moves of its piece, those first whose refusal says most. */
export function attempts(cells: readonly Cell[], seat: Seat, scene: Scene, state: State): Move[] {
  const [from, to] = cells.map(squareOf);
  const man = scene.pieces.find(piece => squareOf(piece) === from && piece.owner === seat);
  if (from === undefined || man === undefined) return [];
  const moveTo = (end: number): Move => {
    const isLast = man.look.endsWith('-pawn') && end >> 3 === (seat === 0 ? 7 : 0);
    return fromPacked((from << 9) | (end << 3) | (isLast ? 1 : 0));
  };
  if (to !== undefined) return [moveTo(to)];
  const weigh = (move: Move): number => {
    const played = play(state, seat, move);
    const rank = played.ok ? -1 : TELLING.indexOf(played.fault.rule ?? '');
    return rank < 0 ? TELLING.length : rank;
  };
  const all = Array.from({ length: 64 }, (_, end) => moveTo(end));
  return all
    .map(move => [weigh(move), move] as const)
    .sort((a, b) => a[0] - b[0])
    .map(([, move]) => move);
}
