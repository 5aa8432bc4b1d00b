/** One socket: the hello, its limits, and the way from its messages to a room, here or in another process. */
import type { Duplex } from 'node:stream';
import { setTimeout as sleepFor } from 'node:timers/promises';
import { CLOSE, type ClientMessage, parseClientMessage } from '@kifu/client/protocol';
import type { WebSocket } from 'ws';
import { createBucket } from '../buckets.ts';
import type { ClusterPeers, Relay } from '../cluster/cluster-peers.ts';
import { RoomElsewhereError } from '../cluster/room-elsewhere.ts';
import { STOPPING, STORE_FAILED } from '../problem.ts';
import { seatOfToken, storedInviteOf } from '../rooms/access.ts';
import { handleAction } from '../rooms/acts.ts';
import { sendRefusal } from '../rooms/broadcast.ts';
import { enter, hear, leave } from '../rooms/members.ts';
import type { Member, Room } from '../rooms/room.ts';
import type { RoomRegistry } from '../rooms/room-registry.ts';
import { StoreFailedError } from '../watched-stores.ts';
import { frameOf } from './frame.ts';
import { SocketConnection } from './socket-connection.ts';

/** Who wants to connect to what. */
export interface Caller {
  readonly id: string;
  readonly address: string;
  /** Ways to forward a client if another process has the room; null for a client that was forwarded here. */
  readonly peers: ClusterPeers | null;
}

type Hello = Extract<ClientMessage, { type: 'hello' }>;

/** What came over a socket. */
interface ReceivedMessage {
  readonly message: ClientMessage;
  readonly text: string;
}

const HELLO_MS = 10_000;
/**
 * Checks per ping: from an answer to the next ping, for players and for spectators; from a ping until the player counts as away, and until the
 * socket is closed. They are counted instead of measured: a server that stalled has not read yet what was answered meanwhile.
 */
const PING_LOOKS = { player: 2, spectator: 10 } as const;
const SILENT_LOOKS = 3;
const GONE_LOOKS = 10;
/** Messages that may wait while a room is loaded. */
const MAX_WAITING = 64;
/** How often, and for how long, it is tried to reach a room that another process has: one that is gone is known to be after some seconds. */
const SEEK_EVERY_MS = 250;
const SEEK_MS = 15_000;

/** Serves a socket from its handshake until it is closed. */
export class SocketSession {
  readonly connection: SocketConnection;
  readonly #ws: WebSocket;
  readonly #caller: Caller;
  readonly #registry: RoomRegistry;
  readonly #bucket;
  readonly #waiting: ReceivedMessage[] = [];
  readonly #helloTimer: NodeJS.Timeout;
  #room: Room | null = null;
  #member: Member | null = null;
  #relay: Relay | null = null;
  #isGreeted = false;
  #looks = 0;

  constructor(ws: WebSocket, socket: Duplex, caller: Caller, registry: RoomRegistry) {
    const { limits, now } = registry;
    this.#ws = ws;
    this.#caller = caller;
    this.#registry = registry;
    this.connection = new SocketConnection(ws, socket, {
      limits,
      now,
      address: caller.address,
      onSlow: () => this.#drop('slow', CLOSE.slow),
    });
    this.#bucket = createBucket(limits.messagesPerSecond, limits.messageBurst);
    this.#helloTimer = setTimeout(() => this.#drop('idle', CLOSE.malformed), HELLO_MS);
    ws.on('ping', () => this.#countControl());
    ws.on('pong', () => {
      if (this.connection.isAnswered) this.#looks = 0;
      this.#countControl();
    });
    ws.on('message', (data: Buffer, isBinary: boolean) => this.#take(data, isBinary));
    ws.on('close', () => this.#leave());
    ws.on('error', () => {}); // too large, or not WebSocket: ws closes it
  }

  /** Pings it, or finds that it does not answer. To be called now and then. */
  look(): void {
    const { connection } = this;
    this.#looks++;
    if (connection.isAnswered) {
      const isPlayer = this.#relay !== null || this.#member?.seat != null;
      if (this.#looks < PING_LOOKS[isPlayer ? 'player' : 'spectator']) return;
      this.#looks = 0;
      connection.ping();
      // the process that has the room learns it from the close
    } else if (this.#looks >= (this.#relay === null ? GONE_LOOKS : SILENT_LOOKS))
      this.#ws.terminate();
    else if (this.#looks >= SILENT_LOOKS) connection.setSilent(true);
  }

  /** Closes a reader that is too slow. */
  terminate(): void {
    this.#registry.metrics.dropped.inc({ reason: 'slow' });
    this.#ws.terminate();
  }

  #drop(reason: 'slow' | 'rate' | 'idle', code: number): void {
    // a client over its limit is not read any more, nor one that sends after it was closed
    if (reason === 'rate') this.#ws.pause();
    if (this.connection.isClosed) return;
    this.#registry.metrics.dropped.inc({ reason });
    this.connection.send(frameOf(JSON.stringify({ type: 'bye', reason })));
    this.connection.close(code, reason);
  }

  #countControl(): void {
    this.#registry.metrics.controlFrames.inc();
    if (!this.#bucket.take(this.#registry.now())) this.#drop('rate', CLOSE.rate);
  }

  #take(data: Buffer, isBinary: boolean) {
    const { connection } = this;
    if (!this.#bucket.take(this.#registry.now())) return this.#drop('rate', CLOSE.rate);
    if (connection.isClosed) return;
    const text = isBinary ? '' : data.toString();
    const message = parseClientMessage(text);
    if (!message.ok) return connection.close(CLOSE.malformed, 'malformed');
    if (this.#member !== null) return this.#pass(message.value);
    if (this.#relay !== null) return this.#relay.send(text);
    if (!this.#isGreeted && message.value.type === 'hello') {
      this.#isGreeted = true;
      this.#greet(message.value, text).catch(err => this.#cannotEnter(err));
    } else if (this.#isGreeted && this.#waiting.length < MAX_WAITING)
      this.#waiting.push({ message: message.value, text });
    else connection.close(CLOSE.malformed, 'the first message is not hello');
  }

  async #greet(hello: Hello, text: string): Promise<void> {
    const { connection } = this;
    clearTimeout(this.#helloTimer);
    const found = await this.#seek(hello, text);
    if (connection.isClosed) return;
    if (found !== null && 'send' in found) {
      const { proxiedSockets } = this.#registry.metrics;
      this.#relay = found;
      proxiedSockets.inc();
      this.#ws.once('close', () => proxiedSockets.dec());
      for (const said of this.#waiting.splice(0)) found.send(said.text);
      return;
    }
    const seat = found === null ? undefined : seatOfToken(found, hello.token);
    if (found === null || seat === undefined) {
      const isStranger = found === null || found.stored.visibility === 'private';
      return isStranger
        ? connection.close(CLOSE.unknown, 'match not found')
        : connection.close(CLOSE.token, 'the token does not belong to this match');
    }
    this.#room = found;
    this.#member = enter(found, connection, seat, hello);
    connection.ping();
    for (const { message } of this.#waiting.splice(0)) this.#pass(message);
  }

  /** The room, or how to another process that has it; null where there is none. */
  async #seek({ token }: Hello, hello: string): Promise<Room | Relay | null> {
    const { connection } = this;
    const { id, peers } = this.#caller;
    const registry = this.#registry;
    const untilMs = registry.now() + SEEK_MS;
    for (;;) {
      try {
        return await registry.find(id);
      } catch (cause) {
        if (!(cause instanceof RoomElsewhereError)) throw cause;
        // the process that led the socket here looks further
        if (peers === null || registry.now() > untilMs) throw cause;
        const stored = await storedInviteOf(registry, id);
        // spectators are served here
        if (stored !== null && seatOfToken({ stored }, token) === null) return registry.follow(id);
        const found = await peers.relay(cause.url, { id, hello, ws: this.#ws, connection });
        if (found !== null || connection.isClosed) return found;
        await sleepFor(SEEK_EVERY_MS);
      }
    }
  }

  #cannotEnter(err: unknown) {
    if (err instanceof RoomElsewhereError) return this.connection.close(CLOSE.shutdown, 'moved');
    this.#registry.log.error({ err, room: this.#caller.id }, 'cannot join a room');
    this.#closeBroken(err);
  }

  #pass(message: ClientMessage): void {
    try {
      if (message.type === 'act') handleAction(this.#room!, this.#member!, message);
      else if (!this.#registry.isStopping) void this.#hear(message);
      else if (isOfPerson(message)) sendRefusal({ member: this.#member! }, STOPPING);
    } catch (cause) {
      this.#failed(cause, message);
    }
  }

  async #hear(message: Exclude<ClientMessage, { type: 'act' }>): Promise<void> {
    const room = this.#room!;
    room.handling++;
    try {
      await hear(room, this.#member!, message);
    } catch (cause) {
      this.#failed(cause, message);
    } finally {
      room.handling--;
    }
  }

  #failed(err: unknown, message: ClientMessage): void {
    this.#registry.log.error({ err, room: this.#caller.id }, 'cannot handle a message');
    if (err instanceof StoreFailedError && isOfPerson(message))
      sendRefusal({ member: this.#member! }, STORE_FAILED);
    else this.#closeBroken(err);
  }

  #closeBroken(err: unknown): void {
    const reason = err instanceof StoreFailedError ? 'store' : 'internal error';
    this.connection.close(CLOSE.shutdown, reason);
  }

  #leave(): void {
    clearTimeout(this.#helloTimer);
    if (this.#room === null || this.#member === null) return;
    leave(this.#room, this.#member);
    if (this.#room.isFollowed) this.#registry.considerRest(this.#room);
  }
}

/** Answers a message that was lost. Clients repeat other messages when they reconnect; a person learns that a chat message failed. */
const isOfPerson = ({ type }: ClientMessage): boolean => type === 'chat' || type === 'rematch';
