/** Counting move sequences: the plainest check of a move generator, and a measure of its speed. */
import * as tables from './board.ts';
import { type Board, makeMove, NONE, PAWN, type Side, unmakeMove } from './board.ts';
import { generateMoves, MAX_MOVES } from './generate.ts';
import { boardOf } from './planes.ts';
import { kingOf, type State } from './state.ts';

const { KEEP } = tables;

/** Deeper than can be counted in a lifetime. */
const MAX_DEPTH = 32;
const STACK = new Int32Array(MAX_MOVES * MAX_DEPTH);

/** How many sequences of moves there are; dead positions and counting rules cut nothing off. */
export function perft(state: State, depth: number): number {
  const { turn, rights, passed } = state;
  const [own, other] = [kingOf(state, turn), kingOf(state, (1 - turn) as Side)];
  return countMoves(boardOf(state), turn, rights, passed, own, other, depth);
}

function countMoves(
  board: Board,
  turn: Side,
  rights: number,
  passed: number,
  king: number,
  other: number,
  depth: number,
  base = 0,
): number {
  if (depth === 0) return 1;
  const end = generateMoves(board, turn, rights, passed, king, STACK, base);
  if (depth === 1) return end - base;
  let nodes = 0;
  for (let i = base; i < end; i++) {
    const move = STACK[i]!;
    const from = move >> 9;
    const to = (move >> 3) & 63;
    const piece = board[from]!;
    const before = board[to]!;
    const taken = makeMove(board, from, to, move & 7);
    const jump =
      (piece & 7) === PAWN && (to - from === 16 || from - to === 16) ? (from + to) >> 1 : NONE;
    const foe = (1 - turn) as Side;
    nodes += countMoves(
      board,
      foe,
      rights & KEEP[from]! & KEEP[to]!,
      jump,
      other,
      from === king ? to : king,
      depth - 1,
      end,
    );
    unmakeMove(board, from, to, piece, before, taken);
  }
  return nodes;
}
