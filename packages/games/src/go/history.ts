/** Whether a board has been before. States are linked from the present to the first, and most are leapt over. */
import { isSameBoard } from './board.ts';
import { PASS, type Side, type State, type Stones } from './state.ts';

/**
 * Whether a board is one of the boards up to a state; with `turn`, one after which that side was to move.
 *
 * Between two captures every turn adds a stone or none, so a stretch without captures holds at most one board with
 * `count` stones (and again after passes), and it can be told from the ends of the stretch whether it does. A hash
 * tells most of those apart; equality is decided by the stones.
 */
export function isRepeated(
  state: State | null,
  count: number,
  hash: number,
  turn: Side | null,
  stones: () => Stones,
): boolean {
  for (let top = state; top !== null; top = top.leap) {
    if (count < top.low || count > top.count) continue;
    let past: State | null = top;
    while (past.count > count) past = past.earlier!;
    for (; past !== null && past.count === count; past = past.earlier)
      if (
        past.hash === hash &&
        (turn === null || past.turn === turn) &&
        isSameBoard(past.stones, stones())
      )
        return true;
  }
  return false;
}

/** Whether the last turn was a move that led to a board that has been before, with the same side to move. */
export const isRepetition = (state: State): boolean =>
  state.last > PASS &&
  isRepeated(state.earlier, state.count, state.hash, state.turn, () => state.stones);
