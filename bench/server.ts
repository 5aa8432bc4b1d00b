/**
 * The server under load from another process, on loopback. Rates are per second of the server's CPU time, all its threads together, so that
 * they say the same on a busy machine; delays are by the clock.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Json, rngFrom } from '@kifu/core';
import { chess } from '@kifu/games/chess';
import { masterRate } from './boardgame.ts';
import { playByLuck } from './lucky.ts';
import { type Figure, figuresOf, progress, takeTurns } from './measure.ts';
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
  using folder = mkdtempDisposableSync(join(tmpdir(), 'kifu-bench-'));
  const moves = longGame();
  yield* await durable(folder.path, moves);
  yield* await fanOut(folder.path, moves);
  yield* await held(folder.path, 'chess-500', {
    ...{ do: 'paced', matches: 500, forMs: HELD_MS, everyMs: 1000, moves },
    invite: CHESS,
  });
  yield* await held(folder.path, 'kung-fu-chess-1000', {
    ...{ do: 'paced', matches: 1000, forMs: HELD_MS, everyMs: 2500, moves: pawnMoves() },
    invite: { game: 'kung-fu-chess', seats: [...SEATS], countdownMs: 0 },
  });
  yield* await atRest(folder.path, moves);
}

/**
 * A move that is legal, linked by hash, durable and told to both, against an echo, against a relay to two, and against boardgame.io: its master in memory,
 * which does none of it, and its own server with files, which tells both and waits for no disk.
 */
async function durable(folder: string, moves: readonly Json[]): Promise<Figure[]> {
  const job: Load = { do: 'turns', matches: 64, forMs: ROUND_MS, moves };
  await using server = await serve(folder);
  await using echo = await run(WS_PEER, ['echo']);
  await using relay = await run(WS_PEER, ['relay']);
  await using boardgame = await run(join(import.meta.dirname, 'boardgame.ts'), [
    join(folder, 'boardgame.io'),
  ]);
  const { plain, signed, ...peers } = await takeTurns('durable-moves', ROUNDS, {
    plain: () => rateOf(server, { ...job, invite: { ...CHESS, referee: false } }),
    signed: () => rateOf(server, { ...job, invite: CHESS }),
    'ws-echo': () => rateOf(echo, { ...job, do: 'echo' }),
    'ws-relay': () => rateOf(relay, { ...job, do: 'relay' }),
    'boardgame.io': masterRate,
    'boardgame.io-server': () => rateOf(boardgame, { ...job, do: 'boardgame.io' }),
  });
  const unit = 'moves per CPU second';
  return [
    ...figuresOf('durable-moves', unit, plain, peers),
    ...figuresOf('durable-signed-moves', unit, signed, peers),
  ];
}

/** One match and 400 who look on, against `send` to each. */
async function fanOut(folder: string, moves: readonly Json[]): Promise<Figure[]> {
  const job: Load = { do: 'fan-out', matches: 1, spectators: 400, forMs: ROUND_MS, moves };
  await using server = await serve(folder);
  await using peer = await run(WS_PEER, ['broadcast']);
  const { ours, ...peers } = await takeTurns('fan-out', ROUNDS, {
    ours: () => rateOf(server, { ...job, invite: CHESS }),
    ws: () => rateOf(peer, { ...job, do: 'broadcast' }),
  });
  return figuresOf('fan-out', 'deliveries per CPU second', ours, peers);
}

/** Many matches at once at the pace of people: how long an act takes to be acknowledged. */
async function held(folder: string, figure: string, job: Load): Promise<Figure[]> {
  progress(`${figure}: ${job.matches} matches`);
  await using server = await serve(folder);
  const { p50, p99, done, refused } = await load(server, job);
  if (done === 0 || refused > done / 10) throw new Error(`${refused} refused, ${done} done`);
  const unit = 'ms to acknowledgement';
  return [...figuresOf(`${figure}-p50`, unit, [p50]), ...figuresOf(`${figure}-p99`, unit, [p99])];
}

/** What a match costs that goes on while no player is connected. */
async function atRest(folder: string, moves: readonly Json[]): Promise<Figure[]> {
  const matches = 1000;
  progress(`match-at-rest: ${matches} matches`);
  await using server = await serve(folder);
  const job: Load = { do: 'rest', matches, forMs: 4000, everyMs: 1000, moves, invite: CHESS };
  await load(server, { ...job, matches: 20 }); // warm up
  const before = await settle(server);
  await load(server, job);
  const after = await settle(server);
  if (after.rooms > 0) throw new Error(`${after.rooms} matches are still awake`);
  return figuresOf('match-at-rest', 'bytes', [(heldBytes(after) - heldBytes(before)) / matches]);
}

/** Until all rooms have gone to sleep; memory is tidied up more than once, since some of it is only let go in the next turn. */
async function settle(server: Server): Promise<ServerFigures> {
  for (let i = 0; i < 100 && (await server.look('memory')).rooms > 0; i++) await delay(100);
  return server.look('memory');
}

interface ServerFigures {
  readonly heapUsed: number;
  readonly external: number;
  readonly rooms: number;
  /** Microseconds. */
  readonly cpu: { readonly user: number; readonly system: number };
}

/** What a server holds in memory. */
export const heldBytes = ({ heapUsed, external }: ServerFigures): number => heapUsed + external;

export interface Server extends AsyncDisposable {
  readonly url: string;
  /** Memory is tidied up before it is looked at, which takes CPU time of its own. */
  look(at?: 'memory' | 'cpu'): Promise<ServerFigures>;
}

let count = 0;
const serve = (folder: string): Promise<Server> =>
  run(SERVER, [join(folder, `${count++}.sqlite`), '0', LIMITS]);

/** A server of nothing but sockets. */
export const WS_PEER = join(import.meta.dirname, 'ws-peer.ts');

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
    async [Symbol.asyncDispose]() {
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    },
  };
}

/** Puts a load on a server, and measures the server's CPU from when the load has been set up. */
export async function load(
  server: Pick<Server, 'url' | 'look'>,
  job: Load,
): Promise<Loaded & { readonly cpuSeconds: number }> {
  const child = spawnNode(join(import.meta.dirname, 'server-load.ts'), [
    server.url,
    JSON.stringify(job),
  ]);
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the load ended with ${code}`);
  });
  ended.catch(() => {}); // it also ends when all has been said
  const said = async () => (await Promise.race([once(child, 'message'), ended]))[0];
  await said();
  const before = await server.look();
  const loaded: Loaded = await said();
  const after = await server.look();
  const cpuSeconds =
    (after.cpu.user + after.cpu.system - before.cpu.user - before.cpu.system) / 1e6;
  return { ...loaded, cpuSeconds };
}

/** What was done for each second of the server's CPU time. */
export async function rateOf(server: Server, job: Load): Promise<number> {
  const { done, cpuSeconds } = await load(server, job);
  return done / cpuSeconds;
}

/** A game by chance that is as long as they come: no round ends before its time. */
export function longGame(): Json[] {
  const { game } = chess;
  let best: Json[] = [];
  for (let seed = 1; best.length < 300 && seed < 200; seed++) {
    const played = [...playByLuck(game, {}, rngFrom(seed))];
    if (played.length > best.length) best = played.map(({ move }) => game.moves.json.encode(move));
  }
  return best;
}

/** Pawns go forward, one after the other, of both sides in turn. */
const pawnMoves = (): Json[] =>
  Array.from({ length: 8 }, (_, i) => i).flatMap(i => [
    { piece: `P:1:6:${i}`, to: [5, i] },
    { piece: `P:2:1:${i}`, to: [2, i] },
  ]);
