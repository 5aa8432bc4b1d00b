/** What a state is worth: the points as they would be counted now, with doubt about features that are still open. */
import { type Seat, scoreFromLead, scoreFromOutcome } from '@kifu/core';
import { openFeatures } from './features.ts';
import type { State } from './state.ts';

/** A joker is worth more than its price as long as it can be used: a point for this many free cells. Found by play. */
const CELLS_A_POINT = 4;
/** An advantage of this many points is half a win. */
const HALF_WIN = 24;
/** A lead of this many points in an open feature is half safe. Found by play. */
const HALF_SAFE = 8;
/** Whole numbers only: points are counted in these parts. */
const PARTS = 64;

/** The worth of a state to a seat: ±1000 when it is decided, otherwise between; one's gain is the other's loss. */
export function evaluate(state: State, seat: Seat): number {
  const blue = judgeForBlue(state);
  return seat === 0 ? blue : 0 - blue;
}

function judgeForBlue(state: State): number {
  const { end, score, jokers, rules } = state;
  if (end !== null) return scoreFromOutcome(end.outcome, 0);
  const points = score[0] + score[1] - score[2] - score[3];
  let parts = PARTS * points;
  if (jokers[0] !== jokers[1])
    parts +=
      (jokers[0] - jokers[1]) *
      (PARTS * rules.jokerPrice + (PARTS * freeCells(state)) / CELLS_A_POINT);
  for (const { blue, red, delta } of openFeatures(state)) {
    if (delta === 0) continue;
    const lead = blue - red;
    // what changes hands counts twice: one player gains it, the opponent loses it
    parts += Math.trunc((PARTS * 2 * delta * lead) / (Math.abs(lead) + HALF_SAFE));
  }
  return scoreFromLead(parts, PARTS * HALF_WIN);
}

function freeCells({ board }: State): number {
  let free = 0;
  for (const cell of board) if (cell === 0) free++;
  return free;
}
