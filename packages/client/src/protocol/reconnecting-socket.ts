/**
 * A socket to a match that opens itself again when it is lost. Its pings tell the server's time, and whether the line is dead: a phone in a
 * tunnel gets no close event.
 */
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
  /** Called when the server has not answered for a while, and when it answers again; before the socket is given up. */
  onSilent(isSilent: boolean): void;
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
/**
 * Time is counted in beats, not by a clock: a page that was asleep, or a machine that was suspended, has counted few of them and first handles
 * what has come meanwhile.
 */
const BEAT_MS = 1000;
/** Beats from an answer to the next ping; from a ping to the report that the server is silent, and until the socket is closed. */
const PING_BEATS = 2;
const SILENT_BEATS = 3;
const LOST_BEATS = 6;
/** Beats until the client gives up on a server that has not sent a welcome, and reconnects. */
const OPENING_BEATS = 20;
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
  /** Whether no other socket will be opened. */
  let isOver = false;
  let reopening: ReturnType<typeof setTimeout> | null = null;
  let beating: ReturnType<typeof setInterval> | null = null;
  /** Beats since the last answer, or since the oldest ping without one. */
  let beats = 0;
  let isAsked = false;
  /** Whether a ping was sent in this beat. */
  let hasPinged = false;
  let isSilent = false;
  let isWelcome = false;
  let handling: Promise<void> = Promise.resolve();

  const send = (message: ClientMessage): void => {
    if (socket?.readyState === 1) socket.send(JSON.stringify(message));
  };
  const ping = (): void => {
    if (!isWelcome) return;
    send({ type: 'ping', t: now() });
    if (!isAsked) beats = 0;
    isAsked = true;
    hasPinged = true;
  };
  const setSilent = (is: boolean): void => {
    if (is === isSilent) return;
    isSilent = is;
    options.onSilent(is);
  };
  const answered = (): void => {
    beats = 0;
    isAsked = false;
    setSilent(false);
  };

  const beat = (): void => {
    beats++;
    hasPinged = false;
    if (!isWelcome) {
      if (beats >= OPENING_BEATS) giveUp('the server is not responding');
    } else if (!isAsked) {
      if (beats >= PING_BEATS) ping();
    } else if (beats >= LOST_BEATS) giveUp('the server is not responding');
    else if (beats >= SILENT_BEATS) setSilent(true);
  };

  const open = (): void => {
    const mine = new Socket(liveUrl(server, options.id()), [PROTOCOL]);
    socket = mine;
    [beats, isAsked, isWelcome] = [0, false, false];
    if (beating !== null) clearInterval(beating);
    beating = setInterval(beat, BEAT_MS);
    mine.onopen = () => send(options.hello());
    mine.onmessage = ({ data }) => {
      if (socket === mine && isWelcome) answered();
      handling = handling.then(() => (socket === mine ? options.hear(String(data)) : undefined));
    };
    mine.onclose = ({ code, reason }) => {
      if (socket === mine) lost(code, reason);
    };
    mine.onerror = () => {}; // a close follows
  };

  const lost = (code: number, reason: string): void => {
    socket = null;
    if (beating !== null) clearInterval(beating);
    isSilent = false;
    isOver = isClosed || !reconnects || FINAL.has(code);
    options.onDown(code, reason, isOver);
    if (isOver) return;
    // spread, so that clients do not all come back at once after a restart
    reopening = setTimeout(open, waitMs * (0.5 + Math.random() / 2));
    waitMs = Math.min(2 * waitMs, MAX_WAIT_MS);
  };

  /** Leaves a socket at once: on a dead line its close would not come for minutes. */
  const giveUp = (reason: string): void => {
    const left = socket;
    if (left === null) return;
    lost(GIVEN_UP, reason);
    left.close(GIVEN_UP, reason);
  };

  open();
  return {
    send(message) {
      send(message);
      // a player's action soon shows whether the line is dead; a busy player need not ping each time
      if (message.type === 'act' && !hasPinged) ping();
    },
    welcomed() {
      waitMs = FIRST_WAIT_MS;
      isWelcome = true;
      answered();
      for (const ms of FIRST_PINGS_MS) setTimeout(ping, ms);
    },
    drop: reason => socket?.close(GIVEN_UP, reason),
    close() {
      isClosed = true;
      if (reopening !== null) clearTimeout(reopening);
      if (beating !== null) clearInterval(beating);
      socket?.close(1000);
      if (socket !== null || isOver) return;
      // the next attempt is not made, and no close will come; `onDown` may close again
      isOver = true;
      options.onDown(1000, '', true);
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
