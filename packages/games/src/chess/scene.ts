/** What to draw of a chess position. */
import type { Area, Cell, Mark, Piece, Scene, SceneBefore, Tween } from '@kifu/core';
import { type Board, isCastling } from './board.ts';
import { pieceLetter } from './fen.ts';
import { type Move, squareName, toPacked } from './move-codec.ts';
import { KIND_NAMES, SIDE_NAMES } from './names.ts';
import { boardOf } from './planes.ts';
import { kingOf, type State } from './state.ts';

export const BOARD: Area = {
  id: 'board',
  columns: 8,
  rows: 8,
  look: 'chequered',
  columnLabels: [...'abcdefgh'],
  rowLabels: [...'87654321'],
};

/** The picture of a state. After a move, pieces keep the ids of the scene before, and tweens show how they went. */
export function scene(state: State, before?: SceneBefore<Move>): Scene {
  const board = boardOf(state);
  const danger = state.check ? [markOn(kingOf(state, state.turn), 'danger')] : [];
  const { pieces, tweens } = (before && carryOn(board, before)) ?? fresh(board);
  return { areas: [BOARD], pieces, marks: [...lastMove(before), ...danger], tweens };
}

type Carried = Pick<Scene, 'pieces' | 'tweens'>;

/** Pieces named after where they stand now. */
function fresh(board: Board): Carried {
  return { pieces: occupied(board).map(square => pieceOn(board, square)), tweens: [] };
}

/** Pieces with the ids they had; null where the scene before does not fit, so that no id is given twice. */
function carryOn(board: Board, { scene, move }: SceneBefore<Move>): Carried | null {
  const earlier = new Map(scene.pieces.map(piece => [squareOf(piece), piece.id]));
  const wayBack = wayBackOf(board, move);
  const pieces: Piece[] = [];
  for (const square of occupied(board)) {
    const origin = wayBack.get(square) ?? square;
    const id = earlier.get(origin);
    if (id === undefined) return null;
    earlier.delete(origin);
    pieces.push({ ...pieceOn(board, square), id });
  }
  const ids = new Map(pieces.map(piece => [squareOf(piece), piece.id]));
  const moved: Tween[] = [...wayBack].map(([square, origin]) => ({
    piece: ids.get(square)!,
    from: cellOf(origin),
    to: cellOf(square),
  }));
  // a piece that has no square any more was taken, en passant too
  const taken: Tween[] = [...earlier].map(([square, piece]) => ({
    piece,
    from: cellOf(square),
    to: null,
  }));
  return { pieces, tweens: [...moved, ...taken] };
}

/** Where the pieces that the move has moved came from, by where they are: one piece, or king and rook. */
function wayBackOf(board: Board, move: Move): Map<number, number> {
  const [from, to] = ends(move);
  const wayBack = new Map([[to, from]]);
  if (isCastling(board[to]! & 7, from, to))
    wayBack.set((from + to) >> 1, to > from ? to + 1 : to - 2);
  return wayBack;
}

function lastMove(before: SceneBefore<Move> | undefined): Mark[] {
  if (before === undefined) return [];
  const [from, to] = ends(before.move);
  return [markOn(from, 'from'), markOn(to, 'to')];
}

export function ends(move: Move): [from: number, to: number] {
  const packed = toPacked(move);
  return [packed >> 9, (packed >> 3) & 63];
}

const occupied = (board: Board): number[] =>
  [...board.keys()].filter(square => board[square] !== 0);

function pieceOn(board: Board, square: number): Piece {
  const piece = board[square]!;
  const owner = piece >> 3;
  const look = `${SIDE_NAMES[owner]}-${KIND_NAMES[piece & 7]}`;
  const id = `${look}-${squareName(square)}`;
  return { ...cellOf(square), id, look, glyph: pieceLetter(piece), owner };
}

const markOn = (square: number, kind: Mark['kind']): Mark => ({ ...cellOf(square), kind });

/** Rows are counted from the top, ranks from white's side. */
export const cellOf = (square: number): Cell => ({
  area: BOARD.id,
  column: square & 7,
  row: 7 - (square >> 3),
});
export const squareOf = ({ column, row }: Cell): number => 8 * (7 - row) + column;
