/** Positions that a match is to start from: what all games refuse of them. */
import { canonicalText, type Fail, fail, type JsonObject, pointerStep } from '@kifu/core';

/** Leaves room to count on: no match is that long, and a state that was reached can always be restored. */
const LATEST_START = 100_000;

/** Refuses a position that has too many moves behind it. */
export const refuseLate = (moves: number): Fail | null =>
  moves > LATEST_START
    ? fail('bad-setup', `a match starts after ${LATEST_START} moves at the latest`, {
        at: { path: '/start' },
      })
    : null;

/** Refuses options that say otherwise than a position, which has its own; they may repeat it. */
export function refuseOthers(options: JsonObject, own: JsonObject): Fail | null {
  const other = Object.keys(options).find(
    name => canonicalText(options[name]!) !== canonicalText(own[name]!),
  );
  return other === undefined
    ? null
    : fail('bad-setup', `the start position has another ${other}`, {
        at: { path: `/options${pointerStep(other)}` },
      });
}
