/** In which order a search tries moves: the better the first is, the fewer of the others it has to look at. */
import type { Board } from '../board.ts';
import { exchange } from './exchange.ts';
import { PLAIN } from './worth.ts';

/** Ranks of moves: captures that lose nothing, quiet moves that refuted others, any quiet moves, captures that lose something. */
const FIRST = 1 << 28;
export const GOOD = 1 << 24;
export const REFUTING = 1 << 20;
export const LOSING = -(1 << 20);
/** No history goes beyond. */
export const MOST_HISTORY = 1 << 14;
const MOST_BONUS = 1200;

/** The order of moves in one search, which learns from what it finds. Packed moves lie in `stack`, their ranks in `ranks`. */
export interface Ordering {
  /** Ranks the moves from one place to another, with one before all. */
  rank(from: number, to: number, first: number, ply: number): void;
  /** Brings the best of the rest to place `i`. */
  next(i: number, to: number): number;
  /** Remembers that the quiet move at place `i` refuted the one before it, and that the quiet ones since `from` did not. */
  learn(from: number, i: number, ply: number, depth: number): void;
  /** How well a quiet move did, to ± `MOST_HISTORY`. */
  historyOf(move: number): number;
}

/** An ordering for the moves on a board that changes. */
export function createOrdering(
  board: Board,
  stack: Int32Array,
  ranks: Int32Array,
  plies: number,
): Ordering {
  const killers = new Int32Array(2 * plies);
  const history = new Int32Array(16 * 64);

  const isCapture = (move: number): boolean => board[(move >> 3) & 63] !== 0;
  const placeOf = (move: number): number => board[move >> 9]! * 64 + ((move >> 3) & 63);

  /** What is taken first, by what is worth least; a promotion is to a queen or it is the last. */
  const rankCapture = (move: number): number => {
    const [from, to, promotion] = [move >> 9, (move >> 3) & 63, move & 7];
    const [won, risked] = [PLAIN[board[to]! & 7]!, PLAIN[board[from]! & 7]!];
    if (promotion > 1) return 2 * LOSING + won;
    const rank = 16 * won - risked + (promotion === 1 ? 8000 : 0);
    const isSafe = promotion === 1 || won >= risked || exchange(board, from, to) >= 0;
    return (isSafe ? GOOD : LOSING) + rank;
  };

  const reward = (move: number, bonus: number): void => {
    const place = placeOf(move);
    const before = history[place]!;
    history[place] = before + bonus - Math.trunc((before * Math.abs(bonus)) / MOST_HISTORY);
  };

  return {
    rank(from, to, first, ply) {
      for (let i = from; i < to; i++) {
        const move = stack[i]!;
        if (move === first) ranks[i] = FIRST;
        else if (isCapture(move) || (move & 7) !== 0) ranks[i] = rankCapture(move);
        else if (move === killers[2 * ply]) ranks[i] = REFUTING + 1;
        else if (move === killers[2 * ply + 1]) ranks[i] = REFUTING;
        else ranks[i] = history[placeOf(move)]!;
      }
    },
    next(i, to) {
      let best = i;
      for (let j = i + 1; j < to; j++) if (ranks[j]! > ranks[best]!) best = j;
      const [move, rank] = [stack[best]!, ranks[best]!];
      stack[best] = stack[i]!;
      ranks[best] = ranks[i]!;
      stack[i] = move;
      ranks[i] = rank;
      return move;
    },
    learn(from, i, ply, depth) {
      const move = stack[i]!;
      if (isCapture(move) || (move & 7) !== 0) return;
      if (killers[2 * ply] !== move) {
        killers[2 * ply + 1] = killers[2 * ply]!;
        killers[2 * ply] = move;
      }
      const bonus = Math.min(MOST_BONUS, 16 * depth * depth);
      reward(move, bonus);
      for (let j = from; j < i; j++)
        if (!isCapture(stack[j]!) && (stack[j]! & 7) === 0) reward(stack[j]!, -bonus);
    },
    historyOf: move => history[placeOf(move)]!,
  };
}
