/** A socket to a match that opens itself again when it is lost, and asks for the server's time now and then. */
import { CLOSE, PROTOCOL } from './constants.ts';
import type { ClientMessage } from './messages.ts';

/** What a socket needs of the program that speaks over it. */
export interface ReconnectOptions {
  readonly server: string;
  readonly reconnects: boolean;
  readonly now: () => number;
  readonly Socket: typeof WebSocket;
  /** The id to connect to; it may become that of the match. */
  id(): string;
  /** What to say first. */
  hello(): ClientMessage;
  /** Texts come one after the other: the next when this has resolved. */
  hear(text: string): Promise<void>;
  onDown(code: number, reason: string, isOver: boolean): void;
}

/** A way to a server. */
export interface ReconnectingSocket {
  /** Says something; nothing while the connection is lost. */
  send(message: ClientMessage): void;
  /** Says that the server has answered: pings begin, and the count of failed attempts starts again. */
  welcomed(): void;
  /** Gives this socket up; another may be opened. */
  drop(reason: string): void;
  close(): void;
}

const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 10_000;
const PING_MS = 15_000;
/** A few pings at first, since the shortest way of several is the best guess. */
const FIRST_PINGS_MS = [0, 50, 100];
/** Close codes after which connecting again would give the same. */
const FINAL: ReadonlySet<number> = new Set([
  ...[1000, CLOSE.malformed, CLOSE.token, CLOSE.unknown, CLOSE.forked],
]);

/** Opens a socket at once. */
export function createReconnectingSocket(options: ReconnectOptions): ReconnectingSocket {
  const { server, reconnects, now, Socket } = options;
  let socket: WebSocket | null = null;
  let waitMs = FIRST_WAIT_MS;
  let isClosed = false;
  let reopening: ReturnType<typeof setTimeout> | null = null;
  let pinging: ReturnType<typeof setInterval> | null = null;
  let handling: Promise<void> = Promise.resolve();

  const send = (message: ClientMessage): void => {
    if (socket?.readyState === 1) socket.send(JSON.stringify(message));
  };
  const ping = (): void => send({ type: 'ping', t: now() });

  const open = (): void => {
    const mine = new Socket(liveUrl(server, options.id()), [PROTOCOL]);
    socket = mine;
    mine.onopen = () => send(options.hello());
    mine.onmessage = ({ data }) => {
      handling = handling.then(() => (socket === mine ? options.hear(String(data)) : undefined));
    };
    mine.onclose = ({ code, reason }) => {
      if (socket === mine) lost(code, reason);
    };
    mine.onerror = () => {}; // a close follows
  };

  const lost = (code: number, reason: string): void => {
    socket = null;
    if (pinging !== null) clearInterval(pinging);
    const isOver = isClosed || !reconnects || FINAL.has(code);
    options.onDown(code, reason, isOver);
    if (isOver || isClosed) return;
    // spread, so that clients do not all come back at once after a restart
    reopening = setTimeout(open, waitMs * (0.5 + Math.random() / 2));
    waitMs = Math.min(2 * waitMs, MAX_WAIT_MS);
  };

  open();
  return {
    send,
    welcomed() {
      waitMs = FIRST_WAIT_MS;
      for (const ms of FIRST_PINGS_MS) setTimeout(ping, ms);
      if (pinging !== null) clearInterval(pinging);
      pinging = setInterval(ping, PING_MS);
    },
    drop: reason => socket?.close(GIVEN_UP, reason),
    close() {
      isClosed = true;
      if (reopening !== null) clearTimeout(reopening);
      if (pinging !== null) clearInterval(pinging);
      socket?.close(1000);
    },
  };
}

/** In the range for applications, and none of those after which no other is opened. */
const GIVEN_UP = 4500;

/** The address of the socket of a match. */
export function liveUrl(server: string, id: string): string {
  const url = new URL(`/api/live/${encodeURIComponent(id)}`, server);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
}
