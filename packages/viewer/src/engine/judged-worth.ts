/** The curve of a record that was analyzed: evaluations of its notes in place of those of the game, which look no move ahead. */
import { chanceFromEvaluation, type Kit, type Note } from '@kifu/core';

/** The share of positions that notes must evaluate: a curve of two measures would jump between them. */
const ENOUGH = 0.5;
/** What a decided position is worth. */
const DECIDED = 1000;

/** Evaluations for the first seat from −1000 to 1000, the start first; those of notes where there are enough of them. */
export function judgedWorth(
  kit: Kit,
  worth: readonly number[] | null,
  notes: readonly Note[],
): readonly number[] | null {
  if (worth === null) return null;
  const judged = new Map<number, number>();
  for (const { entry, evaluation } of notes)
    if (evaluation !== undefined)
      judged.set(entry, Math.round(2 * DECIDED * (chanceFromEvaluation(kit, evaluation) - 0.5)));
  if (judged.size < ENOUGH * (worth.length - 1) || judged.size === 0) return worth;
  let last = 0;
  return worth.map((own, n) => {
    // the end has no evaluation: what it is worth, the game knows
    last = judged.get(n) ?? (Math.abs(own) === DECIDED ? own : last);
    return last;
  });
}
