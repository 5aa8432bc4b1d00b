/**
 * The server under load from another process, on loopback. Rates are per second of the server's CPU time, all its threads together, so that
 * they say the same on a busy machine; delays are by the clock.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  cidOf,
  type Game,
  type Json,
  moveAct,
  type NewEntry,
  ok,
  roll,
  start,
  step,
  unwrap,
} from '@kifu/core';
import { chess } from '@kifu/games/chess';
import { append, begin, nodesOf } from '@kifu/record';
import { keepRecord, loadMatch } from '@kifu/record/store';
import { NO_TERMS } from '@kifu/record/table';
import { createSqliteStore } from '@kifu/stores/sqlite';
import { type Figure, figuresOf } from './measure.ts';
import type { Load, Loaded } from './server-load.ts';

const ROUNDS = 3;
const ROUND_MS = 3000;
const HELD_MS = 10_000;
export const SERVER = join(import.meta.dirname, '../packages/server/test/server-process.ts');
const SEATS = [
  { type: 'you', name: 'Ann' },
  { type: 'you', name: 'Bob' },
] as const;
export const CHESS = { game: 'chess', seats: [...SEATS] };
export const LIMITS = JSON.stringify({
  ...{ requestsPerMinute: 1e9, requestBurst: 1e9, connections: 1e5, connectionsPerAddress: 1e5 },
  ...{ sockets: 1e5, socketsPerAddress: 1e5 },
  ...{ openPerAddress: 1e6, open: 1e6, messagesPerSecond: 1e6, messageBurst: 1e6, restMs: 100 },
});

export async function* bench(): AsyncGenerator<Figure> {
  const folder = mkdtempSync(join(tmpdir(), 'kifu-bench-'));
  try {
    const moves = longGame();
    yield* await durable(folder, moves);
    yield* await fanOut(folder, moves);
    yield* await held(folder, 'chess-500', {
      ...{ do: 'paced', matches: 500, forMs: HELD_MS, everyMs: 1000, moves },
      invite: CHESS,
    });
    yield* await held(folder, 'kung-fu-chess-1000', {
      ...{ do: 'paced', matches: 1000, forMs: HELD_MS, everyMs: 2500, moves: pawnMoves() },
      invite: { game: 'kung-fu-chess', seats: [...SEATS], countdownMs: 0 },
    });
    yield await atRest(folder, moves);
    yield* await room(folder, moves);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * A move that is legal, linked by hash, durable and told to both, against an echo, against a relay to two, and against boardgame.io: its master in memory,
 * which does none of it, and its own server with files, which tells both and waits for no disk.
 */
async function durable(folder: string, moves: readonly Json[]): Promise<Figure[]> {
  const job: Load = { do: 'turns', matches: 64, forMs: ROUND_MS, moves };
  const [server, echo, relay, boardgame] = [
    await serve(folder),
    await servePeer('echo'),
    await servePeer('relay'),
    await run(join(import.meta.dirname, 'boardgame-server.ts'), [join(folder, 'boardgame.io')]),
  ];
  const sides = {
    plain: () => load(server, { ...job, invite: { ...CHESS, referee: false } }),
    signed: () => load(server, { ...job, invite: CHESS }),
    echo: () => load(echo, { ...job, do: 'echo' }),
    relay: () => load(relay, { ...job, do: 'relay' }),
    boardgame: () => load(boardgame, { ...job, do: 'boardgame.io' }),
  };
  const rates = { plain: [], signed: [], echo: [], relay: [], boardgame: [] } as {
    [name in keyof typeof sides]: number[];
  };
  const games: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    for (const name of Object.keys(sides) as (keyof typeof sides)[]) {
      const { perCpuSecond } = await sides[name]();
      if (round > 0) rates[name].push(perCpuSecond); // the first warms up
    }
    if (round > 0) games.push(await boardgameRate());
  }
  for (const one of [server, echo, relay, boardgame]) await one.stop();
  const unit = 'moves per CPU second';
  const peers = {
    'ws-echo': rates.echo,
    'ws-relay': rates.relay,
    'boardgame.io': games,
    'boardgame.io-server': rates.boardgame,
  };
  return [
    ...figuresOf({ bench: 'server', figure: 'durable-moves', unit }, rates.plain, peers),
    ...figuresOf({ bench: 'server', figure: 'durable-signed-moves', unit }, rates.signed, peers),
  ];
}

/** One match and 400 who look on, against `send` to each. */
async function fanOut(folder: string, moves: readonly Json[]): Promise<Figure[]> {
  const job: Load = { do: 'fan-out', matches: 1, spectators: 400, forMs: ROUND_MS, moves };
  const [ours, theirs]: [number[], number[]] = [[], []];
  const [server, peer] = [await serve(folder), await servePeer('broadcast')];
  for (let round = 0; round <= ROUNDS; round++) {
    const own = await load(server, { ...job, invite: CHESS });
    const other = await load(peer, { ...job, do: 'broadcast' });
    if (round === 0) continue; // it warms up
    ours.push(own.perCpuSecond);
    theirs.push(other.perCpuSecond);
  }
  await server.stop();
  await peer.stop();
  const base = { bench: 'server', figure: 'fan-out', unit: 'deliveries per CPU second' };
  return figuresOf(base, ours, { ws: theirs });
}

/** Many matches at once at the pace of people: how long an act takes to be acknowledged. */
async function held(folder: string, figure: string, job: Load): Promise<Figure[]> {
  const server = await serve(folder);
  const { p50, p99, done, refused, cpuSeconds, seconds } = await load(server, job);
  await server.stop();
  if (done === 0 || refused > done / 10) throw new Error(`${refused} refused, ${done} done`);
  const plain = (name: string, unit: string, ours: number): Figure => ({
    ...{
      bench: 'server',
      figure: `${figure}-${name}`,
      unit,
      peer: null,
      theirs: null,
      ratio: null,
    },
    ours: Number(ours.toPrecision(4)),
  });
  return [
    plain('p50', 'ms to acknowledgement', p50),
    plain('p99', 'ms to acknowledgement', p99),
    plain('cpu', 'share of a core', cpuSeconds / seconds),
  ];
}

/** What a match costs that goes on while no player is connected. */
async function atRest(folder: string, moves: readonly Json[]): Promise<Figure> {
  const server = await serve(folder);
  const matches = 1000;
  const job: Load = { do: 'rest', matches, forMs: 4000, everyMs: 1000, moves, invite: CHESS };
  await load(server, { ...job, matches: 20 }); // warm up
  await settle(server);
  const before = await server.look('memory');
  await load(server, job);
  await settle(server);
  const after = await server.look('memory');
  await server.stop();
  if (after.rooms > 0) throw new Error(`${after.rooms} matches are still awake`);
  const bytes = (after.heapUsed + after.external - before.heapUsed - before.external) / matches;
  return {
    ...{ bench: 'server', figure: 'match-at-rest', unit: 'bytes', peer: null, theirs: null },
    ratio: null,
    ours: Math.round(bytes),
  };
}

/** Entries of a match that went on for long, with much talk. */
const ROOM_ENTRIES = 2000;
const ROOM_LOADS = 40;

/** How long a match takes to be loaded from the file and played through, so that it can go on. */
async function room(folder: string, moves: readonly Json[]): Promise<Figure[]> {
  const store = await createSqliteStore(join(folder, 'room.sqlite'));
  const nodes = talkative(moves);
  await keepRecord(store, nodes);
  const match = cidOf('dag-cbor', nodes[0]!);
  const findGame = async () => ok(chess.game as Game);
  const times: number[] = [];
  for (let i = 0; i < ROOM_LOADS; i++) {
    const from = process.threadCpuUsage();
    unwrap(await loadMatch(store, match, findGame));
    const { user, system } = process.threadCpuUsage(from);
    times.push((user + system) / 1000);
  }
  await store.close();
  const unit = `CPU ms to load ${ROOM_ENTRIES} entries`;
  return figuresOf({ bench: 'server', figure: 'room', unit }, times, {});
}

/** The nodes of a match in which a draw is offered and declined between its moves. */
function talkative(moves: readonly Json[]): Uint8Array[] {
  const game = chess.game as Game;
  const players = [0, 1].map(seat => ({ seat, name: `Player ${seat}` }));
  const header = {
    ...{ game: 'chess', version: 1, options: {}, seed: null, start: null, startedAt: null },
    ...{ players, tags: {}, terms: { ...NO_TERMS, nonce: '00'.repeat(16) } },
  };
  let { chain } = unwrap(begin(game, header));
  for (let n = 0, played = 0; n < ROOM_ENTRIES; n++) {
    const isMove = n % 8 === 0 && played < moves.length - 1;
    const hasOffer = chain.table.talk.offer !== null;
    const entry: NewEntry = isMove
      ? { seat: played % 2, act: moveAct(game, unwrap(game.moves.json.decode(moves[played++]!))) }
      : hasOffer
        ? { seat: 1, act: { type: 'decline' } }
        : { seat: 0, act: { type: 'offer-draw' } };
    ({ chain } = unwrap(append(chain, { ...entry, ms: n * 100 })));
  }
  return nodesOf(chain);
}

/** Until all rooms have gone to sleep; memory is tidied up more than once, since some of it is only let go in the next turn. */
async function settle(server: Server): Promise<void> {
  for (let i = 0; i < 100; i++) {
    if ((await server.look('memory')).rooms === 0) return;
    await new Promise(done => setTimeout(done, 100));
  }
}

interface ServerFigures {
  readonly heapUsed: number;
  readonly external: number;
  readonly rooms: number;
  /** Microseconds. */
  readonly cpu: { readonly user: number; readonly system: number };
}

export interface Server {
  readonly url: string;
  /** Memory is tidied up before it is looked at, which takes CPU time of its own. */
  look(at?: 'memory' | 'cpu'): Promise<ServerFigures>;
  stop(): Promise<void>;
}

let count = 0;
const serve = (folder: string): Promise<Server> =>
  run(SERVER, [join(folder, `${count++}.sqlite`), '0', LIMITS]);
const servePeer = (how: string): Promise<Server> =>
  run(join(import.meta.dirname, 'ws-peer.ts'), [how]);

const FLAGS = ['--conditions=source', '--no-warnings', '--expose-gc'];
const spawnNode = (file: string, words: readonly string[]): ChildProcess =>
  spawn(process.execPath, [...FLAGS, file, ...words], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });

export async function run(file: string, words: readonly string[]): Promise<Server> {
  const child = spawnNode(file, words);
  const url = String((await once(child.stdout!, 'data'))[0]).trim();
  return {
    url,
    async look(at = 'cpu') {
      const answer = once(child, 'message');
      child.send(at);
      return (await answer)[0] as ServerFigures;
    },
    async stop() {
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    },
  };
}

/** Puts a load on a server, and measures the server's CPU from when the load has been set up. */
export async function load(
  server: Server,
  job: Load,
): Promise<Loaded & { readonly cpuSeconds: number; readonly perCpuSecond: number }> {
  const child = spawnNode(join(import.meta.dirname, 'server-load.ts'), [
    server.url,
    JSON.stringify(job),
  ]);
  await once(child, 'message');
  const before = await server.look();
  const [loaded] = (await once(child, 'message')) as [Loaded];
  const after = await server.look();
  const cpuSeconds =
    (after.cpu.user + after.cpu.system - before.cpu.user - before.cpu.system) / 1e6;
  return { ...loaded, cpuSeconds, perCpuSecond: loaded.done / cpuSeconds };
}

/** A game by chance that is as long as they come: no round ends before its time. */
export function longGame(): Json[] {
  const { game } = chess;
  let best: Json[] = [];
  for (let seed = 1; best.length < 300 && seed < 200; seed++) {
    let state = unwrap(start(game, { seats: [0, 1], seed: null, options: {} })).state;
    let luck = seed;
    const moves: Json[] = [];
    while (game.outcome(state) === null) {
      const [seat] = game.active(state);
      const legal = [...game.legal(state, seat!)];
      const [value, next] = roll(luck, legal.length);
      luck = next as number;
      const move = legal[value - 1]!;
      moves.push(game.moves.json.encode(move));
      ({ state } = unwrap(step(game, state, { do: 'move', seat: seat!, move })));
    }
    if (moves.length > best.length) best = moves;
  }
  return best;
}

/** Pawns go forward, one after the other, of both sides in turn. */
const pawnMoves = (): Json[] =>
  Array.from({ length: 8 }, (_, i) => i).flatMap(i => [
    { piece: `P:1:6:${i}`, to: [5, i] },
    { piece: `P:2:1:${i}`, to: [2, i] },
  ]);

/** Moves a CPU second through boardgame.io's server path, in memory, with no rules and no network. */
async function boardgameRate(): Promise<number> {
  const { makeCounting } = await import('./boardgame-master.ts');
  const update = await makeCounting();
  const from = process.threadCpuUsage();
  let moves = 0;
  let spentMs = 0;
  while (spentMs < 1000) {
    for (let i = 0; i < 100; i++) await update();
    moves += 100;
    const { user, system } = process.threadCpuUsage(from);
    spentMs = (user + system) / 1000;
  }
  return (moves / spentMs) * 1000;
}
