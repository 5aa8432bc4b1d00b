/** Lends a player's folder to commands on this machine, one at a time. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Peer } from '../peer.ts';
import { LOCAL_FILE, type LocalAnswer, type LocalRequest } from './messages.ts';

/** Listens for commands. */
export interface LocalServer {
  close(): Promise<void>;
}

const MAX_LINE = 4096;
const MAX_SOCKETS = 64;

/** Starts to listen, and says in the folder where. */
export async function serveCommands(
  folder: string,
  peer: Pick<Peer, 'lend' | 'status' | 'call'>,
): Promise<LocalServer> {
  const token = randomBytes(32).toString('hex');
  const sockets = new Set<Socket>();
  const server = createServer(socket => {
    if (sockets.size >= MAX_SOCKETS) return void socket.destroy();
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {}); // a command that is gone
    serve(socket, peer, token).catch(() => socket.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const file = join(folder, LOCAL_FILE);
  const { port } = server.address() as AddressInfo;
  await rm(file, { force: true }); // an old one may be readable by others
  await writeFile(file, `${JSON.stringify({ port, token })}\n`, { mode: 0o600 });
  return {
    async close() {
      await rm(file, { force: true });
      for (const socket of sockets) socket.destroy();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

async function serve(
  socket: Socket,
  peer: Pick<Peer, 'lend' | 'status' | 'call'>,
  token: string,
): Promise<void> {
  let bytes = 0;
  socket.on('data', chunk => {
    bytes += chunk.length;
    if (bytes > MAX_LINE) socket.destroy();
  });
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  const say = (answer: LocalAnswer) => void socket.write(`${JSON.stringify(answer)}\n`);
  const { value: line } = await lines.next();
  const request = JSON.parse(line ?? 'null') as LocalRequest | null;
  if (request === null || !isSame(request.token, token)) return void socket.destroy();
  if (request.do === 'call') {
    peer.call(request.address);
    say({ ok: true });
  } else if (request.do === 'status') say({ ok: true, status: peer.status() });
  else {
    await peer.lend(async () => {
      say({ ok: true });
      await lines.next(); // done, or gone
    });
    say({ ok: true });
  }
  socket.end();
}

function isSame(given: unknown, token: string): boolean {
  const [a, b] = [Buffer.from(`${given}`), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}
