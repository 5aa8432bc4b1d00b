/** How programs answer what people offer: one policy, wherever the match is hosted. */
import type { Action, Seat } from '@kifu/core';
import type { MatchState } from '../match-state/match-state.ts';
import type { Offer } from './seat-player.ts';

/** A program declines every draw before this many moves. */
const MIN_MOVES = 20;

/** From −1000 (lost) to 1000 (won); null where the kit has no evaluation. */
export type Evaluate = (state: unknown, seat: Seat) => number;

/** What a seat has been asked and has not answered, the most urgent first. */
export function openOffers({ talk, outcome }: MatchState, seat: Seat): Offer[] {
  const { offer, takeback, isPaused } = talk;
  if (outcome !== null) return [];
  const offers: Offer[] = [];
  if (offer !== null && offer.by !== seat && !offer.agreed.includes(seat))
    offers.push({ kind: 'draw', by: offer.by });
  if (takeback !== null && takeback.by !== seat && !takeback.agreed.includes(seat))
    offers.push({ kind: 'takeback', by: takeback.by });
  const kind = isPaused ? 'resume' : 'pause';
  const [by] = talk[kind];
  if (by !== undefined && !talk[kind].includes(seat)) offers.push({ kind, by });
  return offers;
}

/** The action that answers an offer; null where the end of a pause is simply not agreed to. */
export function answerTo(
  state: MatchState,
  { kind, by }: Offer,
  isAccepted: boolean,
): Action | null {
  if (!isAccepted) return kind === 'resume' ? null : { type: 'decline' };
  if (kind === 'pause' || kind === 'resume') return { type: kind };
  if (kind === 'draw') return { type: 'accept-draw' };
  const to = takebackTarget(state, by);
  return to === null ? { type: 'decline' } : { type: 'allow-takeback', to };
}

/**
 * The answer of a program to what is open, null where nothing is. A draw is accepted in a casual match after 20 moves by a program
 * that does not think it stands better; a takeback in a casual match; a pause and its end always.
 */
export function answerOf(state: MatchState, seat: Seat, evaluate: Evaluate | null): Action | null {
  const [open] = openOffers(state, seat);
  if (open === undefined) return null;
  const isCasual = !state.terms.rated;
  const isDrawn = () =>
    isCasual && state.moves >= MIN_MOVES && (evaluate?.(state.state, seat) ?? 1) <= 0;
  const isAccepted = {
    draw: isDrawn,
    takeback: () => isCasual,
    pause: () => true,
    resume: () => true,
  };
  return answerTo(state, open, isAccepted[open.kind]());
}

/** The entry before the newest move of a seat; null where it has none. */
export function takebackTarget({ trail }: MatchState, by: Seat): number | null {
  let here = trail;
  while (here !== null && here.mover !== by) here = here.before;
  return here?.n ?? null;
}
