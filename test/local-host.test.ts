/** The local host: programs, clocks, takebacks, premoves, offers, hidden hands, ticks, failures. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { botPlayer } from '@kifu/bots';
import { type Game, type Header, type Kit, moveAct, unwrap } from '@kifu/core';
import { gameNames, loadKit } from '@kifu/games';
import { verify } from '@kifu/record';
import {
  ANSWER_MS,
  activeSeats,
  LocalHost,
  legalMoves,
  type Match,
  presentOf,
  type SeatMove,
  type SeatPlayer,
  SteppedTimer,
} from '@kifu/record/match';
import { NO_TERMS } from '@kifu/record/match-state';
import { beginMatch, loadMatch, type MatchStores } from '@kifu/record/store';
import { memoryBlocks, memoryHeads } from '@kifu/stores/memory';
import { createSqliteStore } from '@kifu/stores/sqlite';
import { expect, test } from 'vitest';

const memory = (): MatchStores => ({ blocks: memoryBlocks(), heads: memoryHeads() });
const kitOf = async (name: string) => unwrap(await loadKit(name)) as Kit;

async function begin(kit: Kit, seats: number, terms: object = {}, stores = memory()) {
  const header: Header = {
    game: kit.game.name,
    version: kit.game.version,
    options: {},
    players: Array.from({ length: seats }, (_, seat) => ({ seat, name: `p${seat}` })),
    seed: kit.game.chance === undefined ? null : 7,
    start: null,
    startedAt: '2026-01-01T00:00:00.000Z',
    tags: {},
    terms: { ...NO_TERMS, nonce: '00'.repeat(16), ...terms },
  };
  return unwrap(await beginMatch(stores, kit.game as Game, header));
}
const bot = (kit: Kit, seed: number, name = 'random'): SeatPlayer =>
  unwrap(botPlayer(kit, name, { seed, nodes: 50 })) as SeatPlayer;

/** Lets stepped time pass until the match is over. */
async function runOut(host: LocalHost, timer: SteppedTimer, most = 100_000) {
  for (let k = 0; k < most && !host.replay.isEnded; k++) {
    await host.idle();
    await new Promise(resolve => setImmediate(resolve));
    if (timer.nextMs !== null) timer.pass(Math.max(0, timer.nextMs - timer.now()));
  }
}
/** Lets everything happen that no time must pass for. */
async function settle(host: LocalHost) {
  for (let k = 0; k < 20; k++) {
    await host.idle();
    await new Promise(resolve => setImmediate(resolve));
  }
}
const check = async (host: LocalHost, kit: Kit) => {
  const report = await verify(host.replay.nodes, async () => ({
    ok: true,
    value: kit.game as Game,
  }));
  expect(report.fault).toBeNull();
};
const play = async (host: LocalHost, kit: Kit, seat: number, text: string) => {
  const state = presentOf(host)!.state;
  const move = unwrap(kit.notations[0]!.parse(state, text));
  return host.submit(seat, moveAct(kit.game, move));
};

// random play of go does not end soon, and Kung Fu Chess has a test of its own
test.each(gameNames().filter(name => !/^(?:go|kung)/.test(name)))(
  'bots play %s to the end, and the record is verified',
  async name => {
    const kit = await kitOf(name);
    const [seats] = kit.game.seats;
    const open = await begin(kit, seats);
    const timer = new SteppedTimer(1e12);
    const programs = new Map(
      Array.from({ length: seats }, (_, seat) => [seat, bot(kit, seat + 3)]),
    );
    const host = new LocalHost({ open, timer, programs });
    await host.start();
    await runOut(host, timer);
    expect(host.replay.isEnded).toBe(true);
    await check(host, kit);
  },
);

test('kung fu chess runs by ticks of a stepped timer', async () => {
  const kit = await kitOf('kung-fu-chess');
  const open = await begin(kit, 2);
  const timer = new SteppedTimer(1e12);
  const host = new LocalHost({
    open,
    timer,
    startedMs: 1e12 + 3000,
    programs: new Map([
      [0, bot(kit, 1)],
      [1, bot(kit, 2)],
    ]),
  });
  await host.start();
  for (let k = 0; k < 400 && !host.replay.isEnded; k++) {
    await host.idle();
    timer.pass(250);
    await new Promise(resolve => setImmediate(resolve));
  }
  expect(host.replay.n).toBeGreaterThan(20);
  await host.close();
  await check(host, kit);
});

test('a takeback is appended, by a bot that consents; a premove waits for its turn', async () => {
  const kit = await kitOf('chess');
  const open = await begin(kit, 2);
  const timer = new SteppedTimer(1e12);
  const host = new LocalHost({
    open,
    timer,
    programs: new Map([[1, bot(kit, 5)]]),
    minThinkMs: 100,
  });
  await host.start();
  expect((await play(host, kit, 0, 'e4')).ok).toBe(true);
  const premove = unwrap(
    kit.notations.find(({ name }) => name === 'UCI')!.parse(presentOf(host)!.state, 'd2d4'),
  ) as never;
  host.premove(0, premove);
  expect(host.premoves.size).toBe(1);
  for (let k = 0; k < 5; k++) {
    timer.pass(100);
    await new Promise(resolve => setImmediate(resolve));
    await host.idle();
  }
  expect(host.premoves.size).toBe(0);
  expect(host.replay.table!.moves).toBeGreaterThanOrEqual(3);
  const before = host.replay.n;
  expect((await host.takeBack(0)).ok).toBe(true);
  await host.idle();
  expect(host.replay.n).toBeGreaterThanOrEqual(before + 2);
  expect(activeSeats(host)).toEqual([0]);
  expect(legalMoves(host, 0).length).toBeGreaterThan(0);
  await host.close();
  await check(host, kit);
});

test('a flag falls by the one alarm, and clocks are paused while nobody hosts', async () => {
  const kit = await kitOf('chess');
  const dir = await mkdtemp(join(tmpdir(), 'host-'));
  const store = await createSqliteStore(join(dir, 'a.sqlite'), { isHere: true });
  const open = await begin(kit, 2, { clock: { type: 'absolute', mainMs: 60_000 } }, store as never);
  const timer = new SteppedTimer(1e12);
  const host = new LocalHost({ open, timer });
  await host.start();
  timer.pass(1000);
  await play(host, kit, 0, 'e4');
  timer.pass(5000);
  await host.close();
  // another process, a day later
  const again = unwrap(
    await loadMatch(store as never, open.replay.match, async () => ({
      ok: true,
      value: kit.game as Game,
    })),
  );
  const later = new SteppedTimer(1e12 + 86_400_000);
  const host2 = new LocalHost({ open: again, timer: later, startedMs: 1e12 });
  await host2.start();
  later.pass(50_000);
  await host2.idle();
  expect(host2.replay.outcome).toBeNull();
  later.pass(10_000);
  await host2.idle();
  expect(host2.replay.outcome).toMatchObject({ reason: 'timeout', winners: [0] });
  await check(host2, kit);
  await store.close();
});

test('a process that was killed is not charged to the player whose turn it was', async () => {
  const kit = await kitOf('chess');
  const stores = memory();
  const open = await begin(kit, 2, { clock: { type: 'absolute', mainMs: 60_000 } }, stores);
  const timer = new SteppedTimer(1e12);
  const host = new LocalHost({ open, timer, startedMs: 1e12 });
  await host.start();
  timer.pass(1000);
  await play(host, kit, 0, 'e4');
  const again = unwrap(
    await loadMatch(stores, open.replay.match, async () => ({ ok: true, value: kit.game as Game })),
  );
  const later = new SteppedTimer(1e12 + 86_400_000);
  const host2 = new LocalHost({ open: again, timer: later, startedMs: 1e12 });
  await host2.start();
  expect(again.replay.table!.clocks!.isPaused).toBe(false);
  later.pass(59_000);
  await host2.idle();
  expect(host2.replay.outcome).toBeNull();
  expect(again.replay.table!.ms).toBe(86_400_000);
  await host2.close();
  await check(host2, kit);
});

test('each person at one screen sees their own hand', async () => {
  const kit = await kitOf('dominos');
  const open = await begin(kit, 2);
  const host = new LocalHost({
    open,
    timer: new SteppedTimer(1e12),
    programs: new Map([[1, bot(kit, 9)]]),
  });
  expect(presentOf(host)).toBeNull();
  expect(host.viewsOf(0)!.at(-1)!.view).not.toEqual(host.viewsOf(null)!.at(-1)!.view);
});

test.each<[how: string, decide: SeatPlayer['decide']]>([
  ['crashes', () => Promise.reject(new Error('exited with code 1'))],
  ['hangs', () => new Promise(() => {})],
  ['answers with garbage', async () => ({ do: 'move', move: { from: 0, to: 63 } })],
  ['plays illegally', async () => ({ do: 'move', move: 'e7e4' })],
])('a program that %s is restarted once, then loses by absence', async (_how, decide) => {
  const kit = await kitOf('chess');
  const open = await begin(kit, 2);
  const timer = new SteppedTimer(1e12);
  let restarts = 0;
  const program: SeatPlayer = {
    name: 'engine',
    decide,
    async restart() {
      restarts++;
      return program;
    },
  };
  const host = new LocalHost({ open, timer, moveMs: 400, programs: new Map([[1, program]]) });
  const faults: string[] = [];
  host.on('fault', ({ rule, message }) => faults.push(`${rule}: ${message}`));
  await host.start();
  await play(host, kit, 0, 'e4');
  await runOut(host, timer);
  expect(host.replay.outcome).toMatchObject({ reason: 'absence', winners: [0] });
  expect(restarts).toBe(1);
  expect(faults).toHaveLength(2);
  expect(faults[0]).toMatch(/^seat-player: engine failed: /);
  await check(host, kit);
});

test('a program with a failed restart can be replaced while the match is paused', async () => {
  const kit = await kitOf('chess');
  const open = await begin(kit, 2);
  const timer = new SteppedTimer(1e12);
  const broken: SeatPlayer = { name: 'engine', decide: () => Promise.reject(new Error('gone')) };
  const programs = new Map([[1, broken]]);
  const host = new LocalHost({ open, timer, programs, onFailure: 'pause' });
  await host.start();
  await play(host, kit, 0, 'e4');
  for (let k = 0; k < 20; k++) await new Promise(resolve => setImmediate(resolve));
  await host.idle();
  expect(host.replay.table!.talk.isPaused).toBe(true);
  host.replace(1, null);
  expect(host.seats).toEqual([0, 1]);
  expect((await host.submit(0, { type: 'resume' })).ok).toBe(true);
  await host.idle();
  expect((await play(host, kit, 1, 'e5')).ok).toBe(true);
  await host.close();
  await check(host, kit);
});

test('a bot declines a draw early, in rated matches, and where it stands better', async () => {
  const kit = await kitOf('chess');
  const open = await begin(kit, 2);
  const host = new LocalHost({
    ...{ open, timer: new SteppedTimer(1e12), evaluate: () => 0 },
    programs: new Map([[1, bot(kit, 5)]]),
  });
  await host.start();
  await host.submit(0, { type: 'offer-draw' });
  expect(host.replay.table!.talk.offer).toBeNull();
  expect(host.replay.outcome).toBeNull();
  await host.close();
});

test.each<[how: string, answer: SeatPlayer['answer'], isDrawn: boolean]>([
  ['accepts', async () => 'accept', true],
  ['declines', async () => 'decline', false],
  ['fails', () => Promise.reject(new Error('exited')), false],
])(
  'a player with answers of its own is asked about a draw: it %s',
  async (_how, answer, isDrawn) => {
    const kit = await kitOf('chess');
    const programs = new Map([[1, { ...bot(kit, 5), answer: answer! }]]);
    const open = await begin(kit, 2);
    const host = new LocalHost({ open, timer: new SteppedTimer(1e12), programs });
    await host.start();
    await host.submit(0, { type: 'offer-draw' });
    await settle(host);
    expect(host.replay.table!.talk.offer).toBeNull();
    expect(host.replay.outcome?.reason ?? null).toBe(isDrawn ? 'agreement' : null);
    await host.close();
  },
);

test('a player is asked about every kind of offer, and about each once', async () => {
  const kit = await kitOf('chess');
  const asked: string[] = [];
  const player: SeatPlayer = {
    ...bot(kit, 5),
    async answer({ kind, by }) {
      asked.push(`${kind} by ${by}`);
      return 'accept';
    },
  };
  const timer = new SteppedTimer(1e12);
  const open = await begin(kit, 2);
  const host = new LocalHost({ open, timer, programs: new Map([[1, player]]) });
  await host.start();
  await play(host, kit, 0, 'e4');
  await settle(host);
  for (const type of ['ask-takeback', 'pause', 'resume', 'offer-draw'] as const) {
    await host.submit(0, { type });
    await settle(host);
  }
  expect(asked).toEqual(['takeback by 0', 'pause by 0', 'resume by 0', 'draw by 0']);
  expect(host.replay.outcome).toMatchObject({ reason: 'agreement' });
});

test('a player that never answers stops nobody, and the usual policy answers in the end', async () => {
  const kit = await kitOf('chess');
  const signals: AbortSignal[] = [];
  const player: SeatPlayer = {
    ...bot(kit, 5),
    answer(_offer, signal) {
      signals.push(signal);
      return new Promise(() => {});
    },
  };
  const timer = new SteppedTimer(1e12);
  const open = await begin(kit, 2);
  const host = new LocalHost({ open, timer, programs: new Map([[1, player]]) });
  await host.start();
  await host.submit(0, { type: 'offer-draw' });
  expect((await play(host, kit, 0, 'e4')).ok).toBe(true);
  await settle(host);
  // the bot has moved, and that declines the draw
  expect(host.replay.table!.talk.offer).toBeNull();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  await host.submit(0, { type: 'pause' });
  timer.pass(ANSWER_MS);
  await settle(host);
  expect(host.replay.table!.talk.isPaused).toBe(true);
  await host.submit(0, { type: 'resume' });
  await host.close();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true]);
  await check(host, kit);
});

test('a move is pending until it is durable, and no longer when listeners hear of it', async () => {
  const kit = await kitOf('chess');
  const host = new LocalHost({ open: await begin(kit, 2), timer: new SteppedTimer(1e12) });
  await host.start();
  const heard: number[] = [];
  host.on('node', () => heard.push(host.pending.length));
  const before = presentOf(host)!.state;
  const played = play(host, kit, 0, 'e4');
  expect(host.pending).toMatchObject([{ seat: 0 }]);
  expect(activeSeats(host)).toEqual([1]);
  expect(host.replay.table!.state).toBe(before);
  expect((await played).ok).toBe(true);
  expect(heard).toEqual([0]);
  const [wrong] = kit.game.legal(before, 0);
  const refused = host.submit(0, moveAct(kit.game, wrong!));
  expect(host.pending).toHaveLength(1);
  expect((await refused).ok).toBe(false);
  expect(host.pending).toEqual([]);
});

test('a program that decides during a pause has not failed, and decides again after it', async () => {
  const kit = await kitOf('chess');
  const timer = new SteppedTimer(1e12);
  const answers: (() => void)[] = [];
  const program: SeatPlayer = {
    name: 'engine',
    decide: ({ view }) =>
      new Promise(done => answers.push(() => done({ do: 'move', move: view.legal[0]! }))),
  };
  const programs = new Map([[1, program]]);
  const host = new LocalHost({ open: await begin(kit, 2), timer, programs });
  const faults: unknown[] = [];
  host.on('fault', fault => faults.push(fault));
  await host.start();
  await play(host, kit, 0, 'e4');
  for (const type of ['pause', 'resume', 'pause', 'resume'] as const) {
    await host.submit(0, { type });
    answers.shift()?.();
    await new Promise(resolve => setImmediate(resolve));
    await host.idle();
  }
  expect(faults).toEqual([]);
  expect(host.replay.table!.moves).toBe(2);
});

test('refuses a seat that a program plays, and everything after the end', async () => {
  const kit = await kitOf('chess');
  const host = new LocalHost({
    ...{ open: await begin(kit, 2), timer: new SteppedTimer(1e12) },
    programs: new Map([[1, bot(kit, 5)]]),
  });
  await host.start();
  expect(await host.submit(1, { type: 'offer-draw' })).toMatchObject({
    fault: { code: 'wrong-seat' },
  });
  await host.submit(0, { type: 'leave', of: 0, how: 'resignation' });
  expect(host.replay.outcome).toMatchObject({ winners: [1] });
  expect(await host.submit(0, { type: 'offer-draw' })).toMatchObject({
    fault: { code: 'game-over' },
  });
  const { n } = host.replay;
  await host.close();
  expect(host.replay.n).toBe(n);
});

test('waits for nobody where an own move that is under way makes a roll due', async () => {
  const { game } = await kitOf('backgammon');
  const { replay } = await begin(await kitOf('backgammon'), 2);
  const { state, terms } = replay.table!;
  const [seat] = game.active(state);
  const pending: SeatMove[] = [];
  for (let now = state; game.chance!.due(now) === false; ) {
    const [move] = game.legal(now, seat!);
    pending.push({ seat: seat!, move: move! });
    now = unwrap(game.play(now, seat!, move!)).state;
  }
  // where the players draw together, the roll comes with their next reveals
  const table = { ...replay.table!, terms: { ...terms, fair: {} }, drawn: 0 };
  const match = { replay: { table, game, outcome: null }, viewsOf: () => null, elapsedMs: () => 0 };
  expect(activeSeats({ ...match, pending: [] } as unknown as Match)).toEqual([seat]);
  expect(activeSeats({ ...match, pending } as unknown as Match)).toEqual([]);
});
