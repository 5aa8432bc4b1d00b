/** Offers that need an answer: draw offers, takebacks, pauses. */
import type { Seat } from '@kifu/core';

/** What has been asked and not yet answered. */
export interface Negotiation {
  /** Which seat offered a draw, and which seats have accepted it. */
  readonly offer: OpenOffer | null;
  /** Which seat requested a takeback, which seats allow it, and back to which entry. */
  readonly takeback: (OpenOffer & { readonly to: number | null }) | null;
  /** Seats that want a pause; once all do, the match is paused. */
  readonly pause: readonly Seat[];
  /** Seats that want to resume; once all do, the match continues. */
  readonly resume: readonly Seat[];
  /** The entry with which a pause was last wished for; 0 before. */
  readonly pauseAsked: number;
  readonly isPaused: boolean;
  /** Whether the match has not begun: every seat must sign its header first. */
  readonly isOpening: boolean;
}

/** Something asked by one seat, and the seats that agree. */
export interface OpenOffer {
  readonly by: Seat;
  /** The entry in which it was asked. */
  readonly n: number;
  readonly agreed: readonly Seat[];
}

/** No question is open. */
export const NO_NEGOTIATION: Negotiation = {
  offer: null,
  takeback: null,
  pause: [],
  resume: [],
  pauseAsked: 0,
  isPaused: false,
  isOpening: false,
};

/** The talk of a match with keys, until every seat has agreed to its header. */
export const OPENING: Negotiation = { ...NO_NEGOTIATION, isPaused: true, isOpening: true };

/** Whether all other voting seats agree. */
export const isAgreed = (
  { by, agreed }: Pick<OpenOffer, 'by' | 'agreed'>,
  seated: readonly Seat[],
): boolean => seated.every(seat => seat === by || agreed.includes(seat));

/**
 * What is left to answer after a move. A seat that moves instead of answering has declined, except where seats move at any time; and
 * after a move the one before can no longer be taken back.
 */
export function afterMove(talk: Negotiation, mover: Seat, isFree: boolean): Negotiation {
  if (talk === NO_NEGOTIATION) return talk;
  const isDeclined = talk.offer !== null && talk.offer.by !== mover && !isFree;
  if (!isDeclined && talk.takeback === null) return talk;
  return { ...talk, offer: isDeclined ? null : talk.offer, takeback: null };
}

/** The list with a seat added to it, in order. */
export const withSeat = (seats: readonly Seat[], seat: Seat): readonly Seat[] =>
  [...seats, seat].sort((a, b) => a - b);
