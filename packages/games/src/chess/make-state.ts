/** States from outside: checked for being possible at all, and completed with what is derived. */
import { fail, type Outcome, ok, type Result } from '@kifu/core';
import { type Board, isAttacked, KING, NONE, PAWN, ROOK, type Side } from './board.ts';
import { endOf } from './ending.ts';
import { canPass } from './generate.ts';
import { planesOf } from './planes.ts';
import { countOccurred, type State } from './state.ts';

/** What a state is made from. */
export interface StateParts {
  readonly board: Board;
  readonly turn: Side;
  readonly rights: number;
  readonly passed: number;
  readonly halfMoves: number;
  readonly fullMoves: number;
  readonly claimed: boolean;
  readonly earlier: State | null;
}

/** The state, or what makes it impossible. */
export function makeState(given: StateParts): Result<State> {
  const wrong = findWrong(given);
  if (wrong !== null) return fail('bad-state', wrong);
  const { board, turn, rights, passed, halfMoves, fullMoves, claimed, earlier } = given;
  const whiteKing = board.indexOf(KING);
  const blackKing = board.indexOf(KING | 8);
  const king = turn === 0 ? whiteKing : blackKing;
  const passable = passed !== NONE && canPass(board, turn, passed, king);
  const check = isAttacked(board, king, (1 - turn) as Side);
  const {
    stepLow,
    stepHigh,
    obliqueLow,
    obliqueHigh,
    straightLow,
    straightHigh,
    blackLow,
    blackHigh,
  } = planesOf(board);
  // the same keys in the same order as after a move: to the machine all states are of one kind, and so quick to read
  const state = {
    stepLow,
    stepHigh,
    obliqueLow,
    obliqueHigh,
    straightLow,
    straightHigh,
    blackLow,
    blackHigh,
    turn,
    rights,
    passed,
    passable,
    halfMoves,
    fullMoves,
    whiteKing,
    blackKing,
    check,
    claimed,
    earlier,
    occurred: 1,
    outcome: null as Outcome | null,
  };
  state.occurred = countOccurred(state, earlier);
  state.outcome = endOf(state, true);
  return ok(state);
}

const HOMES = [
  [1, 4, 7],
  [2, 4, 0],
  [4, 60, 63],
  [8, 60, 56],
] as const;

function findWrong({ board, turn, rights, passed }: StateParts): string | null {
  for (const [king, name] of [
    [KING, 'white'],
    [KING | 8, 'black'],
  ] as const)
    if (board.filter(piece => piece === king).length !== 1)
      return `there is not exactly one ${name} king`;
  if (board.some((piece, square) => (piece & 7) === PAWN && (square < 8 || square > 55)))
    return 'a pawn stands on the first or last rank';
  const waiting = turn === 0 ? KING | 8 : KING;
  if (isAttacked(board, board.indexOf(waiting), turn))
    return 'the side that is not to move is in check';
  for (const [right, king, rook] of HOMES) {
    const color = king === 4 ? 0 : 8;
    if (
      (rights & right) !== 0 &&
      (board[king] !== (KING | color) || board[rook] !== (ROOK | color))
    )
      return 'there is a castling right, but king and rook are not at home';
  }
  if (passed === NONE) return null;
  const back = turn === 0 ? 8 : -8; // the pawn came from there
  const pawn = PAWN | (turn === 0 ? 8 : 0);
  if (
    passed >> 3 !== (turn === 0 ? 5 : 2) ||
    board[passed - back] !== pawn ||
    board[passed] !== 0 ||
    board[passed + back] !== 0
  )
    return 'no pawn can have passed over the en passant square';
  return null;
}
