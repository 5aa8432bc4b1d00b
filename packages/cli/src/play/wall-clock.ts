/** Lets a match in this process run by the wall clock: its time passes, and its bots decide now and then. */
import type { Seat } from '@kifu/core';
import type { Io } from '../io.ts';
import type { Host } from './host.ts';
import { tableOf } from './local-match.ts';

/** How long everybody may look at the board before the first tick, in milliseconds. */
export const LEAD_MS = 3000;
/** How often a bot decides, in seconds of the match. */
const REACTION_SECONDS = 0.5;

/** A match that runs. */
export interface WallClock {
  /** How long until its time begins to pass, in milliseconds; 0 once it does. */
  msToStart(): number;
  /** Lets time pass up to now. */
  pass(): Promise<void>;
  /** Asks the bots that have not decided for a while: each on its own beat, so that they do not all think at once. */
  askBots(): Promise<void>;
  /** Whether as much has been done as was to be. */
  isDone(): boolean;
  /** The match stood still for so many milliseconds. */
  hold(ms: number): void;
}

/** Runs a match from a moment on, in milliseconds since 1970, for so many acts at most. */
export function createWallClock(io: Io, host: Host, from: number, maxMoves: number): WallClock {
  const { game } = host.match.kit;
  const hz = game.time!.hz(host.state);
  const first = host.tick!;
  const limit = tableOf(host.match).n + maxMoves;
  const beat = Math.max(1, Math.round(hz * REACTION_SECONDS));
  const decideAt = new Map<Seat, number>();
  let startsAt = from;
  const isDone = () => tableOf(host.match).n >= limit;
  return {
    msToStart: () => Math.max(0, startsAt - io.now()),
    pass: () => host.passTo(first + Math.max(0, Math.floor(((io.now() - startsAt) * hz) / 1000))),
    async askBots() {
      for (const [i, [seat, { bot }]] of [...host.players].entries()) {
        const tick = host.tick!;
        const at = decideAt.get(seat) ?? first + beat + Math.floor((i * beat) / host.players.size);
        if (bot === null || tick < at) continue;
        if (tableOf(host.match).outcome !== null || isDone()) return;
        decideAt.set(seat, tick + beat);
        await host.letBot(seat);
      }
    },
    isDone,
    hold(ms) {
      startsAt += ms;
    },
  };
}
