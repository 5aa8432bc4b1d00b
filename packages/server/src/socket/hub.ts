/** Sockets of a server: who may connect, and how much may wait for all of them together. */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { CLOSE, MAX_MESSAGE_BYTES, PROTOCOL } from '@kifu/client/protocol';
import { type Fault, fail } from '@kifu/core';
import { WebSocketServer } from 'ws';
import type { ClusterPeers } from '../cluster/cluster-peers.ts';
import { refuseRaw, STOPPING } from '../problem.ts';
import { holderOf } from '../quotas.ts';
import type { RoomRegistry } from '../rooms/room-registry.ts';
import { type Caller, SocketSession } from './session.ts';

/** What decides who may connect. */
export interface HubOptions {
  readonly registry: RoomRegistry;
  /** The ways to other processes that share the stores; null where there are none. */
  readonly peers: ClusterPeers | null;
  isOriginAllowed(origin: string | undefined, host: string | undefined): boolean;
  /** Whom limits are for. */
  guestOf(request: IncomingMessage): string;
}

const PATH = /^\/api\/live\/([A-Za-z0-9_-]{1,80})$/;
/** How often all sockets are looked at: what waits for readers, and who answers pings. */
const WATCH_MS = 1000;
/** Of one message: empty ones are counted by nothing else. */
const MAX_PIECES = 16;
/** How long a reader has to take note of why it is closed: who does not read does not answer it either. Not in the types of `ws`. */
const BYE = { closeTimeout: 1000 };
/** How long clients have to answer a close before their sockets are cut. */
const CUT_MS = 500;

/** Takes over upgrades of an HTTP server. */
export class Hub {
  readonly #options: HubOptions;
  readonly #open = new Set<SocketSession>();
  readonly #sockets = new WebSocketServer({
    noServer: true,
    clientTracking: true,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    // `connection` answers, which knows what waits already
    autoPong: false,
    maxFragments: MAX_PIECES,
    ...BYE,
    handleProtocols: protocols => (protocols.has(PROTOCOL) ? PROTOCOL : false),
  });
  readonly #watcher: NodeJS.Timeout;
  #isClosed = false;

  constructor(server: Server, options: HubOptions) {
    this.#options = options;
    this.#watcher = setInterval(() => this.#watch(), WATCH_MS);
    this.#watcher.unref();
    server.on('upgrade', (request, socket, head) => this.#onUpgrade(request, socket, head));
  }

  /** Takes a socket that another process leads here for a guest; who may connect was decided there. */
  acceptForwarded(request: IncomingMessage, socket: Duplex, head: Buffer, guest: string): void {
    const found = PATH.exec(request.url ?? '');
    if (found === null || this.#isClosed) socket.destroy();
    else this.#shakeHands(request, socket, head, { id: found[1]!, address: guest, peers: null });
  }

  close(): void {
    const { clients } = this.#sockets;
    this.#isClosed = true;
    clearInterval(this.#watcher);
    for (const ws of clients) ws.close(CLOSE.shutdown, 'shutdown');
    setTimeout(() => {
      for (const ws of clients) ws.terminate();
    }, CUT_MS).unref();
  }

  #onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer) {
    const { registry, peers, isOriginAllowed, guestOf } = this.#options;
    const { quotas, metrics } = registry;
    const refuse = (fault: Fault, status: number): void => refuseRaw(socket, fault, status);
    socket.on('error', () => socket.destroy());
    // an invalid address must not throw here
    const found = PATH.exec((request.url ?? '').split('?', 1)[0]!);
    const { origin, host } = request.headers;
    if (found === null) return refuse(NOT_THERE, 404);
    if (this.#isClosed) return refuse(STOPPING, 503);
    if (!isOriginAllowed(origin, host)) return refuse(FOREIGN, 403);
    const address = guestOf(request);
    if (!quotas.requests.take(address)) return refuse(TOO_OFTEN, 429);
    const holder = holderOf(address);
    if (!quotas.connections.take(holder)) {
      metrics.dropped.inc({ reason: 'connections' });
      return refuse(CROWDED, 503);
    }
    // also where the handshake comes to nothing
    socket.once('close', () => quotas.connections.give(holder));
    this.#shakeHands(request, socket, head, { id: found[1]!, address, peers });
  }

  #shakeHands(request: IncomingMessage, socket: Duplex, head: Buffer, caller: Caller): void {
    const { registry } = this.#options;
    const { connections } = registry.metrics;
    this.#sockets.handleUpgrade(request, socket, head, ws => {
      const session = new SocketSession(ws, socket, caller, registry);
      connections.inc();
      this.#open.add(session);
      ws.on('close', () => {
        connections.dec();
        this.#open.delete(session);
      });
    });
  }

  /** Looks at all; closes those for whom most waits until no more waits for all together than may. */
  #watch(): void {
    const { limits, metrics } = this.#options.registry;
    for (const session of this.#open) session.look();
    let bufferedBytes = 0;
    for (const { connection } of this.#open) bufferedBytes += connection.bufferedBytes;
    metrics.bufferedBytes.set(bufferedBytes);
    if (bufferedBytes <= limits.behindBytesOfAll) return;
    const slowest = [...this.#open].sort(
      (a, b) => b.connection.bufferedBytes - a.connection.bufferedBytes,
    );
    for (const session of slowest) {
      if (bufferedBytes <= limits.behindBytesOfAll) return;
      bufferedBytes -= session.connection.bufferedBytes;
      session.terminate();
    }
  }
}

const NOT_THERE = fail('not-found', 'not found').fault;
const FOREIGN = fail('unsupported', 'origin not allowed').fault;
const TOO_OFTEN = fail('too-large', 'too many requests').fault;
const CROWDED = fail('too-large', 'too many connections').fault;
