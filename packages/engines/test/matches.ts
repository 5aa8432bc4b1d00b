/** Matches with engines, for tests: hosted in this process, in memory. */
import { fileURLToPath } from 'node:url';
import {
  type Fault,
  type Game,
  type Header,
  type Json,
  type Kit,
  type TimeControl,
  unwrap,
} from '@kifu/core';
import { LocalHost, type SeatPlayer, type Timer } from '@kifu/record/match';
import { NO_TERMS } from '@kifu/record/match-state';
import { beginMatch } from '@kifu/record/store';
import { memoryBlocks, memoryHeads } from '@kifu/stores/memory';
import {
  type EngineContext,
  type EngineProtocol,
  type EngineSpec,
  openEngine,
} from '../src/index.ts';

const FAKE = fileURLToPath(new URL('fake-engine.ts', import.meta.url));

/** The command of a fake engine. */
export const fakeSpec = (
  protocol: EngineProtocol,
  mode = 'good',
  more: Partial<EngineSpec> = {},
): EngineSpec => ({
  ...{ protocol, command: [process.execPath, '--conditions=source', FAKE, protocol, mode] },
  ...{ limits: { moveMs: 50 }, ...more },
});

/** What engines of tests are opened with; patience costs nothing where they answer. */
export const contextFor = (kit: Kit, more: Partial<EngineContext> = {}): EngineContext => ({
  ...{ kit, env: process.env, graceMs: 30_000, exitMs: 200, startMs: 30_000, ...more },
});

export const openFake = (kit: Kit, protocol: EngineProtocol, mode = 'good') =>
  openEngine(fakeSpec(protocol, mode), contextFor(kit));

const wallClock: Timer = {
  now: () => Date.now(),
  after(ms, work) {
    const alarm = setTimeout(work, Math.min(ms, 2 ** 31 - 1));
    return () => clearTimeout(alarm);
  },
};

export interface MatchPlan {
  readonly kit: Kit;
  readonly players: readonly SeatPlayer[];
  readonly options?: { readonly [name: string]: Json };
  readonly clock?: TimeControl;
  readonly moveMs?: number;
  /** The match is closed after this many entries. */
  readonly entries?: number;
}

/** Plays a match between programs; returns its host and what went wrong. */
export async function playMatch(plan: MatchPlan): Promise<{ host: LocalHost; faults: Fault[] }> {
  const { kit, players, options = {}, clock, moveMs = null, entries = 2000 } = plan;
  const game = kit.game as Game;
  const header = headerOf(
    kit,
    players.map(({ name }) => name),
    options,
    clock,
  );
  const stores = { blocks: memoryBlocks(), heads: memoryHeads() };
  const open = unwrap(await beginMatch(stores, game, header));
  const programs = new Map(players.map((player, seat) => [seat, player]));
  const host = new LocalHost({
    open,
    timer: wallClock,
    programs,
    moveMs,
    evaluate: kit.evaluate ?? null,
  });
  const faults: Fault[] = [];
  host.on('fault', fault => void faults.push(fault));
  const ended = new Promise<void>(resolve => {
    host.on('node', ({ replay }) => (replay.isEnded || replay.n >= entries) && resolve());
  });
  await host.start();
  await ended;
  await host.close();
  return { host, faults };
}

const headerOf = (
  { game }: Kit,
  names: readonly string[],
  options: Header['options'],
  clock: TimeControl | undefined,
): Header => ({
  ...{ game: game.name, version: game.version, options, start: null, tags: {} },
  players: names.map((name, seat) => ({ seat, name })),
  seed: game.chance === undefined ? null : 7,
  startedAt: new Date().toISOString(),
  ...(clock === undefined ? {} : { terms: { ...NO_TERMS, nonce: '0'.repeat(32), clock } }),
});
