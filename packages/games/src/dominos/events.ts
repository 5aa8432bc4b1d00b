/** What the rules report of a move. All but the end are ready made and shared, so frozen. */
import type { GameEvent, Outcome, Seat } from '@kifu/core';
import { AT_RIGHT } from './state.ts';
import { pairOf } from './tiles.ts';

type Events = readonly GameEvent[];

const freeze = (event: GameEvent): Events => Object.freeze([Object.freeze(event)]);
/** A table for seat · 128 + anything below that. */
const forSeats = (make: (seat: Seat, rest: number) => GameEvent): readonly Events[] =>
  Array.from({ length: 4 * 128 }, (_, i) => freeze(make(i >> 7, i & 127)));

/** A tile was laid, told as it lies; by seat · 128 + how it was laid. */
export const PLAYED = forSeats((seat, how) => ({
  type: 'play',
  seat,
  tile: pairOf(how & ~AT_RIGHT),
  end: (how & AT_RIGHT) === 0 ? 'left' : 'right',
}));

/** A tile was drawn; by seat · 128 + tile. */
export const DRAWN = forSeats((seat, tile) => ({ type: 'draw', seat, tile: pairOf(tile & 63) }));

/** A seat passed; by seat. */
export const PASSED = [0, 1, 2, 3].map(seat => freeze({ type: 'pass', seat }));

/** The end of the round, with the pips left in each hand. */
export const ended = (
  { result, winners, points, reason }: Outcome,
  pips: readonly number[],
): GameEvent => ({ type: 'end', result, winners, points, reason, pips });

/** An event as a seat may see it: only the seat that drew a tile learns which. */
export const see = (event: GameEvent, seat: Seat | null): GameEvent =>
  event.type === 'draw' && event.seat !== seat ? { ...event, tile: null } : event;
