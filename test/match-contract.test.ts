/** One contract for matches in hand: hosted in this process, on a server, and with a peer; and for hosts that break it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Action, Game, Header, Json, Result, Seat, TimeControl } from '@kifu/core';
import { ok, parseCid, unwrap } from '@kifu/core';
import {
  activeSeats,
  type HostOptions,
  LocalHost,
  type Match,
  SteppedTimer,
  type Timer,
} from '@kifu/record/match';
import { NO_TERMS } from '@kifu/record/match-state';
import type { SeatView } from '@kifu/record/replay';
import { beginMatch, type Heads, loadMatch, type MatchStores } from '@kifu/record/store';
import { memoryBlocks, memoryHeads } from '@kifu/stores/memory';
import { createSqliteStore } from '@kifu/stores/sqlite';
import { describe, expect, test, vi } from 'vitest';
import { pairUp } from '../packages/peer/test/pair.ts';
import { createWorld } from '../packages/peer/test/world.ts';
import { handClock, serve } from '../packages/server/test/serve.ts';
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
  countdownMs: number,
  stores: MatchStores = memory(),
  Host: typeof LocalHost = LocalHost,
  heads: Heads = stores.heads,
): Promise<MatchSides> {
  const seen = { ...stores, heads };
  const timer = new SteppedTimer(1e12);
  const open = unwrap(await beginMatch(seen, game, headerOf(game, clock)));
  const { match } = open.replay;
  let host = new Host({ open, timer, startedMs: timer.now() + countdownMs });
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

async function sqlite(...[game, clock, countdownMs]: Parameters<MakeSides>): Promise<MatchSides> {
  const dir = await mkdtemp(join(tmpdir(), 'kifu-match-'));
  const store = await createSqliteStore(join(dir, 'match.sqlite'), { isHere: true });
  const { blocks, heads, append } = store;
  const sides = await local(game, clock, countdownMs, { blocks, heads, append });
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

const isPlayed = (match: Match): boolean => activeSeats(match).length > 0;

async function server(...[game, clock, countdownMs]: Parameters<MakeSides>): Promise<MatchSides> {
  const sockets = new Set<WebSocket>();
  class Socket extends WebSocket {
    constructor(...args: ConstructorParameters<typeof WebSocket>) {
      super(...args);
      sockets.add(this);
    }
  }
  // a countdown lasts until the test lets it end, however long the machine takes
  const hand = countdownMs > 0 ? handClock() : null;
  const time = hand === null ? {} : { now: hand.now };
  const served = await serve(time);
  const seats = ['Ann', 'Ben'].map(name => ({ type: 'you' as const, name }));
  const lives = await served.play(
    {
      ...{ game: game.name, seats },
      ...(clock === null ? {} : { clock }),
      ...(countdownMs === 0 ? {} : { countdownMs }),
    },
    { WebSocket: Socket, ...time },
  );
  const by = lives as unknown as readonly [Match, Match];
  const until = (isSo: () => boolean) =>
    vi.waitFor(() => expect(isSo()).toBe(true), { timeout: 20_000, interval: 5 });
  const isThere = hand === null ? isPlayed : ({ replay }: Match) => replay !== null;
  await until(() => by.every(isThere));
  const match = by[0].replay!.match;
  return {
    ...{ by, until, timer: clockTimer },
    pass: ms => hand?.pass(ms),
    head: () => served.stores.heads.get(match),
    async interrupt() {
      for (const socket of sockets) socket.close(4500);
      await until(() => lives.every(live => !live.connection.isConnected));
      await until(() => lives.every(live => live.connection.isConnected));
    },
    close: () => served.close(),
  };
}

async function peer(...[game, clock]: Parameters<MakeSides>): Promise<MatchSides> {
  const world = createWorld(1);
  const pair = await pairUp(world, game, { clock });
  const sides = [...pair.sides].sort((a, b) => a.match!.seat - b.match!.seat);
  const by = sides.map(({ match }) => match) as unknown as readonly [Match, Match];
  const until = async (isSo: () => boolean) => void expect(await world.until(isSo)).toBe(true);
  await until(() => by.every(isPlayed));
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

const ALL = { hidesHands: true, countsDown: true };

const TRANSPORTS: Record<string, Parameters<typeof matchContract>> = {
  'a host over memory': [(...of) => local(...of), ALL],
  'a host over SQLite': [sqlite, ALL],
  'a server': [server, ALL],
  // hands that are hidden need someone who deals them, and a countdown needs someone who sets the start
  'a peer': [peer, { hidesHands: false, countsDown: false }],
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

/** Says that an action was performed, and forgets it. */
const forgetting = (type: Action['type']): typeof LocalHost =>
  class extends LocalHost {
    override async submit(seat: Seat, action: Action): Promise<Result<number>> {
      return action.type === type ? ok(this.replay.n) : super.submit(seat, action);
    }
  };

class HidesRefusals extends LocalHost {
  override async submit(seat: Seat, action: Action): Promise<Result<number>> {
    const done = await super.submit(seat, action);
    return done.ok ? done : ok(this.replay.n);
  }
}

class StaysOpen extends LocalHost {
  override async close(): Promise<void> {}
}

class NeverTriesPremoves extends LocalHost {
  constructor(options: HostOptions) {
    super(options);
    this.premoves.tryAll = () => {};
  }
}

class TellsNobody extends LocalHost {
  override readonly on: LocalHost['on'] = () => () => {};
}

/** Loses the match when it is interrupted, and begins it again. */
async function forgetful(...of: Parameters<MakeSides>): Promise<MatchSides> {
  let sides = await local(...of);
  return Object.create(sides, {
    by: { get: () => sides.by },
    interrupt: {
      async value() {
        await sides.close();
        sides = await local(...of);
      },
    },
  }) as MatchSides;
}

const BROKEN: readonly [how: string, promise: RegExp, make: MakeSides][] = [
  [
    'announces nodes before they are durable',
    /stores a node before/,
    (...of) => {
      const stores = memory();
      return local(...of, stores, LocalHost, hasty(stores.heads));
    },
  ],
  ['loses premoves', /plays a premove when/, (...of) => local(...of, memory(), LosesPremoves)],
  ['announces nodes twice', /every node once/, async (...of) => speakTwice(await local(...of))],
  ['resolves too early', /resolves an action/, (...of) => local(...of, memory(), PromisesEarly)],
  ['plays any seat', /refuses a seat/, (...of) => local(...of, memory(), ServesAnyone)],
  ['shows one hand to all', /its own hand/, (...of) => local(...of, memory(), ShowsOneHand)],
  ['stops time', /lets ticks pass/, (...of) => local(...of, memory(), StopsTime)],
  ['lets no flag fall', /by the flag/, (...of) => local(...of, memory(), StopsTime)],
  ['hides refusals', /refuses illegal/, (...of) => local(...of, memory(), HidesRefusals)],
  ['keeps bad premoves', /drops a premove/, (...of) => local(...of, memory(), NeverTriesPremoves)],
  [
    'forgets premoves at the start',
    /during the countdown/,
    (...of) => local(...of, memory(), NeverTriesPremoves),
  ],
  [
    'forgets takebacks',
    /appends a takeback/,
    (...of) => local(...of, memory(), forgetting('ask-takeback')),
  ],
  ['forgets draws', /in a draw/, (...of) => local(...of, memory(), forgetting('accept-draw'))],
  ['begins again', /after an interruption/, forgetful],
  ['tells nobody', /the same driver/, (...of) => local(...of, memory(), TellsNobody)],
  ['stays open', /that it is closed/, (...of) => local(...of, memory(), StaysOpen)],
];

test('a host is broken for every check of the contract', () => {
  const names = matchContract(local, ALL).map(([name]) => name);
  for (const name of names)
    expect(BROKEN.filter(([, promise]) => promise.test(name))).not.toEqual([]);
});

test.each(BROKEN)('the contract notices a host that %s', async (_, promise, make) => {
  const checks = matchContract(make, ALL).filter(([name]) => promise.test(name));
  expect(checks).toHaveLength(1);
  await expect(checks[0]![1]()).rejects.toMatchObject({ name: 'AssertionError' });
});
