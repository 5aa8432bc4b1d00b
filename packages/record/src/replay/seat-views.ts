/** What a seat sees of a match with hidden hands, step by step. */
import type { Json, Part, Seat } from '@kifu/core';
import { type MatchState, moversOf } from '../match-state/match-state.ts';
import type { Replay, ReplayReader } from './replay.ts';

/** What a seat, or a spectator, sees after entry `n`. */
export interface SeatView {
  readonly n: number;
  readonly view: Json;
  /** What the entry did, as far as the seat may know. */
  readonly events: readonly Json[];
  readonly active: readonly Seat[];
  /** Its own legal moves; none for a spectator. */
  readonly legal: readonly Json[];
}

/** What a seat, or for null a spectator, sees at a match state after an entry that did these parts. The game must have hidden hands. */
export function seatView(table: MatchState, seat: Seat | null, parts: readonly Part[]): SeatView {
  const { game, state, n } = table;
  const secrets = game.secrets!;
  const active = moversOf(table);
  return {
    n,
    view: secrets.view(state, seat),
    events: parts
      .flatMap(({ events }) => events)
      .map(event => secrets.see(event, seat))
      .filter(event => event !== null),
    active,
    legal: active.length > 0 && seat !== null ? [...game.legal(state, seat)] : [],
  };
}

/** Collects what a seat saw after each node, from some number on. */
export class SeatViews implements ReplayReader {
  readonly views: SeatView[] = [];
  readonly #seat: Seat | null;
  readonly #from: number;

  constructor(seat: Seat | null, from = 0) {
    this.#seat = seat;
    this.#from = from;
  }

  take({ n, table, parts, isEnded }: Replay): void {
    if (table === null || isEnded || n < this.#from) return;
    this.views.push(seatView(table, this.#seat, parts));
  }
}
