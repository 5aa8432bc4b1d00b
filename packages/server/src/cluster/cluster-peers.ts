/** The other processes of the cluster. They reach this one at its own address, and requests and sockets for their rooms are forwarded to them. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { CLOSE, PROTOCOL } from '@kifu/client/protocol';
import type { Vault } from '@kifu/record/store';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { WebSocket } from 'ws';
import type { PeerAddress } from '../options.ts';
import type { Connection } from '../socket/connection.ts';
import { frameOf } from '../socket/frame.ts';
import { RoomElsewhereError } from './room-elsewhere.ts';

/** Socket that is proxied to another process. */
export interface Relay {
  /** Forwards a message of the client. */
  send(text: string): void;
}

/** What to forward: a socket that has sent its hello. */
interface RelayedSocket {
  readonly id: string;
  readonly hello: string;
  readonly ws: WebSocket;
  readonly connection: Connection;
}

/** Connections to and from the other processes. */
export interface ClusterPeers {
  /** Address of this process for the others. */
  readonly url: string;
  /** The guest for whom another process forwards a request; undefined if the guest sent it here. */
  guestOf(request: IncomingMessage): string | undefined;
  /** The host that the guest requested, if another process forwarded the request. */
  hostOf(request: IncomingMessage): string | undefined;
  /** Handles what other processes forward here. */
  serve(to: {
    request(request: IncomingMessage, response: ServerResponse): void;
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, guest: string): void;
  }): void;
  /** Forwards a request to another process, and returns its answer. */
  forward(url: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  /** Proxies a socket to another process; null if that cannot be reached. */
  relay(url: string, socket: RelayedSocket): Promise<Relay | null>;
  close(): void;
}

const SECRET_HEADER = 'x-kifu-peer';
const GUEST_HEADER = 'x-kifu-guest';
const HOST_HEADER = 'x-kifu-host';
/** How long another process may take to answer before it counts as down. */
const CONNECT_MS = 2000;
const FORWARD_MS = 10_000;
/** How long another process may take to answer a close: a stopped one never does. Not in the types of `ws`. */
const BYE = { closeTimeout: 1000 };
/** Headers of an answer that are forwarded. */
const PASSED = ['content-type', 'cache-control', 'retry-after'];

/** Reads the secret that processes authenticate with from the vault, or creates it. */
export async function loadPeerSecret(vault: Vault): Promise<string> {
  const stored = await vault.get('server', 'peers');
  if (typeof stored === 'string') return stored;
  const secret = randomBytes(32).toString('hex');
  await vault.put('server', 'peers', secret);
  return secret;
}

/** Listens for other processes. */
export async function createClusterPeers(
  secret: string,
  { host = '127.0.0.1', port = 0, url }: PeerAddress = {},
): Promise<ClusterPeers> {
  const guests = new WeakMap<IncomingMessage, string>();
  const server = createServer();
  const sockets = new Set<Duplex>();
  const upstreams = new Set<WebSocket>();
  server.on('connection', socket => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(port, host);
  await once(server, 'listening');
  // must not keep the process running
  server.unref();
  const own = server.address() as AddressInfo;
  /** Returns the process that sent the secret; null for strangers. */
  const admit = ({ headers }: IncomingMessage): string | null => {
    const [given, guest] = [headers[SECRET_HEADER], headers[GUEST_HEADER]];
    return typeof given === 'string' && typeof guest === 'string' && isSame(given, secret)
      ? guest
      : null;
  };
  return {
    url: url ?? `http://${own.family === 'IPv6' ? `[${own.address}]` : own.address}:${own.port}`,
    guestOf: request => guests.get(request),
    hostOf: request =>
      guests.has(request) ? String(request.headers[HOST_HEADER] ?? '') : undefined,
    serve({ request, upgrade }) {
      server.on('request', (incoming, response) => {
        const guest = admit(incoming);
        if (guest === null) {
          response.writeHead(403).end();
          return;
        }
        guests.set(incoming, guest);
        request(incoming, response);
      });
      server.on('upgrade', (incoming, socket, head) => {
        socket.on('error', () => socket.destroy());
        const guest = admit(incoming);
        if (guest === null) socket.destroy();
        else upgrade(incoming, socket, head, guest);
      });
    },
    async forward(to, request, reply) {
      const { authorization } = request.headers;
      const body = request.body == null ? null : JSON.stringify(request.body);
      const answer = await fetch(new URL(request.url, to), {
        method: request.method,
        headers: {
          ...{ [SECRET_HEADER]: secret, [GUEST_HEADER]: request.ip },
          [HOST_HEADER]: request.headers.host ?? '',
          ...(authorization === undefined ? {} : { authorization }),
          ...(body === null ? {} : { 'content-type': 'application/json' }),
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(FORWARD_MS),
      }).catch((cause: unknown) => {
        throw Object.assign(new RoomElsewhereError(to), { cause });
      });
      for (const name of PASSED) {
        const value = answer.headers.get(name);
        if (value !== null) void reply.header(name, value);
      }
      return reply.code(answer.status).send(Buffer.from(await answer.arrayBuffer()));
    },
    relay: (to, socket) => relay(secret, to, socket, upstreams),
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      for (const upstream of upstreams) upstream.terminate();
    },
  };
}

const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** Opens a socket to another process and joins the two: messages, pings and pongs, and closing. It is in `upstreams` while it is open. */
async function relay(
  secret: string,
  to: string,
  { id, hello, ws, connection }: RelayedSocket,
  upstreams: Set<WebSocket>,
): Promise<Relay | null> {
  const address = new URL(`/api/live/${id}`, to.replace(/^http/, 'ws'));
  const upstream = new WebSocket(address, PROTOCOL, {
    headers: { [SECRET_HEADER]: secret, [GUEST_HEADER]: connection.address },
    // pings reach the client, so that the measured round trip is the full one
    autoPong: false,
    perMessageDeflate: false,
    handshakeTimeout: CONNECT_MS,
    maxPayload: 0,
    ...BYE,
  });
  upstreams.add(upstream);
  upstream.once('close', () => upstreams.delete(upstream));
  const isOpen = await new Promise<boolean>(done => {
    upstream.once('open', () => done(true));
    upstream.once('error', () => done(false));
    upstream.once('close', () => done(false));
  });
  upstream.on('error', () => {}); // a close follows
  if (!isOpen) return null;
  /** Frames for a slow reader; reading from the other process pauses meanwhile. */
  const waiting: Buffer[] = [];
  const deliver = (frame: Buffer): void => {
    if (waiting.length === 0 && connection.send(frame)) return;
    waiting.push(frame);
    upstream.pause();
  };
  connection.onCaughtUp = () => {
    while (waiting.length > 0 && connection.send(waiting[0]!)) waiting.shift();
    if (waiting.length === 0) upstream.resume();
  };
  const onMessage = (data: Buffer): void => deliver(frameOf(data.toString()));
  /** Closes a socket; a paused one would never read the answer. */
  const end = (): void => {
    upstream.off('message', onMessage);
    upstream.resume();
    upstream.close();
  };
  upstream.on('message', onMessage);
  upstream.on('ping', data => ws.ping(data));
  ws.on('pong', data => {
    if (upstream.readyState === WebSocket.OPEN) upstream.pong(data);
  });
  upstream.on('close', (code, reason) =>
    connection.close(isDeliberate(code) ? code : CLOSE.shutdown, reason.toString() || 'moved'),
  );
  ws.on('close', end);
  if (connection.isClosed) end();
  upstream.send(hello);
  return {
    send(text) {
      if (upstream.readyState === WebSocket.OPEN) upstream.send(text);
    },
  };
}

/** Whether a socket was closed on purpose; other codes mean that it was lost, and must not be sent (RFC 6455 §7.4). */
const isDeliberate = (code: number): boolean => code === 1000 || code >= 4000;
