/** A server with an SQLite file as a process of its own, to be killed or measured: `FILE PORT [LIMITS [STORE]]`. Says its address once it listens. */
import { gameNames, loadKit } from '@kifu/games';
import { createSqliteStore } from '@kifu/stores/sqlite';
import { createServer } from '../src/index.ts';

const [path, port, limits = '{}', options = '{}'] = process.argv.slice(2);
const stores = await createSqliteStore(path!, JSON.parse(options));
const server = await createServer({
  stores,
  games: {
    names: gameNames,
    load: loadKit,
    module: new URL('../../games/src/index.ts', import.meta.url).href,
  },
  limits: { messagesPerSecond: 10_000, messageBurst: 10_000, ...JSON.parse(limits) },
});
process.on('SIGTERM', async () => {
  await server.close();
  await stores.close();
  process.exit(0);
});
// asked over IPC: for what is really held in memory, in bytes, or for the CPU time, which tidying up would add to
process.on('message', asked => {
  if (asked === 'memory') globalThis.gc?.();
  process.send!({
    ...process.memoryUsage(),
    cpu: process.cpuUsage(),
    rooms: server.registry.rooms.size,
  });
});
process.stdout.write(`${await server.listen({ port: Number(port) })}\n`);
