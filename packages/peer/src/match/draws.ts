/** Random draws between two peers: each reveals its link when one is due, and the peer with the write token writes them. */
import type { Links } from '@kifu/client/player';
import type { Action, Seat } from '@kifu/core';
import { holdersOf } from '@kifu/record/chance';
import { isDrawDue, type MatchState } from '@kifu/record/match-state';

/** The own link for the draw that is due; null where none is. */
export function dueLink(table: MatchState, links: Links | null): Uint8Array | null {
  const { talk, outcome, drawn } = table;
  if (outcome !== null || talk.isPaused || !isDrawDue(table)) return null;
  return links?.link(drawn + 1) ?? null;
}

/** The draw that is due, with the links of all; null where one is missing. */
export function drawOf(
  { header, game, state }: MatchState,
  seat: Seat,
  own: Uint8Array,
  theirs: () => Uint8Array | null,
): Action | null {
  const holders = holdersOf(header, game.seated(state));
  const links = holders.map(holder => (holder === seat ? own : theirs()));
  return links.every(link => link !== null) ? { type: 'links', links } : null;
}
