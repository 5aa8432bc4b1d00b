/** The other process of the server's bench: our server on an SQLite file, and beside it a bare WebSocket server to compare with. */
import { once } from 'node:events';
import { createServer as createHttp } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gameNames, loadKit } from '@kifu/games';
import { createServer } from '@kifu/server';
import { createSqliteStore } from '@kifu/stores/sqlite';
import { type WebSocket, WebSocketServer } from 'ws';

const MANY = 1_000_000_000;
const stores = await createSqliteStore(process.argv[2]!);
const server = await createServer({
  stores,
  games: { names: gameNames, load: loadKit },
  // one address makes all of them here
  limits: {
    ...{ messagesPerSecond: MANY, messageBurst: MANY, requestsPerMinute: MANY, requestBurst: MANY },
    ...{ connectionsPerAddress: MANY, openPerAddress: MANY },
  },
});
const http = createHttp();
const bare = new WebSocketServer({ server: http, perMessageDeflate: false });
const groups = new Map<string, Set<WebSocket>>();
bare.on('connection', (ws, { url: path = '/' }) => {
  const group = groups.get(path) ?? new Set();
  groups.set(path, group.add(ws));
  ws.on('close', () => group.delete(ws));
  ws.on('message', (data, isBinary) => {
    for (const other of path === '/' ? [ws] : group) other.send(data, { binary: isBinary });
  });
});
http.listen(0, '127.0.0.1');
await once(http, 'listening');
const url = await server.listen();
const { port } = http.address() as AddressInfo;
process.stdout.write(`${JSON.stringify({ url, bare: `ws://127.0.0.1:${port}` })}\n`);
process.on('SIGTERM', async () => {
  await server.close();
  await stores.close();
  process.exit(0);
});
