/** The state now, not as of the last entry: time has passed, and own moves are under way. The only place that computes it. */
import { type Json, type Outcome, type Seat, step } from '@kifu/core';
import { type MatchState, moversOf } from '../match-state/match-state.ts';
import { drawsOf } from '../match-state/terms.ts';
import { hzOf, tickAt } from '../match-state/ticks.ts';
import type { Match, SeatMove } from './match.ts';

export interface Present<State = unknown> {
  readonly state: State;
  /** Null in games without ticks. */
  readonly tick: number | null;
  readonly outcome: Outcome | null;
}

/** The tick at some time; never one that is over. Null in games without ticks. */
export function tickNow({ game, state, anchor }: MatchState, ms: number): number | null {
  if (anchor === null) return null;
  return Math.max(tickAt(anchor, hzOf(game, state), Math.max(0, ms)), game.time!.now(state));
}

/** Advances match states to now. It remembers how far it has come with the newest one, so that asking often costs little. */
export class PresentState {
  #of: MatchState | null = null;
  #now: Present = { state: null, tick: null, outcome: null };

  at(of: MatchState, ms: number, pending: readonly SeatMove[] = []): Present {
    if (this.#of !== of) {
      const tick = of.anchor === null ? null : of.game.time!.now(of.state);
      this.#now = { state: of.state, tick, outcome: of.outcome };
      this.#of = of;
    }
    const tick = tickNow(of, ms);
    if (this.#now.outcome === null && tick !== null && tick > (this.#now.tick ?? -1)) {
      const passed = step(of.game, this.#now.state, { do: 'time', at: tick }, drawsOf(of));
      if (passed.ok) this.#now = { state: passed.value.state, tick, outcome: passed.value.outcome };
    }
    return pending.length === 0 ? this.#now : withMoves(of, this.#now, pending);
  }
}

function withMoves(of: MatchState, now: Present, moves: readonly SeatMove[]): Present {
  let { state, outcome } = now;
  for (const { seat, move } of outcome === null ? moves : []) {
    const at = now.tick === null ? {} : { at: now.tick };
    const played = step(of.game, state, { do: 'move', seat, move, ...at }, drawsOf(of));
    if (played.ok) ({ state, outcome } = played.value);
  }
  return { ...now, state, outcome };
}

/** What the present state is computed from. */
export type PresentMatch = Pick<Match, 'replay' | 'seats' | 'pending' | 'elapsedMs' | 'viewsOf'>;

const STATES = new WeakMap<PresentMatch, PresentState>();

/** The state of a match now; null while hands are hidden, and before it has started. */
export function presentOf(match: PresentMatch): Present | null {
  const state = match.replay?.table ?? null;
  if (state === null || match.viewsOf(null) !== null) return null;
  const present = STATES.get(match) ?? new PresentState();
  STATES.set(match, present);
  return present.at(state, match.elapsedMs(), match.pending);
}

/** The seats that the match waits for. */
export function activeSeats(match: PresentMatch): readonly Seat[] {
  const { replay } = match;
  if (replay === null || replay.outcome !== null || match.elapsedMs() < 0) return [];
  const now = presentOf(match);
  if (now === null) return match.viewsOf(match.seats[0] ?? null)?.at(-1)?.active ?? [];
  return moversOf({ ...replay.table!, state: now.state, outcome: now.outcome });
}

/** The moves that a seat may make now. */
export function legalMoves(match: PresentMatch, seat: Seat | null): readonly Json[] {
  if (seat === null || !activeSeats(match).includes(seat)) return [];
  const now = presentOf(match);
  if (now === null) return match.viewsOf(seat)?.at(-1)?.legal ?? [];
  return [...match.replay!.game.legal(now.state, seat)];
}
