/** The state as it is now, not as of the last entry: time has passed, and own commands are on their way. */
import { type Json, type Seat, step } from '@kifu/core';
import { drawsOf, hzOf, type Table, tickAt } from '@kifu/record/table';

/**
 * Lets time pass up to now and plays own moves that are on their way, as far as they are legal.
 * Nothing is kept of it: when an entry arrives late, the next call begins from that.
 */
export function presentState(
  table: Table,
  elapsedMs: number,
  seat: Seat | null,
  moves: readonly Json[],
): { readonly state: unknown; readonly tick: number | null } {
  const { game, state, outcome, anchor } = table;
  if (outcome !== null) return { state, tick: game.time?.now(state) ?? null };
  const draws = drawsOf(table);
  const tick = anchor === null ? null : tickAt(anchor, hzOf(game, state), elapsedMs);
  const at = tick === null ? {} : { at: Math.max(tick, game.time!.now(state)) };
  let now = state;
  for (const move of seat === null ? [] : moves) {
    const played = step(game, now, { do: 'move', seat: seat!, move, ...at }, draws);
    if (played.ok) now = played.value.state;
  }
  if (at.at === undefined) return { state: now, tick: null };
  const passed = step(game, now, { do: 'time', at: at.at }, draws);
  return { state: passed.ok ? passed.value.state : now, tick: at.at };
}
