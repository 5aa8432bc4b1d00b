/** How quick a record is played back, and what is seen at some time: by ticks where the game has them, else by the clock. */
import { step } from '@kifu/core';
import type { Frame, Timeline } from '@kifu/record';
import type { Pace, Player } from './player.ts';

/** How long an entry is seen where the record has no times; at least; and at most, since nobody waits while others think. */
const ENTRY_MS = 1000;
const LEAST_MS = 50;
const MOST_MS = 3000;

/** How often a game with ticks is drawn between two entries. */
export const TICKING_MS = 100;

/** The pace of a record: where ticks have passed, exactly the original one. */
export function paceOf(line: Timeline): Pace {
  const { game, length } = line;
  const byClock: Pace = n => (n < length ? clockPace(line, n) : 0);
  if (game.time === undefined) return byClock;
  const hz = game.time.hz(line.at(0).state);
  const end = endTick(line);
  const byTicks: Pace = n => {
    const next = n < length ? line.at(n + 1).tick! : end;
    return ((next - line.at(n).tick!) * 1000) / hz;
  };
  // where seats take turns, bots may have made all of them within a tick
  return game.pace === 'free' ? byTicks : n => byTicks(n) || byClock(n);
}

function clockPace({ kifu: { entries } }: Timeline, n: number): number {
  const [here, next] = [n === 0 ? 0 : entries[n - 1]!.ms, entries[n]!.ms];
  const original = here === null || next === null ? ENTRY_MS : next - here;
  return Math.max(LEAST_MS, Math.min(MOST_MS, original));
}

/** How many happenings after the last entry are looked at. */
const MAX_HAPPENINGS = 1000;

/** The tick at which a match ended by itself after its last entry; that of the entry where it did not. */
function endTick(line: Timeline): number {
  const { kifu, game, length } = line;
  const last = line.at(length);
  if (kifu.ending === null) return last.tick!;
  let frame = afterLast(line, last.tick!);
  for (let i = 0; frame.outcome === null && i < MAX_HAPPENINGS; i++) {
    const next = game.time!.next(frame.state);
    if (next === null) return last.tick!;
    frame = afterLast(line, next);
  }
  return frame.tick!;
}

/** What time has done since the last entry; how the record says that it ended is not looked at. */
function afterLast({ at, game, length }: Timeline, tick: number): Frame {
  const last = at(length);
  const passed = step(game, last.state, { do: 'time', at: tick });
  return passed.ok ? { ...last, ...passed.value, tick } : last;
}

/** What is to be seen now: in games with ticks also between entries, and after the last one. */
export function frameNow(line: Timeline, { n, length, passedMs, isPlaying }: Player): Frame {
  const here = line.at(n);
  const { time } = line.game;
  const isBetween = isPlaying || passedMs > 0;
  if (time === undefined || here.tick === null || !isBetween) return here;
  const tick = here.tick + Math.floor((passedMs * time.hz(here.state)) / 1000);
  if (n === length) return afterLast(line, tick);
  const until = line.at(n + 1).tick! - 1;
  // several entries may be of one tick
  return tick === here.tick || until <= here.tick ? here : line.atTick(Math.min(tick, until));
}
