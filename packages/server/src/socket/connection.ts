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

/** A connection as the hub sees it. */
export interface OwnConnection extends Connection {
  /** Bytes that wait for the reader. */
  readonly bufferedBytes: number;
  /** Whether the newest ping has been answered, by a reader that has read it. */
  readonly isAnswered: boolean;
  ping(): void;
}

const PINGS_KEPT = 5;
/** How long a reader has to take note of why it is closed. */
const BYE_MS = 1000;
/** What a ping carries: who answers it has read it. */
const PING_BYTES = 8;
const NOTHING = new Uint8Array(0);

/** Wraps a socket that `ws` has shaken hands for. Frames are written beside `ws`, which never holds any back here: ADR 0035 has why. */
export function createConnection(
  ws: WebSocket,
  socket: Duplex,
  { limits, now, address, onSlow }: Surroundings,
): OwnConnection {
  const trips: number[] = [];
  let pinged: { readonly ms: number; readonly data: Buffer } | null = null;
  let roundTripMs = 0;
  let isBehind = false;
  let slowTimer: ReturnType<typeof setTimeout> | null = null;
  /** What leaves at the end of the turn: nearly always one frame. */
  let waitingFrames: Buffer | Buffer[] | null = null;
  let isClosed = false;

  const caughtUp = (): void => {
    if (isClosed) return;
    if (slowTimer !== null) clearTimeout(slowTimer);
    slowTimer = null;
    isBehind = false;
    connection.onCaughtUp?.();
  };
  const fallBehind = (): void => {
    isBehind = true;
    // answered when all before it has left; `drain` is only told above a mark of Node's own
    socket.write(NOTHING, caughtUp);
    slowTimer = setTimeout(onSlow, limits.behindMs);
  };
  const flush = (): void => {
    const frames = waitingFrames;
    waitingFrames = null;
    if (frames === null) return;
    if (!Array.isArray(frames)) socket.write(frames);
    else {
      // corking costs more than a write, so only several are joined
      socket.cork();
      for (const frame of frames) socket.write(frame);
      socket.uncork();
    }
    if (!isBehind && socket.writableLength > limits.behindBytes) fallBehind();
  };

  // answered here, not by `ws`: what waits for a slow reader is never added to
  ws.on('ping', data => connection.send(pongOf(data)));
  ws.on('pong', data => {
    if (pinged === null || Buffer.compare(data, pinged.data) !== 0) return;
    trips.push(now() - pinged.ms);
    pinged = null;
    if (trips.length > PINGS_KEPT) trips.shift();
    roundTripMs = Math.min(...trips);
  });
  ws.on('close', () => {
    if (slowTimer !== null) clearTimeout(slowTimer);
    isClosed = true;
  });

  const connection: OwnConnection = {
    address,
    onCaughtUp: null,
    get bufferedBytes() {
      return socket.writableLength;
    },
    get isAnswered() {
      return pinged === null;
    },
    get isClosed() {
      return ws.readyState !== ws.OPEN;
    },
    get roundTripMs() {
      return roundTripMs;
    },
    send(frame) {
      if (isBehind || ws.readyState !== ws.OPEN) return false;
      if (waitingFrames === null) {
        waitingFrames = frame;
        atEndOfTurn(flush);
      } else if (Array.isArray(waitingFrames)) waitingFrames.push(frame);
      else waitingFrames = [waitingFrames, frame];
      return true;
    },
    close(code, reason) {
      flush();
      ws.close(code, reason);
      // who does not read does not answer it either
      setTimeout(() => ws.terminate(), BYE_MS).unref();
    },
    ping() {
      if (pinged !== null) return;
      pinged = { ms: now(), data: randomBytes(PING_BYTES) };
      ws.ping(pinged.data);
    },
  };
  return connection;
}

/** All that is written in one turn of the event loop leaves at its end, for all sockets together. */
let waiting: (() => void)[] = [];

function atEndOfTurn(flush: () => void): void {
  if (waiting.push(flush) > 1) return;
  queueMicrotask(() => {
    const all = waiting;
    waiting = [];
    for (const one of all) one();
  });
}
