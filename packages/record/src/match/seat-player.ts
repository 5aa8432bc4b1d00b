/**
 * Plays a seat without a person at this program: a bot in a worker, an engine process, a language model, a remote service.
 * All of them are asked for a decision and may be canceled at any time; none of them touches the match.
 */
import type { Action, Json, PlayerView, Seat } from '@kifu/core';
import type { Clocks } from '../match-state/shown-clock.ts';
import type { NodeEvent } from './match.ts';

export interface SeatPlayer {
  /** As the record names it: `bot:mcts-3`, `Stockfish 17`. */
  readonly name: string;
  /**
   * Decides for its seat. Must settle soon after `signal` aborts: the position changed, the clock ran out, or the match is over.
   * A rejection, or a move that is not legal, is a failure of the player: see `HostOptions.onFailure`.
   */
  decide(turn: Turn, signal: AbortSignal): Promise<Decision>;
  /**
   * Answers an offer. The usual policy answers for players without it, and for one that fails or takes longer than `ANSWER_MS`; `signal`
   * aborts then, and where the offer no longer stands.
   */
  answer?(offer: Offer, signal: AbortSignal): Promise<'accept' | 'decline'>;
  /** Learns of every node, its own included: for engines that keep the position themselves. Never called while hands are hidden. */
  follow?(event: NodeEvent): void;
  /** Replaces a player that failed; without it, one failure is final. */
  restart?(): Promise<SeatPlayer>;
  close?(): Promise<void>;
}

/** What a seat is asked. A program that is given this, and not the match, cannot cheat. */
export interface Turn<State = unknown> {
  readonly seat: Seat;
  /** The newest entry. */
  readonly n: number;
  readonly view: PlayerView<State, Json>;
  /** All moves since the start of the match that still stand; null where hands are hidden and in games with ticks. */
  moves(): readonly Json[] | null;
  readonly budget: TimeBudget;
}

export interface TimeBudget {
  /** After this many milliseconds the host aborts and counts it as a failure; null where only a clock limits thinking. */
  readonly moveMs: number | null;
  /** As of the moment of asking, with what every seat has left; null where there are none. */
  readonly clocks: Clocks | null;
  readonly elapsedMs: number;
}

export type Decision =
  | { readonly do: 'move'; readonly move: Json }
  /** In games of free pace; asked again after `ms`. */
  | { readonly do: 'wait'; readonly ms?: number }
  | { readonly do: 'action'; readonly action: Action };

export interface Offer {
  readonly kind: 'draw' | 'takeback' | 'pause' | 'resume';
  readonly by: Seat;
}
