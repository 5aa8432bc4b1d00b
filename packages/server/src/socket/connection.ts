/** One socket: writes frames joined at the end of the turn, holds back where the reader is slow, measures the way. */
import { Buffer } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Limits } from '../options.ts';
import { pongOf } from './frame.ts';

/** A connection as a room sees it. */
export interface Connection {
  readonly address: string;
  /** Whether it has been closed. */
  readonly isClosed: boolean;
  /** The way there and back, in milliseconds; 0 before it is known. */
  readonly roundTripMs: number;
  /** Sends a frame; false where the reader is behind, and nothing was sent. */
  send(frame: Buffer): boolean;
  /** Whether pings have not been answered of late: the line may be dead. */
  readonly isSilent: boolean;
  /** Calls back when it falls silent, and when it answers again. */
  onSilent: (() => void) | null;
  /** Calls back once, when a reader that was behind has caught up. */
  onCaughtUp: (() => void) | null;
  close(code: number, reason: string): void;
}

/** What the connection needs of its surroundings. */
interface Surroundings {
  readonly limits: Pick<Limits, 'behindBytes' | 'behindMs'>;
  readonly now: () => number;
  readonly address: string;
  onSlow(): void;
}

const PINGS_KEPT = 5;
/** What a ping carries: who answers it has read it. */
const PING_BYTES = 8;
const NOTHING = new Uint8Array(0);

/**
 * A socket that `ws` has shaken hands for. Frames are written beside `ws`, which never holds any back here: ADR 0035 has why. It is a
 * class because every frame looks into it: V8 is slow to look into objects with getters of their own.
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
  /** What leaves at the end of the turn: nearly always one frame. */
  #waitingFrames: Buffer | Buffer[] | null = null;
  #hasEnded = false;

  constructor(ws: WebSocket, socket: Duplex, surroundings: Surroundings) {
    this.address = surroundings.address;
    this.#ws = ws;
    this.#socket = socket;
    this.#surroundings = surroundings;
    // answered here, not by `ws`: what waits for a slow reader is never added to
    ws.on('ping', data => this.send(pongOf(data)));
    ws.on('pong', data => this.#takePong(data));
    ws.on('close', () => {
      if (this.#slowTimer !== null) clearTimeout(this.#slowTimer);
      this.#hasEnded = true;
    });
  }

  /** Bytes that wait for the reader. */
  get bufferedBytes(): number {
    return this.#socket.writableLength;
  }

  /** Whether the newest ping has been answered, by a reader that has read it. */
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
      // corking costs more than a write, so only several are joined
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

  /** Notes whether the line seems dead. */
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
    // answered when all before it has left; `drain` is only told above a mark of Node's own
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

/** All that is written in one turn of the event loop leaves at its end, for all sockets together. */
let waiting: SocketConnection[] = [];

function flushAtEndOfTurn(connection: SocketConnection): void {
  if (waiting.push(connection) > 1) return;
  queueMicrotask(() => {
    const all = waiting;
    waiting = [];
    for (const one of all) one.flush();
  });
}
