/** One contract for matches in hand: hosted in this process, on a server, and with a peer; and for hosts that break it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Action, Game, Header, Json, Result, Seat, TimeControl } from '@kifu/core';
import { ok, parseCid, unwrap } from '@kifu/core';
import { activeSeats, LocalHost, type Match, SteppedTimer, type Timer } from '@kifu/record/match';
import { NO_TERMS } from '@kifu/record/match-state';
import type { SeatView } from '@kifu/record/replay';
import { beginMatch, type Heads, loadMatch, type MatchStores } from '@kifu/record/store';
import { memoryBlocks, memoryHeads } from '@kifu/stores/memory';
import { createSqliteStore } from '@kifu/stores/sqlite';
import { describe, expect, test, vi } from 'vitest';
import { pairUp } from '../packages/peer/test/pair.ts';
import { createWorld } from '../packages/peer/test/world.ts';
import { serve } from '../packages/server/test/serve.ts';
import { type MakeSides, type MatchSides, matchContract } from './match-contract.ts';

const memory = (): MatchStores => ({ blocks: memoryBlocks(), heads: memoryHeads() });

const headerOf = ({ name, version, chance }: Game, clock: TimeControl | null): Header => ({
  ...{ game: name, version, options: {}, start: null, tags: {} },
  seed: chance === undefined ? null : 7,
  players: [
    { seat: 0, name: 'Ann' },
    { seat: 1, name: 'Ben' },
  ],
  startedAt: '2026-01-01T00:00:00.000Z',
  terms: { ...NO_TERMS, clock, nonce: '00'.repeat(16) },
});

/** Two people at one screen, on stores that are told which heads a host sees. */
async function local(
  game: Game,
  clock: TimeControl | null,
  stores: MatchStores = memory(),
  Host: typeof LocalHost = LocalHost,
  heads: Heads = stores.heads,
): Promise<MatchSides> {
  const seen = { ...stores, heads };
  const timer = new SteppedTimer(1e12);
  const open = unwrap(await beginMatch(seen, game, headerOf(game, clock)));
  const { match } = open.replay;
  let host = new Host({ open, timer });
  await host.start();
  return {
    get by() {
      return [host, host] as const;
    },
    timer,
    async until(isSo) {
      for (let k = 0; k < 2000 && !isSo(); k++) {
        await host.idle();
        await setImmediate();
      }
      expect(isSo()).toBe(true);
    },
    pass: ms => timer.pass(ms),
    head: () => stores.heads.get(match),
    async interrupt() {
      await host.close();
      const again = unwrap(await loadMatch(seen, match, async () => ok(game)));
      host = new Host({ open: again, timer });
      await host.start();
    },
    close: () => host.close(),
  };
}

async function sqlite(game: Game, clock: TimeControl | null): Promise<MatchSides> {
  const dir = await mkdtemp(join(tmpdir(), 'kifu-match-'));
  const store = await createSqliteStore(join(dir, 'match.sqlite'), { isHere: true });
  const { blocks, heads, append } = store;
  const sides = await local(game, clock, { blocks, heads, append });
  return Object.create(sides, {
    close: {
      async value() {
        await sides.close();
        await store.close();
        await rm(dir, { recursive: true });
      },
    },
  }) as MatchSides;
}

const clockTimer: Timer = {
  now: () => performance.now(),
  after(ms, work) {
    const alarm = setTimeout(work, ms);
    return () => clearTimeout(alarm);
  },
};

async function server(game: Game, clock: TimeControl | null): Promise<MatchSides> {
  const sockets = new Set<WebSocket>();
  class Socket extends WebSocket {
    constructor(...args: ConstructorParameters<typeof WebSocket>) {
      super(...args);
      sockets.add(this);
    }
  }
  const served = await serve();
  const seats = ['Ann', 'Ben'].map(name => ({ type: 'you' as const, name }));
  const lives = await served.play(
    { game: game.name, seats, ...(clock === null ? {} : { clock }) },
    { WebSocket: Socket },
  );
  const by = lives as unknown as readonly [Match, Match];
  const until = (isSo: () => boolean) =>
    vi.waitFor(() => expect(isSo()).toBe(true), { timeout: 20_000, interval: 5 });
  await until(() => by.every(match => activeSeats(match).length > 0));
  const match = by[0].replay!.match;
  return {
    ...{ by, until, timer: clockTimer },
    pass() {},
    head: () => served.stores.heads.get(match),
    async interrupt() {
      for (const socket of sockets) socket.close(4500);
      await until(() => lives.every(live => !live.connection.isConnected));
      await until(() => lives.every(live => live.connection.isConnected));
    },
    close: () => served.close(),
  };
}

async function peer(game: Game, clock: TimeControl | null): Promise<MatchSides> {
  const world = createWorld(1);
  const pair = await pairUp(world, game, { clock });
  const sides = [...pair.sides].sort((a, b) => a.match!.seat - b.match!.seat);
  const by = sides.map(({ match }) => match) as unknown as readonly [Match, Match];
  const until = async (isSo: () => boolean) => void expect(await world.until(isSo)).toBe(true);
  await until(() => by.every(match => activeSeats(match).length > 0));
  const id = unwrap(parseCid(pair.id));
  return {
    ...{ by, until, timer: world.timer },
    // in this world time passes from event to event
    pass() {},
    head: seat => sides[seat]!.disk.whole.heads.get(id),
    async interrupt() {
      pair.cut();
      await until(() => sides.every(({ match }) => !match!.connection.isConnected));
      await pair.connect();
    },
    async close() {
      for (const { match } of sides) await match!.close();
    },
  };
}

const HIDES = { hidesHands: true };

const TRANSPORTS: Record<string, Parameters<typeof matchContract>> = {
  'a host over memory': [(game, clock) => local(game, clock), HIDES],
  'a host over SQLite': [sqlite, HIDES],
  'a server': [server, HIDES],
  // hands that are hidden need someone who deals them
  'a peer': [peer, { hidesHands: false }],
};

describe.each(Object.keys(TRANSPORTS))('a match with %s', name => {
  test.each(matchContract(...TRANSPORTS[name]!))('%s', (_, check) => check());
});

/** Heads that say yes first and store later. */
function hasty(heads: Heads): Heads {
  let last: Promise<unknown> = Promise.resolve();
  return {
    get: async match => {
      await last;
      return heads.get(match);
    },
    async move(...args) {
      last = last.then(() => setImmediate()).then(() => heads.move(...args));
      return true;
    },
  };
}

class LosesPremoves extends LocalHost {
  override premove(seat: Seat, move: Json | null): void {
    this.premoves.set(seat, move!);
    this.on('node', () => this.premoves.delete(seat));
  }
}

function speakTwice(sides: MatchSides): MatchSides {
  const match: Match = sides.by[0];
  const { on } = match;
  (match as { on: Match['on'] }).on = (name, listener) =>
    on(name, event => {
      listener(event);
      listener(event);
    });
  return sides;
}

class PromisesEarly extends LocalHost {
  override async submit(seat: Seat, action: Action): Promise<Result<number>> {
    const n = this.replay.n + 1;
    void super.submit(seat, action);
    return ok(n);
  }
}

class ServesAnyone extends LocalHost {
  override submit(_seat: Seat, action: Action): Promise<Result<number>> {
    return super.submit(this.replay.table!.game.active(this.replay.table!.state)[0]!, action);
  }
}

class ShowsOneHand extends LocalHost {
  override viewsOf(seat: Seat | null): readonly SeatView[] | null {
    return super.viewsOf(seat === null ? null : 0);
  }
}

class StopsTime extends LocalHost {
  override elapsedMs(): number {
    return this.replay.table!.ms;
  }
}

const BROKEN: readonly [how: string, promise: RegExp, make: MakeSides][] = [
  [
    'announces nodes before they are durable',
    /stores a node before/,
    (game, clock) => {
      const stores = memory();
      return local(game, clock, stores, LocalHost, hasty(stores.heads));
    },
  ],
  ['loses premoves', /plays a premove/, (...of) => local(...of, memory(), LosesPremoves)],
  ['announces nodes twice', /every node once/, async (...of) => speakTwice(await local(...of))],
  ['resolves too early', /resolves an action/, (...of) => local(...of, memory(), PromisesEarly)],
  ['plays any seat', /refuses a seat/, (...of) => local(...of, memory(), ServesAnyone)],
  ['shows one hand to all', /its own hand/, (...of) => local(...of, memory(), ShowsOneHand)],
  ['stops time', /lets ticks pass/, (...of) => local(...of, memory(), StopsTime)],
];

test.each(BROKEN)('the contract notices a host that %s', async (_, promise, make) => {
  const checks = matchContract(make, HIDES).filter(([name]) => promise.test(name));
  expect(checks).toHaveLength(1);
  await expect(checks[0]![1]()).rejects.toMatchObject({ name: 'AssertionError' });
});
