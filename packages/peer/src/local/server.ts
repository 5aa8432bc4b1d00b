/** Lends a player's folder to commands on this machine, one at a time. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { FrameStream } from '../node/frames.ts';
import type { Peer } from '../peer.ts';
import { LOCAL_FILE, type LocalAnswer, type LocalRequest } from './messages.ts';

/** Listens for commands. */
export interface LocalServer {
  close(): Promise<void>;
}

/** What commands use of a peer. */
type LocalPeer = Pick<Peer, 'lend' | 'status' | 'call' | 'reach' | 'desk' | 'follow' | 'publish'>;

const MAX_LINE = 4096;
const MAX_SOCKETS = 64;

/** Starts to listen, and says in the folder where. */
export async function serveCommands(folder: string, peer: LocalPeer): Promise<LocalServer> {
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

async function serve(socket: Socket, peer: LocalPeer, token: string): Promise<void> {
  let bytes = 0;
  const limit = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_LINE) socket.destroy();
  };
  socket.on('data', limit);
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  const say = (answer: LocalAnswer) => void socket.write(`${JSON.stringify(answer)}\n`);
  const { value: line } = await lines.next();
  const request = JSON.parse(line ?? 'null') as LocalRequest | null;
  if (request === null || !isSame(request.token, token)) return void socket.destroy();
  if (request.do === 'reach' || request.do === 'answer') {
    const gone = new AbortController();
    socket.once('close', () => gone.abort());
    try {
      const stream =
        request.do === 'reach'
          ? await peer.reach(request.to)
          : await peer.desk.next(request.match, gone.signal);
      if (stream === null || gone.signal.aborted) return stream?.close();
      socket.off('data', limit); // a match may be long
      say({ ok: true });
      return await passOn(socket, lines, stream);
    } catch (cause) {
      say({ ok: false, why: cause instanceof Error ? cause.message : `${cause}` });
    }
  } else if (request.do === 'follow' || request.do === 'publish') {
    socket.off('data', limit);
    say({ ok: true });
    return passOn(socket, lines, request.do === 'follow' ? peer.follow() : peer.publish());
  } else if (request.do === 'call') {
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

/** Hands frames on between a command and a stream, until one of them is gone. */
async function passOn(
  socket: Socket,
  lines: AsyncIterator<string>,
  stream: FrameStream,
): Promise<void> {
  const out = async () => {
    for (let frame = await stream.receive(); frame !== null; frame = await stream.receive())
      if (!socket.write(`${Buffer.from(frame).toString('base64')}\n`)) await once(socket, 'drain');
    socket.end();
  };
  const into = async () => {
    for (let line = await lines.next(); !line.done; line = await lines.next())
      await stream.send(Buffer.from(line.value, 'base64'));
    stream.end();
  };
  await Promise.allSettled([out(), into()]);
}

function isSame(given: unknown, token: string): boolean {
  const [a, b] = [Buffer.from(`${given}`), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}
