/**
 * A match as one seat sees it, or a spectator: what a session at the terminal needs. A connection to a server is one, and
 * so is what the host in this process gives, so that both are played alike.
 */
import type { Act as Action, Json, Kit, Result, Seat } from '@kifu/core';
import type { Match, NodeEvent } from '@kifu/record/match';
import type { Replay, SeatView } from '@kifu/record/replay';
import { isDrawDue } from '@kifu/record/table';

/** What is known of a match. */
export type KnownMatch = Pick<
  Replay,
  'header' | 'n' | 'nodes' | 'table' | 'before' | 'parts' | 'outcome' | 'isEnded'
>;

/** What a node brought. */
export interface SeenNode extends Pick<NodeEvent, 'entry' | 'parts'> {
  /** What is seen after it, where hands are hidden. */
  readonly sight: SeatView | null;
}

/** A match as a seat sees it; its seat is null for those who look on. */
export interface MatchView extends Pick<Match, 'elapsedMs'> {
  readonly seat: Seat | null;
  /** The newest one, where hands are hidden. */
  readonly sight: SeatView | null;
  /** The state now; null while hands are hidden. */
  present(): { readonly state: unknown; readonly tick: number | null } | null;
  act(action: Action): Promise<Result<number>>;
  /** Null before the match has begun. */
  readonly followed: KnownMatch | null;
  on(name: 'node', listener: (news: SeenNode) => void): () => void;
}

/** The state that moves are written and read by; of hidden hands one that looks like the true one. */
export function stateIn({ followed, present, sight }: MatchView, { game }: Kit): unknown {
  const table = followed?.table ?? null;
  if (table !== null) return present()?.state ?? table.state;
  return sight === null ? null : (game.secrets?.sample(sight.view, 0) ?? null);
}

/** The moves that the seat may make now. */
export function legalIn(view: MatchView, { game }: Kit): readonly Json[] {
  const { followed, sight, seat } = view;
  if (followed?.table == null) return sight?.legal ?? [];
  const { state } = view.present() ?? followed.table;
  return seat === null || followed.outcome !== null ? [] : [...game.legal(state, seat)];
}

/** The seats that the match waits for. */
export function activeIn(view: MatchView, { game }: Kit): readonly Seat[] {
  const { followed, sight } = view;
  if (followed?.table == null) return sight?.active ?? [];
  const { state } = view.present() ?? followed.table;
  const { table, outcome } = followed;
  const isWaiting = table.talk.isOpening || isDrawDue(table);
  return outcome !== null || isWaiting ? [] : game.active(state);
}
