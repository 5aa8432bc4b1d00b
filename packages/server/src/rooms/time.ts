/** The time of a match. */
import { hzOf, tickAt } from '@kifu/client';
import type { Room } from './room.ts';

/** Whole milliseconds since the start of the match; below 0 before it. */
export const elapsedMs = ({ hall, startMs }: Room): number => Math.floor(hall.now() - startMs);

/** The tick at some time; null in games without ticks. Never one that is over. */
export function tickNow({ anchor, chain, kit }: Room, ms: number): number | null {
  if (anchor === null || chain === null) return null;
  const { game } = kit;
  const { state } = chain.table;
  return Math.max(tickAt(anchor, hzOf(game, state), ms), game.time!.now(state));
}
