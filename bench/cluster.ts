/**
 * Several servers with one PostgreSQL that syncs, all on this machine with those who play: durable moves by the clock and for each second of the servers' CPU, how long they
 * take to be acknowledged, and how long a match stands still after its server was killed.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { connect, makeInvite } from '@kifu/client';
import { type Json, ok, unwrap } from '@kifu/core';
import { chess } from '@kifu/games/chess';
import { createBalancer } from '../packages/server/test/balancer.ts';
import { type Figure, figuresOf, progress, sumOf } from './measure.ts';
import { type Postgres, startPostgres } from './postgres.ts';
import { CHESS, heldBytes, LIMITS, load, longGame, run, SERVER, type Server } from './server.ts';

const MATCHES = 96;
const FOR_MS = 4000;
const TAKEOVERS = 3;
const IN_PLAY = 500;

export async function* bench(): AsyncGenerator<Figure> {
  const postgres = await startPostgres();
  if (postgres === null) throw new Error('there is no PostgreSQL here');
  try {
    const moves = longGame();
    for (const count of [1, 2, 3]) yield* await moved(postgres, moves, count);
    yield* await relayed(postgres, moves);
    yield* await inPlay(postgres, moves);
    yield* await takeovers(postgres);
  } finally {
    await postgres.stop();
  }
}

let schemas = 0;
const startServers = (postgres: Postgres, count: number): Promise<Server[]> => {
  const store = JSON.stringify({ schema: `bench ${schemas++}` });
  return Promise.all(
    Array.from({ length: count }, () => run(SERVER, [postgres.url(), '0', LIMITS, store])),
  );
};

const stop = (servers: readonly Server[]) =>
  Promise.all(servers.map(server => server[Symbol.asyncDispose]()));

/** Each server has its own matches, and those who play come straight to it. */
async function moved(postgres: Postgres, moves: readonly Json[], count: number): Promise<Figure[]> {
  const servers = await startServers(postgres, count);
  const figures = await playOn(`${count}`, servers, moves);
  await stop(servers);
  return figures;
}

/** Three servers behind a balancer that is not sticky: two of three sockets are led to another. */
async function relayed(postgres: Postgres, moves: readonly Json[]): Promise<Figure[]> {
  const servers = await startServers(postgres, 3);
  const front = await createBalancer(() => servers.map(({ url }) => Number(new URL(url).port)));
  const look: Server['look'] = async at => {
    const looks = await Promise.all(servers.map(server => server.look(at)));
    const cpu = (of: 'user' | 'system') => sumOf(looks.map(look => look.cpu[of]));
    return { ...looks[0]!, cpu: { user: cpu('user'), system: cpu('system') } };
  };
  const figures = await playOn('3-relayed', [{ url: front.url, look }], moves);
  front.close();
  await stop(servers);
  return figures;
}

/** Plays all matches at the doors, as fast as they are answered. */
async function playOn(
  name: string,
  doors: readonly Pick<Server, 'url' | 'look'>[],
  moves: readonly Json[],
): Promise<Figure[]> {
  progress(`moves-${name}`);
  const job = { do: 'turns', matches: MATCHES / doors.length, forMs: FOR_MS, moves } as const;
  const play = () => Promise.all(doors.map(door => load(door, { ...job, invite: CHESS })));
  await play(); // warm up
  const loads = await play();
  const done = sumOf(loads.map(one => one.done));
  const seconds = Math.max(...loads.map(one => one.seconds));
  const cpuSeconds = sumOf(loads.map(one => one.cpuSeconds));
  const p99 = Math.max(...loads.map(one => one.p99));
  return [
    ...figuresOf(`moves-${name}`, 'durable signed moves per second', [done / seconds]),
    ...figuresOf(`moves-cpu-${name}`, 'durable signed moves per CPU second', [done / cpuSeconds]),
    ...figuresOf(`p99-${name}`, 'ms to acknowledgement', [p99]),
  ];
}

/** What a match of two costs that is being played, in the memory of its server. */
async function inPlay(postgres: Postgres, moves: readonly Json[]): Promise<Figure[]> {
  progress(`match-in-play: ${IN_PLAY} matches`);
  const [server] = (await startServers(postgres, 1)) as [Server];
  const job = { do: 'paced', everyMs: 1000, moves, invite: CHESS } as const;
  await load(server, { ...job, matches: 20, forMs: 2000 }); // warm up
  const before = await server.look('memory');
  const loading = load(server, { ...job, matches: IN_PLAY, forMs: 3 * FOR_MS });
  let after = await server.look('memory');
  while (after.rooms < IN_PLAY) {
    await delay(FOR_MS);
    after = await server.look('memory');
  }
  await loading;
  await stop([server]);
  const bytes = (heldBytes(after) - heldBytes(before)) / IN_PLAY;
  return figuresOf('match-in-play', 'bytes, with two sockets', [bytes]);
}

/** From the kill of the server that has a match until another has it and its players are back. */
async function takeovers(postgres: Postgres): Promise<Figure[]> {
  const times: number[] = [];
  for (let i = 0; i < TAKEOVERS; i++) {
    progress(`takeover ${i + 1} of ${TAKEOVERS}`);
    const [dying, other] = (await startServers(postgres, 2)) as [Server, Server];
    const { invite, tokens } = unwrap(await makeInvite(dying.url, CHESS));
    const findGame = async () => ok(chess.game);
    const lives = await Promise.all(
      tokens.map(async ({ token }) =>
        unwrap(await connect(other.url, { match: invite.id, token, findGame })),
      ),
    );
    const isBack = Promise.withResolvers<void>();
    const from = performance.now();
    for (const live of lives)
      live.on('down', () =>
        live.on('welcome', () => {
          if (lives.every(({ connection }) => connection.isConnected)) isBack.resolve();
        }),
      );
    await stop([dying]);
    await isBack.promise;
    times.push(performance.now() - from);
    for (const live of lives) live.close();
    await stop([other]);
  }
  return figuresOf('takeover', 'ms from the kill of a server to its players at another', times);
}
