/** The time of a match. */
import { hzOf, tickAt } from '@kifu/record';
import type { Room } from './room.ts';

/** Whole milliseconds since the start of the match; below 0 before it. */
export const elapsedMs = ({ hall, startMs }: Room): number => Math.floor(hall.now() - startMs);

/** The tick at some time; null in games without ticks. Never one that is over. */
export function tickNow({ chain }: Room, ms: number): number | null {
  if (chain === null || chain.table.anchor === null) return null;
  const { game, state, anchor } = chain.table;
  return Math.max(tickAt(anchor, hzOf(game, state), ms), game.time!.now(state));
}
