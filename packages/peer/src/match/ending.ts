/** The ending of a match between two peers: both make the same one, so that each can sign it before it is sent. */
import { type Ending, step } from '@kifu/core';
import { type Chain, draftEnd } from '@kifu/record';
import { drawsOf, hzOf, type MatchState, msOfTick, tickAt } from '@kifu/record/match-state';
import type { EndingNode } from '@kifu/record/node';
import { endingMessage } from '@kifu/record/sign';

/** An ending that is due, and how it is asked for. */
export interface EndingDue {
  readonly node: EndingNode;
  readonly how: Partial<Ending>;
}

/** How many events of time are played in one go; the next call continues from there. */
const MAX_HAPPENINGS = 4096;

/** The ending that actions, or time alone, have caused by now; null while the match is in progress. */
export function draftDue(chain: Chain, elapsedMs: number): EndingDue | null {
  if (chain.isEnded) return null;
  const { outcome, lastMs } = chain.table;
  const how = outcome === null ? timeUp(chain.table, elapsedMs) : { ms: lastMs, at: null };
  if (how === null) return null;
  const made = draftEnd(chain, how);
  return made.ok ? { node: made.value.node, how } : null;
}

/** What players sign of it. */
export const endingMessageOf = ({ node }: EndingDue): Uint8Array => endingMessage(node);

/** The first tick at which time alone has ended a match, where that has come. */
function timeUp(table: MatchState, elapsedMs: number): { ms: number; at: number } | null {
  const { game, anchor } = table;
  if (game.time === undefined || anchor === null || anchor.isPaused) return null;
  const hz = hzOf(game, table.state);
  const now = tickAt(anchor, hz, elapsedMs);
  let { state } = table;
  for (let i = 0; i < MAX_HAPPENINGS; i++) {
    const at = game.time.next(state);
    if (at === null || at > now) return null;
    const passed = step(game, state, { do: 'time', at }, drawsOf(table));
    if (!passed.ok) return null;
    if (passed.value.outcome !== null)
      return { at, ms: Math.max(table.ms, msOfTick(anchor, hz, at)) };
    state = passed.value.state;
  }
  return null;
}
