/** What a match was agreed on, and what follows from it. */
import { type Draws, type Header, NO_TERMS, type Seat, type Terms } from '@kifu/core';

/** Ten years: more than any match, and sums of such times stay exact. */
const MAX_MS = 315_576_000_000;
const MAX_PERIODS = 1000;

/** The greatest number that a field of a time control may have. */
export const clockLimit = (field: string): number => (field === 'periods' ? MAX_PERIODS : MAX_MS);

/** The terms of a match, or those of a foreign record. */
export const termsOf = ({ terms }: Header): Terms => terms ?? NO_TERMS;

/** How draws happen at this table. */
export const drawsOf = ({ terms }: { readonly terms: Terms }): Draws =>
  terms.fair === null ? 'plain' : 'fair';

/** Whether the hands of a match are hidden until its end. */
export const isSealed = (header: Header): boolean => termsOf(header).fair?.deal != null;

/** The public key of a seat, in hex; null where it has none. */
export const keyOf = ({ players }: Header, seat: Seat): string | null =>
  players.find(player => player.seat === seat)?.key ?? null;

/** Whether a player or the referee has a key, and so can vouch for the match. */
export const isKeyed = (header: Header): boolean =>
  termsOf(header).referee !== null || header.players.some(({ key }) => key !== undefined);

/** How many entries a match begins with in which its seats agree to its header, each once. */
export const openingsOf = (header: Header): number => (isKeyed(header) ? header.players.length : 0);
