/** Answers commands on this machine over a loopback socket, after both sides have proved the token. */
import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { fail } from '@kifu/core';
import type { FrameStream } from '../node/frames.ts';
import type { Peer } from '../peer.ts';
import { isNonce, isProof, newNonce, proofOf } from './handshake.ts';
import { type LineSocket, LineTooLong, linesOf } from './lines.ts';
import {
  LOCAL_FILE,
  type LocalAnswer,
  MAX_PROOF_BYTES,
  MAX_REQUEST_BYTES,
  PROOF_MS,
  type StreamRequest,
} from './messages.ts';
import { answerRequest, type PeerApi } from './service.ts';

/** Listens for commands. */
export interface LocalServer {
  close(): Promise<void>;
}

/** The streams that commands open through a peer. */
type PeerStreams = Pick<Peer, 'reach' | 'desk' | 'follow' | 'publish'>;

/** The service with texts in the language that a request names. */
type ApiIn = (language: unknown) => Promise<PeerApi>;

const MAX_SOCKETS = 64;

/** Starts to listen, and writes the address into the directory. */
export async function serveCommands(
  directory: string,
  api: PeerApi,
  streams: PeerStreams,
  apiIn: ApiIn = async () => api,
): Promise<LocalServer> {
  const token = randomBytes(32).toString('hex');
  const sockets = new Set<Socket>();
  const server = createServer(socket => {
    if (sockets.size >= MAX_SOCKETS) return void socket.destroy();
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {}); // a command that is gone
    serve(socket, apiIn, streams, token).catch(() => socket.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const file = join(directory, LOCAL_FILE);
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
  apiIn: ApiIn,
  streams: PeerStreams,
  token: string,
): Promise<void> {
  const lines = linesOf(socket);
  const say = (answer: LocalAnswer) => lines.say(JSON.stringify(answer));
  try {
    socket.setTimeout(PROOF_MS, () => socket.destroy());
    const isOwner = await isTrusted(lines, token);
    socket.setTimeout(0);
    if (!isOwner) {
      await say(fail('bad-signature', 'invalid proof of the token in peer.json'));
      return lines.end();
    }
    for (;;) {
      const line = await lines.next(MAX_REQUEST_BYTES);
      if (line === null) return lines.end();
      const given = parse(line);
      if (isStream(given)) return await openStream(socket, lines, streams, given);
      const api = await apiIn((given as { language?: unknown }).language);
      await say((await answerRequest(api, given)) as LocalAnswer);
    }
  } catch (cause) {
    if (!(cause instanceof LineTooLong)) throw cause;
    await say(fail('too-large', cause.message));
    lines.end();
  }
}

/** Proves the token to the other side, which must then do the same. */
async function isTrusted(lines: LineSocket, token: string): Promise<boolean> {
  const { nonce } = parse((await lines.next(MAX_PROOF_BYTES)) ?? '') as { nonce?: unknown };
  if (!isNonce(nonce)) return false;
  const own = newNonce();
  await lines.say(JSON.stringify({ nonce: own, proof: proofOf('peer', token, nonce, own) }));
  const { proof } = parse((await lines.next(MAX_PROOF_BYTES)) ?? '') as { proof?: unknown };
  return isProof(proof, proofOf('command', token, nonce, own));
}

/** An object in JSON; an empty one for all else. */
function parse(line: string): object {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

const isStream = (given: object): given is StreamRequest => 'stream' in given;

async function openStream(
  socket: Socket,
  lines: LineSocket,
  streams: PeerStreams,
  request: StreamRequest,
): Promise<void> {
  const gone = new AbortController();
  socket.once('close', () => gone.abort());
  let stream: FrameStream | null;
  try {
    stream = await streamOf(streams, request, gone.signal);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : `${cause}`;
    await lines.say(JSON.stringify(fail('unreachable', why)));
    return lines.end();
  }
  if (stream === null || gone.signal.aborted) return stream?.close();
  await lines.say(JSON.stringify({ ok: true, value: null }));
  await passOn(lines, stream);
}

async function streamOf(
  streams: PeerStreams,
  request: StreamRequest,
  signal: AbortSignal,
): Promise<FrameStream | null> {
  switch (request.stream) {
    case 'reach':
      return streams.reach(`${request.to}`);
    case 'answer':
      return streams.desk.next(request.match, signal);
    case 'follow':
      return streams.follow();
    case 'publish':
      return streams.publish();
    default:
      throw new Error('stream not found');
  }
}

/** Hands frames on between a command and a stream, until one of them is gone. */
async function passOn(lines: LineSocket, stream: FrameStream): Promise<void> {
  const out = async () => {
    for (let frame = await stream.receive(); frame !== null; frame = await stream.receive())
      await lines.say(Buffer.from(frame).toString('base64'));
    lines.end();
  };
  const into = async () => {
    for (
      let line = await lines.next(MAX_REQUEST_BYTES);
      line !== null;
      line = await lines.next(MAX_REQUEST_BYTES)
    )
      await stream.send(Buffer.from(line, 'base64'));
    stream.end();
  };
  await Promise.allSettled([out(), into()]);
}
