/** A chess player that looks three plies ahead and counts pieces, and nothing else: what others must beat. */
import { type Bot, rngFrom } from '@kifu/core';
import { makeMove, NONE, PAWN, type Side, unmakeMove } from '../src/chess/board.ts';
import { generateMoves, MAX_MOVES } from '../src/chess/generate.ts';
import { boardOf, type Move, type State } from '../src/chess/index.ts';
import { legalPacked } from '../src/chess/legal.ts';
import { fromPacked } from '../src/chess/move-codec.ts';
import { kingOf } from '../src/chess/state.ts';

const WORTH = [0, 100, 300, 300, 500, 0, 900];
const MATE = 100_000;
const PLIES = 3;
const STACK = new Int32Array(MAX_MOVES * (PLIES + 1));

/** Of moves that are worth the same it takes any. */
export function materialBot(seed: number): Bot<State, Move> {
  const luck = rngFrom(seed);
  return {
    choose({ state }) {
      if (state === null) return null;
      const scored = legalPacked(state).map(move => ({ move, score: scoreAfter(state, move) }));
      const best = Math.max(...scored.map(({ score }) => score));
      const moves = scored.filter(({ score }) => score === best);
      return moves.length === 0 ? null : fromPacked(moves[luck(moves.length)]!.move);
    },
  };
}

function scoreAfter(state: State, first: number): number {
  const board = boardOf(state);
  const material = (turn: Side): number => {
    let sum = 0;
    for (const piece of board) sum += piece >> 3 === turn ? WORTH[piece & 7]! : -WORTH[piece & 7]!;
    return sum;
  };
  const look = (
    turn: Side,
    passed: number,
    king: number,
    other: number,
    depth: number,
    base: number,
    beta: number,
  ): number => {
    const end = generateMoves(board, turn, 0, passed, king, STACK, base);
    if (end === base) return -MATE - depth;
    if (depth === 0) return material(turn);
    let best = -2 * MATE;
    for (let i = base; i < end; i++) {
      const score = after(STACK[i]!, turn, king, other, depth - 1, end, -best);
      if (score > best) best = score;
      if (best > beta) break;
    }
    return best;
  };
  const after = (
    move: number,
    turn: Side,
    king: number,
    other: number,
    depth: number,
    base: number,
    beta: number,
  ): number => {
    const [from, to] = [move >> 9, (move >> 3) & 63];
    const [piece, before] = [board[from]!, board[to]!];
    const taken = makeMove(board, from, to, move & 7);
    const isJump = (piece & 7) === PAWN && Math.abs(to - from) === 16;
    const passed = isJump ? (from + to) >> 1 : NONE;
    const score = -look(
      (1 - turn) as Side,
      passed,
      other,
      from === king ? to : king,
      depth,
      base,
      beta,
    );
    unmakeMove(board, from, to, piece, before, taken);
    return score;
  };
  const { turn } = state;
  return after(
    first,
    turn,
    kingOf(state, turn),
    kingOf(state, (1 - turn) as Side),
    PLIES - 1,
    0,
    2 * MATE,
  );
}
