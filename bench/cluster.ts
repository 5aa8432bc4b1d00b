/**
 * Several servers with one PostgreSQL that syncs, all on this machine with those who play: durable moves by the clock and for each second of the servers' CPU, how long they
 * take to be acknowledged, and how long a match stands still after its server was killed.
 */
import { connect, makeInvite } from '@kifu/client';
import { type Json, ok, unwrap } from '@kifu/core';
import { chess } from '@kifu/games/chess';
import { createBalancer } from '../packages/server/test/balancer.ts';
import type { Figure } from './measure.ts';
import { figuresOf } from './measure.ts';
import { type Postgres, startPostgres } from './postgres.ts';
import { CHESS, LIMITS, load, longGame, run, SERVER, type Server } from './server.ts';

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

/** Each server has its own matches, and those who play come straight to it. */
async function moved(postgres: Postgres, moves: readonly Json[], count: number): Promise<Figure[]> {
  const servers = await startServers(postgres, count);
  const job = {
    do: 'turns',
    matches: MATCHES / count,
    forMs: FOR_MS,
    moves,
    invite: CHESS,
  } as const;
  const play = () => Promise.all(servers.map(server => load(server, job)));
  await play(); // warm up
  const loads = await play();
  for (const server of servers) await server.stop();
  return figures(`${count}`, loads);
}

/** Three servers behind a balancer that is not sticky: two of three sockets are led to another. */
async function relayed(postgres: Postgres, moves: readonly Json[]): Promise<Figure[]> {
  const servers = await startServers(postgres, 3);
  const front = await createBalancer(() => servers.map(({ url }) => Number(new URL(url).port)));
  const job = { do: 'turns', matches: MATCHES, forMs: FOR_MS, moves, invite: CHESS } as const;
  const all: Server = {
    url: front.url,
    async look(at) {
      const looks = await Promise.all(servers.map(server => server.look(at)));
      const cpu = (of: 'user' | 'system') => looks.reduce((sum, look) => sum + look.cpu[of], 0);
      return { ...looks[0]!, cpu: { user: cpu('user'), system: cpu('system') } };
    },
    stop: async () => {
      front.close();
      for (const server of servers) await server.stop();
    },
  };
  await load(all, job); // warm up
  const loaded = await load(all, job);
  await all.stop();
  return figures('3-relayed', [loaded]);
}

/** What a match of two costs that is being played, in the memory of its server. */
async function inPlay(postgres: Postgres, moves: readonly Json[]): Promise<Figure[]> {
  const [server] = (await startServers(postgres, 1)) as [Server];
  const job = { do: 'paced', everyMs: 1000, moves, invite: CHESS } as const;
  await load(server, { ...job, matches: 20, forMs: 2000 }); // warm up
  const before = await server.look('memory');
  const loading = load(server, { ...job, matches: IN_PLAY, forMs: 3 * FOR_MS });
  let after = await server.look('memory');
  while (after.rooms < IN_PLAY) {
    await new Promise(done => setTimeout(done, FOR_MS));
    after = await server.look('memory');
  }
  await loading;
  await server.stop();
  const bytes = after.heapUsed + after.external - before.heapUsed - before.external;
  const unit = 'bytes, with two sockets';
  return figuresOf({ bench: 'cluster', figure: 'match-in-play', unit }, [bytes / IN_PLAY], {});
}

function figures(name: string, loads: readonly Awaited<ReturnType<typeof load>>[]): Figure[] {
  const sum = (of: 'done' | 'cpuSeconds') => loads.reduce((total, one) => total + one[of], 0);
  const seconds = Math.max(...loads.map(one => one.seconds));
  const plain = (figure: string, unit: string, ours: number) =>
    figuresOf({ bench: 'cluster', figure: `${figure}-${name}`, unit }, [ours], {});
  return [
    ...plain('moves', 'durable signed moves per second', sum('done') / seconds),
    ...plain('moves-cpu', 'durable signed moves per CPU second', sum('done') / sum('cpuSeconds')),
    ...plain('p99', 'ms to acknowledgement', Math.max(...loads.map(one => one.p99))),
  ];
}

/** From the kill of the server that has a match until another has it and its players are back. */
async function takeovers(postgres: Postgres): Promise<Figure[]> {
  const times: number[] = [];
  for (let i = 0; i < TAKEOVERS; i++) {
    const servers = await startServers(postgres, 2);
    const [dying, other] = servers as [Server, Server];
    const { invite, tokens } = unwrap(await makeInvite(dying.url, CHESS));
    const lives = await Promise.all(
      tokens.map(async ({ token }) =>
        unwrap(
          await connect(other.url, {
            match: invite.id,
            token,
            findGame: async () => ok(chess.game),
          }),
        ),
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
    await dying.stop();
    await isBack.promise;
    times.push(performance.now() - from);
    for (const live of lives) live.close();
    await other.stop();
  }
  const unit = 'ms from the kill of a server to its players at another';
  return figuresOf({ bench: 'cluster', figure: 'takeover', unit }, times, {});
}
