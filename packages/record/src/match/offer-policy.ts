/** How programs answer what people offer: one policy, wherever the match is hosted. */
import type { Action, Seat } from '@kifu/core';
import type { MatchState } from '../match-state/match-state.ts';

/** A program declines every draw before this many moves. */
const MIN_MOVES = 20;

/** From −1000 (lost) to 1000 (won); null where the kit has no evaluation. */
export type Evaluate = (state: unknown, seat: Seat) => number;

/**
 * The answer of a program to what is open, null where nothing is. A draw is accepted in a casual match after 20 moves by a program
 * that does not think it stands better; a takeback in a casual match; a pause and its end always.
 */
export function answerOf(state: MatchState, seat: Seat, evaluate: Evaluate | null): Action | null {
  const { talk, terms, outcome } = state;
  if (outcome !== null) return null;
  const { offer, takeback, pause, resume, isPaused } = talk;
  if (offer !== null && offer.by !== seat && !offer.agreed.includes(seat)) {
    const isDrawn =
      !terms.rated && state.moves >= MIN_MOVES && (evaluate?.(state.state, seat) ?? 1) <= 0;
    return { type: isDrawn ? 'accept-draw' : 'decline' };
  }
  if (takeback !== null && takeback.by !== seat && !takeback.agreed.includes(seat)) {
    const to = takebackTarget(state, takeback.by);
    return terms.rated || to === null ? { type: 'decline' } : { type: 'allow-takeback', to };
  }
  if (!isPaused && pause.length > 0 && !pause.includes(seat)) return { type: 'pause' };
  if (isPaused && resume.length > 0 && !resume.includes(seat)) return { type: 'resume' };
  return null;
}

/** The entry before the newest move of a seat; null where it has none. */
export function takebackTarget({ trail }: MatchState, by: Seat): number | null {
  let here = trail;
  while (here !== null && here.mover !== by) here = here.before;
  return here?.n ?? null;
}
