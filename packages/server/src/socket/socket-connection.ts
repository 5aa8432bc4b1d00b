/** One socket: joins the frames of a turn, holds back for a slow reader, and measures the round trip. */
import { Buffer } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Limits } from '../options.ts';
import type { Connection } from './connection.ts';
import { pongOf } from './frame.ts';

/** What the connection needs of its surroundings. */
interface Surroundings {
  readonly limits: Pick<Limits, 'behindBytes' | 'behindMs'>;
  readonly now: () => number;
  readonly address: string;
  onSlow(): void;
}

const PINGS_KEPT = 5;
/** Payload of a ping: a client that answers it has read it. */
const PING_BYTES = 8;
const NOTHING = new Uint8Array(0);

/**
 * A socket after the handshake of `ws`. Frames are written without `ws`, so that it never buffers any (ADR 0035). It is a
 * class because every frame reads its fields: V8 is slow to read objects with their own getters.
 */
export class SocketConnection implements Connection {
  readonly address: string;
  onCaughtUp: (() => void) | null = null;
  onSilent: (() => void) | null = null;
  roundTripMs = 0;
  isSilent = false;
  readonly #ws: WebSocket;
  readonly #socket: Duplex;
  readonly #surroundings: Surroundings;
  readonly #trips: number[] = [];
  #pinged: { readonly ms: number; readonly data: Buffer } | null = null;
  #isBehind = false;
  #slowTimer: ReturnType<typeof setTimeout> | null = null;
  /** What is sent at the end of the turn: nearly always one frame. */
  #waitingFrames: Buffer | Buffer[] | null = null;
  #hasEnded = false;

  constructor(ws: WebSocket, socket: Duplex, surroundings: Surroundings) {
    this.address = surroundings.address;
    this.#ws = ws;
    this.#socket = socket;
    this.#surroundings = surroundings;
    // answered here instead of by `ws`, so that nothing is queued for a slow reader
    ws.on('ping', data => this.send(pongOf(data)));
    ws.on('pong', data => this.#takePong(data));
    ws.on('close', () => {
      if (this.#slowTimer !== null) clearTimeout(this.#slowTimer);
      this.#hasEnded = true;
    });
  }

  /** Bytes queued for the reader. */
  get bufferedBytes(): number {
    return this.#socket.writableLength;
  }

  /** Whether the latest ping was answered, by a reader that has read it. */
  get isAnswered(): boolean {
    return this.#pinged === null;
  }

  get isClosed(): boolean {
    return this.#ws.readyState !== this.#ws.OPEN;
  }

  send(frame: Buffer): boolean {
    if (this.#isBehind || this.isClosed) return false;
    if (this.#waitingFrames === null) {
      this.#waitingFrames = frame;
      flushAtEndOfTurn(this);
    } else if (Array.isArray(this.#waitingFrames)) this.#waitingFrames.push(frame);
    else this.#waitingFrames = [this.#waitingFrames, frame];
    return true;
  }

  /** Writes what was sent in this turn. */
  flush(): void {
    const [frames, socket] = [this.#waitingFrames, this.#socket];
    this.#waitingFrames = null;
    if (frames === null) return;
    if (!Array.isArray(frames)) socket.write(frames);
    else {
      // corking costs more than a write, so only several frames are joined
      socket.cork();
      for (const frame of frames) socket.write(frame);
      socket.uncork();
    }
    if (!this.#isBehind && socket.writableLength > this.#surroundings.limits.behindBytes)
      this.#fallBehind();
  }

  close(code: number, reason: string): void {
    this.flush();
    this.#ws.close(code, reason);
  }

  ping(): void {
    if (this.#pinged !== null) return;
    this.#pinged = { ms: this.#surroundings.now(), data: randomBytes(PING_BYTES) };
    this.#ws.ping(this.#pinged.data);
  }

  /** Notes whether the connection seems dead. */
  setSilent(isSilent: boolean): void {
    if (isSilent === this.isSilent) return;
    this.isSilent = isSilent;
    this.onSilent?.();
  }

  #takePong(data: Buffer): void {
    if (this.#pinged === null || Buffer.compare(data, this.#pinged.data) !== 0) return;
    this.#trips.push(this.#surroundings.now() - this.#pinged.ms);
    this.#pinged = null;
    this.setSilent(false);
    if (this.#trips.length > PINGS_KEPT) this.#trips.shift();
    this.roundTripMs = Math.min(...this.#trips);
  }

  #fallBehind(): void {
    this.#isBehind = true;
    // answered when all before it is written; `drain` fires only above a threshold of Node
    this.#socket.write(NOTHING, () => this.#catchUp());
    const { limits, onSlow } = this.#surroundings;
    this.#slowTimer = setTimeout(onSlow, limits.behindMs);
  }

  #catchUp(): void {
    if (this.#hasEnded) return;
    if (this.#slowTimer !== null) clearTimeout(this.#slowTimer);
    this.#slowTimer = null;
    this.#isBehind = false;
    this.onCaughtUp?.();
  }
}

/** Everything written in one turn of the event loop is sent at its end, for all sockets together. */
let waiting: SocketConnection[] = [];

function flushAtEndOfTurn(connection: SocketConnection): void {
  if (waiting.push(connection) > 1) return;
  queueMicrotask(() => {
    const all = waiting;
    waiting = [];
    for (const one of all) one.flush();
  });
}
