/** Matches by luck: legal moves, one after the other. */
import { type Game, type Json, type Rng, type Seat, start, step, unwrap } from '@kifu/core';

/** Ticks between two moves at most, in games that have ticks: where seats move in turn, and at any time. */
const PACE_TICKS = { turns: 40, free: 30 };

/** A move, and the state that it is made in. */
export interface LuckyMove<State, Move> {
  readonly state: State;
  readonly seat: Seat;
  readonly move: Move;
  /** The tick, in games that have ticks. */
  readonly at?: number;
}

/** Chooses one of the legal moves. */
export type PickMove<Move> = (legal: readonly Move[], luck: Rng) => Move;

/** Plays until the match is over; where nobody can move, time passes. */
export function* playByLuck<State, Move extends Json>(
  game: Game<State, Move>,
  setup: unknown,
  luck: Rng,
  pick: PickMove<Move> = (legal, luck) => legal[luck(legal.length)]!,
): Generator<LuckyMove<State, Move>, void, void> {
  let { state, outcome } = unwrap(start(game, setup));
  for (let at = 0; ; at += luck(PACE_TICKS[game.pace ?? 'turns'])) {
    if (game.time !== undefined && outcome === null)
      ({ state, outcome } = unwrap(step(game, state, { do: 'time', at })));
    if (outcome !== null) return;
    const active = game.active(state);
    const seat = active[luck(Math.max(1, active.length))];
    const legal = seat === undefined ? [] : [...game.legal(state, seat)];
    if (seat === undefined || legal.length === 0) continue;
    const move = pick(legal, luck);
    yield { state, seat, move, ...(game.time === undefined ? {} : { at }) };
    ({ state, outcome } = unwrap(step(game, state, { do: 'move', seat, move })));
  }
}
