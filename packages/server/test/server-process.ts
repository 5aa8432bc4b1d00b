/**
 * A server in a separate process, to be killed or measured: `LOCATION PORT [LIMITS [STORE]]`. The location is an SQLite file, or the URL of a database
 * that several processes share. Prints its address once it listens.
 */
import { gameNames, loadKit } from '@kifu/games';
import { findGameIn } from '@kifu/record/file';
import { createNatsBus } from '@kifu/stores/nats';
import { createPostgresStore } from '@kifu/stores/postgres';
import { createSqliteStore } from '@kifu/stores/sqlite';
import { pino } from 'pino';
import { createServer, type ServerOptions } from '../src/index.ts';
import { ADMIN_TOKEN } from './admin-token.ts';

const GAMES = new URL('../../games/src/index.ts', import.meta.url).href;
const findGame = findGameIn({ load: loadKit });
const [place, port, limits = '{}', options = '{}'] = process.argv.slice(2);

/** The stores, and what else processes share that have them together. */
async function openStores() {
  const { ttlMs, nats, ...open } = JSON.parse(options);
  if (!place!.startsWith('postgres')) {
    const stores = await createSqliteStore(place!, open);
    return { stores, close: () => stores.close() };
  }
  const stores = await createPostgresStore(place!, {
    ...{ findGame, keepBlocks: true, gamesModule: GAMES, ...open },
    tellsHeads: nats === undefined,
  });
  const { leases, bus } = stores;
  if (nats !== undefined) {
    const own = await createNatsBus(nats);
    const close = () => own.close().finally(() => stores.close());
    return { stores, cluster: { leases, bus: own, ttlMs }, close };
  }
  const watchHeads = stores.heads.watch;
  return { stores, cluster: { leases, bus, watchHeads, ttlMs }, close: () => stores.close() };
}

const { close, ...shared }: Awaited<ReturnType<typeof openStores>> & Partial<ServerOptions> =
  await openStores();
const server = await createServer({
  ...shared,
  games: { names: gameNames, load: loadKit, module: GAMES },
  adminToken: ADMIN_TOKEN,
  logger: pino({ level: process.env.KIFU_LOG ?? 'silent' }, pino.destination(2)),
  limits: { messagesPerSecond: 10_000, messageBurst: 10_000, ...JSON.parse(limits) },
});
process.on('SIGTERM', async () => {
  await server.close();
  await close();
  // nothing else may keep it running: `kifu serve` ends when all handles are closed
  process.disconnect();
});
// asked over IPC: for what is really held in memory, in bytes, or for the CPU time, which tidying up would add to
process.on('message', asked => {
  if (asked === 'memory') globalThis.gc?.();
  process.send!({
    ...process.memoryUsage(),
    cpu: process.cpuUsage(),
    rooms: server.registry.rooms.size,
    ids: [...server.registry.rooms.keys()],
  });
});
process.stdout.write(`${await server.listen({ port: Number(port) })}\n`);
