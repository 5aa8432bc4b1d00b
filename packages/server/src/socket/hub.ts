/** Sockets: who may connect, the hello, limits, and the way from messages to rooms. */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleepFor } from 'node:timers/promises';
import {
  CLOSE,
  type ClientMessage,
  MAX_MESSAGE_BYTES,
  PROTOCOL,
  parseClientMessage,
} from '@kifu/client/protocol';
import { fail } from '@kifu/core';
import { type WebSocket, WebSocketServer } from 'ws';
import { createBucket } from '../buckets.ts';
import { holderOf } from '../budgets.ts';
import { RoomElsewhereError } from '../cluster/elsewhere.ts';
import type { Peers, Relay } from '../cluster/peers.ts';
import { refuseRaw, UNKEPT } from '../problem.ts';
import { keptOf, seatOfToken } from '../rooms/access.ts';
import { takeAct } from '../rooms/acts.ts';
import { enter, hear, leave } from '../rooms/people.ts';
import type { Member, Room } from '../rooms/room.ts';
import type { RoomRegistry } from '../rooms/room-registry.ts';
import { tellRefused } from '../rooms/tell.ts';
import { StoreFailedError } from '../watched-stores.ts';
import { SocketConnection } from './connection.ts';
import { frameOf } from './frame.ts';

/** What decides who may connect. */
export interface HubOptions {
  readonly registry: RoomRegistry;
  /** The ways to other processes that share the stores; null where there are none. */
  readonly peers: Peers | null;
  isOriginAllowed(origin: string | undefined, host: string | undefined): boolean;
  /** Whom limits are for. */
  guestOf(request: IncomingMessage): string;
}

/** The sockets of a server. */
export interface Hub {
  /** Takes a socket that another process leads here for a guest; who may connect was decided there. */
  takeRelayed(request: IncomingMessage, socket: Duplex, head: Buffer, guest: string): void;
  close(): void;
}

/** Who wants to connect to what. */
interface Caller {
  readonly id: string;
  readonly address: string;
  /** The ways to go on by where another process has the room; null for one who was led here. */
  readonly peers: Peers | null;
}

/** What came over a socket. */
interface ReceivedMessage {
  readonly message: ClientMessage;
  readonly text: string;
}

/** A connection that is looked at now and then. */
interface Watched {
  readonly connection: SocketConnection;
  /** Closes a reader that is too slow. */
  terminate(): void;
  /** Pings it, or finds that it does not answer. */
  look(): void;
}

const PATH = /^\/api\/live\/([A-Za-z0-9_-]{1,80})$/;
const HELLO_MS = 10_000;
/** How often all sockets are looked at: what waits for readers, and who answers pings. */
const WATCH_MS = 1000;
/**
 * Looks from an answer to the next ping, for players and for spectators; from a ping to the word that a player is away, and until the socket
 * is closed. Looks are counted, not milliseconds: a server that stood still has not heard yet what was answered meanwhile.
 */
const PING_LOOKS = { player: 2, spectator: 10 } as const;
const SILENT_LOOKS = 3;
const GONE_LOOKS = 10;
/** Of one message: empty ones are counted by nothing else. */
const MAX_PIECES = 16;
/** Messages that may wait while a room is loaded. */
const MAX_WAITING = 64;
/** How long a reader has to take note of why it is closed: who does not read does not answer it either. Not in the types of `ws`. */
const BYE = { closeTimeout: 1000 };
/** How often, and for how long, it is tried to reach a room that another process has: one that is gone is known to be after some seconds. */
const SEEK_EVERY_MS = 250;
const SEEK_MS = 15_000;

/** Takes over upgrades of an HTTP server. */
export function createHub(server: Server, options: HubOptions): Hub {
  const { registry, isOriginAllowed } = options;
  const { limits, metrics, now, budgets } = registry;
  const open = new Set<Watched>();
  const sockets = new WebSocketServer({
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
  let isClosed = false;

  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on('error', () => socket.destroy());
    // what is no address at all must not throw here
    const found = PATH.exec((request.url ?? '').split('?', 1)[0]!);
    const { origin, host } = request.headers;
    if (found === null) {
      refuseRaw(socket, NOT_THERE, 404);
      return;
    }
    if (isClosed) {
      refuseRaw(socket, STOPPING, 503);
      return;
    }
    if (!isOriginAllowed(origin, host)) {
      refuseRaw(socket, FOREIGN, 403);
      return;
    }
    const address = options.guestOf(request);
    if (!budgets.requests.take(address)) {
      refuseRaw(socket, TOO_OFTEN, 429);
      return;
    }
    const holder = holderOf(address);
    if (!budgets.connections.take(holder)) {
      metrics.dropped.inc({ reason: 'connections' });
      refuseRaw(socket, CROWDED, 503);
      return;
    }
    // also where the handshake comes to nothing
    socket.once('close', () => budgets.connections.give(holder));
    shakeHands(request, socket, head, { id: found[1]!, address, peers: options.peers });
  };

  const shakeHands = (
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    caller: Caller,
  ): void =>
    sockets.handleUpgrade(request, socket, head, ws => {
      metrics.connections.inc();
      ws.on('close', () => metrics.connections.dec());
      serve(ws, socket, caller);
    });

  const serve = (ws: WebSocket, socket: Duplex, { id, address, peers }: Caller): void => {
    const connection = new SocketConnection(ws, socket, {
      limits,
      now,
      address,
      onSlow: () => drop('slow', CLOSE.slow),
    });
    const bucket = createBucket(limits.messagesPerSecond, limits.messageBurst);
    const waiting: ReceivedMessage[] = [];
    let room: Room | null = null;
    let member: Member | null = null;
    let relay: Relay | null = null;
    let isGreeted = false;

    const drop = (reason: 'slow' | 'rate' | 'idle', code: number): void => {
      // who says too much is not listened to any more, nor who goes on after it was closed
      if (reason === 'rate') ws.pause();
      if (connection.isClosed) return;
      metrics.dropped.inc({ reason });
      connection.send(frameOf(JSON.stringify({ type: 'bye', reason })));
      connection.close(code, reason);
    };
    let looks = 0;
    const watched: Watched = {
      connection,
      look() {
        looks++;
        if (connection.isAnswered) {
          const isPlayer = relay !== null || member?.seat != null;
          if (looks < PING_LOOKS[isPlayer ? 'player' : 'spectator']) return;
          looks = 0;
          connection.ping();
          // the process that has the room hears of it by the close
        } else if (looks >= (relay === null ? GONE_LOOKS : SILENT_LOOKS)) ws.terminate();
        else if (looks >= SILENT_LOOKS) connection.setSilent(true);
      },
      terminate() {
        metrics.dropped.inc({ reason: 'slow' });
        ws.terminate();
      },
    };
    open.add(watched);
    const helloTimer = setTimeout(() => drop('idle', CLOSE.malformed), HELLO_MS);
    const countControl = (): void => {
      metrics.controlFrames.inc();
      if (!bucket.take(now())) drop('rate', CLOSE.rate);
    };
    ws.on('ping', countControl);
    ws.on('pong', () => {
      if (connection.isAnswered) looks = 0;
      countControl();
    });

    /** The room, or how to another process that has it; null where there is none. */
    const seek = async (
      { token }: Extract<ClientMessage, { type: 'hello' }>,
      hello: string,
    ): Promise<Room | Relay | null> => {
      const untilMs = now() + SEEK_MS;
      for (;;) {
        try {
          return await registry.find(id);
        } catch (cause) {
          if (!(cause instanceof RoomElsewhereError)) throw cause;
          // the process that led the socket here looks further
          if (peers === null || now() > untilMs) throw cause;
          const kept = await keptOf(registry, id);
          // who only looks on is served here
          if (kept !== null && seatOfToken({ kept }, token) === null) return registry.follow(id);
          const found = await peers.relay(cause.url, { id, hello, ws, connection });
          if (found !== null || connection.isClosed) return found;
          await sleepFor(SEEK_EVERY_MS);
        }
      }
    };

    const greet = async (
      hello: Extract<ClientMessage, { type: 'hello' }>,
      text: string,
    ): Promise<void> => {
      clearTimeout(helloTimer);
      const found = await seek(hello, text);
      if (connection.isClosed) return;
      if (found !== null && 'send' in found) {
        relay = found;
        metrics.relays.inc();
        ws.once('close', () => metrics.relays.dec());
        for (const said of waiting.splice(0)) found.send(said.text);
        return;
      }
      const seat = found === null ? undefined : seatOfToken(found, hello.token);
      if (found === null || seat === undefined) {
        const isStranger = found === null || found.kept.visibility === 'private';
        return isStranger
          ? connection.close(CLOSE.unknown, 'there is no such match')
          : connection.close(CLOSE.token, 'the token is not one of this match');
      }
      room = found;
      member = enter(found, connection, seat, hello);
      connection.ping();
      for (const { message } of waiting.splice(0)) pass(message);
    };

    /** A client sends other messages again when it comes back; of what a person said, the person is told. */
    const isOfPerson = ({ type }: ClientMessage) => type === 'chat' || type === 'rematch';
    const failed = (err: unknown, message: ClientMessage): void => {
      registry.log.error({ err, room: id }, 'a message could not be handled');
      const isStore = err instanceof StoreFailedError;
      if (isStore && isOfPerson(message)) tellRefused({ member: member! }, UNKEPT);
      else connection.close(CLOSE.shutdown, isStore ? 'store' : 'something is broken here');
    };
    const handle = async (message: Exclude<ClientMessage, { type: 'act' }>): Promise<void> => {
      const own = room!;
      own.hearing++;
      try {
        await hear(own, member!, message);
      } catch (cause) {
        failed(cause, message);
      } finally {
        own.hearing--;
      }
    };
    const pass = (message: ClientMessage): void => {
      try {
        if (message.type === 'act') takeAct(room!, member!, message);
        else if (!registry.isStopping) void handle(message);
        else if (isOfPerson(message)) tellRefused({ member: member! }, STOPPING);
      } catch (cause) {
        failed(cause, message);
      }
    };

    ws.on('message', (data: Buffer, isBinary: boolean) => {
      if (!bucket.take(now())) return drop('rate', CLOSE.rate);
      if (connection.isClosed) return;
      const text = isBinary ? '' : data.toString();
      const message = parseClientMessage(text);
      if (!message.ok) return connection.close(CLOSE.malformed, 'malformed');
      if (member !== null) return pass(message.value);
      if (relay !== null) return relay.send(text);
      if (!isGreeted && message.value.type === 'hello') {
        isGreeted = true;
        greet(message.value, text).catch(err => {
          if (err instanceof RoomElsewhereError) return connection.close(CLOSE.shutdown, 'moved');
          registry.log.error({ err, room: id }, 'a room cannot be entered');
          const isStore = err instanceof StoreFailedError;
          connection.close(CLOSE.shutdown, isStore ? 'store' : 'something is broken here');
        });
      } else if (isGreeted && waiting.length < MAX_WAITING)
        waiting.push({ message: message.value, text });
      else connection.close(CLOSE.malformed, 'hello comes first');
    });
    ws.on('close', () => {
      clearTimeout(helloTimer);
      open.delete(watched);
      if (room === null || member === null) return;
      leave(room, member);
      if (room.isFollowed) registry.considerRest(room);
    });
    ws.on('error', () => {}); // too large, or not WebSocket: ws closes it
  };

  /** Looks at all; closes those for whom most waits until no more waits for all together than may. */
  const watch = (): void => {
    for (const { look } of open) look();
    let bufferedBytes = 0;
    for (const { connection } of open) bufferedBytes += connection.bufferedBytes;
    metrics.bufferedBytes.set(bufferedBytes);
    if (bufferedBytes <= limits.behindBytesOfAll) return;
    const slowest = [...open].sort(
      (a, b) => b.connection.bufferedBytes - a.connection.bufferedBytes,
    );
    for (const { connection, terminate } of slowest) {
      if (bufferedBytes <= limits.behindBytesOfAll) return;
      bufferedBytes -= connection.bufferedBytes;
      terminate();
    }
  };
  const watcher = setInterval(watch, WATCH_MS);
  watcher.unref();

  server.on('upgrade', onUpgrade);
  return {
    takeRelayed(request, socket, head, guest) {
      const found = PATH.exec(request.url ?? '');
      if (found === null || isClosed) socket.destroy();
      else shakeHands(request, socket, head, { id: found[1]!, address: guest, peers: null });
    },
    close() {
      isClosed = true;
      clearInterval(watcher);
      for (const ws of sockets.clients) ws.close(CLOSE.shutdown, 'shutdown');
      setTimeout(() => {
        for (const ws of sockets.clients) ws.terminate();
      }, 500).unref();
    },
  };
}

const NOT_THERE = fail('not-found', 'there is nothing here').fault;
const STOPPING = fail('unreadable', 'the server is restarting: try again in a moment').fault;
const FOREIGN = fail('unsupported', 'pages of other sites may not connect here').fault;
const TOO_OFTEN = fail('too-large', 'too many requests').fault;
const CROWDED = fail('too-large', 'there are too many connections').fault;
