/** What a position is worth to a seat, for the `evaluate` of a kit: whole numbers from −1000 (lost) to 1000 (won). */
import type { Outcome, Seat } from './game.ts';

const WON = 1000;

/** The worth of a lead: `half` of them is half a win. More always counts for more, and nothing reaches `most`. */
export const scoreFromLead = (lead: number, half: number, most = WON): number =>
  Math.trunc((most * lead) / (Math.abs(lead) + half)) || 0; // never −0

/** The worth of an outcome to a seat; none where there is no winner. */
export const scoreFromOutcome = ({ winners }: Outcome, seat: Seat): number =>
  winners.length === 0 ? 0 : winners.includes(seat) ? WON : -WON;
