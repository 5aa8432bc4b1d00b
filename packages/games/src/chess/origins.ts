/** Which pieces could have made a move to a square: what every notation that leaves out the origin has to ask. */
import { type Board, isAttacked, KING, makeMove, PAWN, type Side, unmakeMove } from './board.ts';
import { refuseGeometry } from './one-move.ts';
import { boardOf, kingOf, type State } from './state.ts';

/** Any file or rank will do. */
export const ANY = -1;

/**
 * The squares from which a piece of a kind, of the side to move, can legally go to a square, in order; castling counts
 * as a move of the king. Nothing else is looked at, and `file` and `rank` narrow it further: this is what reading
 * whole files of games waits for.
 */
export function originsOf(
  state: State,
  kind: number,
  to: number,
  file: number = ANY,
  rank: number = ANY,
): number[] {
  const board = boardOf(state);
  const piece = kind | (state.turn << 3);
  const found: number[] = [];
  for (let from = 0; from < 64; from++)
    if (
      board[from] === piece &&
      (file === ANY || file === (from & 7)) &&
      (rank === ANY || rank === from >> 3) &&
      isLegal(state, board, from, to)
    )
      found.push(from);
  return found;
}

/** Whether a move is legal, whatever a pawn may become by it. `board` is a copy of the state's, and is left as it was. */
function isLegal(state: State, board: Board, from: number, to: number): boolean {
  const { low, high, turn, rights, passed, check } = state;
  const piece = board[from]!;
  const promotion = promotes(piece & 7, to) ? 1 : 0; // to what, changes nothing for its own king
  if (refuseGeometry(board, low, high, turn, rights, passed, check, from, to, promotion) !== null)
    return false;
  const before = board[to]!;
  const taken = makeMove(board, from, to, promotion);
  const king = (piece & 7) === KING ? to : kingOf(state, turn);
  const exposed = isAttacked(board, king, (1 - turn) as Side);
  unmakeMove(board, from, to, piece, before, taken);
  return !exposed;
}

/** Whether a piece of this kind becomes another one on that square. */
export const promotes = (kind: number, to: number): boolean => kind === PAWN && (to < 8 || to > 55);

/** Whether a move of a piece of this kind is castling: no other step of a king is two squares long. */
export const isCastling = (kind: number, from: number, to: number): boolean =>
  kind === KING && (to - from === 2 || from - to === 2);
