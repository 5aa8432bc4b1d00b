/** Follows a match on a Kifu server over its socket, as a spectator. Loaded only where a match is live. */
import type { Chat, Invite } from '@kifu/client';
import {
  CLOSE,
  createClockSync,
  createReconnectingSocket,
  type ServerMessage,
} from '@kifu/client/protocol';
import { cidOf, decodeBase64, type Fault, formatCid } from '@kifu/core';
import type { SeatView } from '@kifu/record/replay';
import type { MatchUrl } from './match-url.ts';

/** A match as far as it has been followed. */
export interface WatchedMatch {
  /** False where the connection is lost, and tried again. */
  readonly isUp: boolean;
  /** How many look on. */
  readonly watching: number;
  readonly chat: readonly Chat[];
  /** Who sits there, by name, before the match has begun; then null. */
  readonly seats: readonly (string | null)[] | null;
  /** All nodes that have come, the header first; more are added to the same list. */
  readonly nodes: readonly Uint8Array[];
  /** What was seen after each of them, where hands are hidden. */
  readonly seen: readonly SeatView[];
  /** The server's time, in milliseconds since 1970. */
  now(): number;
}

/**
 * Tells of a match until it is told to stop, or nothing more can come; a lost connection is opened again. Resolves with the fault
 * that stands in the way, `unreachable` where the server never answered. Nodes are handed on unread: the engine checks them.
 */
export function watch(
  { server, id }: MatchUrl,
  signal: AbortSignal,
  tell: (watched: WatchedMatch) => void,
): Promise<Fault | null> {
  const { promise, resolve } = Promise.withResolvers<Fault | null>();
  const sync = createClockSync();
  let nodes: Uint8Array[] = [];
  let seen: SeatView[] = [];
  let chat: readonly Chat[] = [];
  let invite: Invite | null = null;
  let watching = 0;
  let isUp = false;

  const say = (): void =>
    tell({
      isUp,
      watching,
      chat,
      seats: nodes.length > 0 ? null : (invite?.seats.map(({ name }) => name) ?? null),
      nodes,
      seen,
      now: () => Date.now() + sync.offsetMs,
    });

  const take = (from: number, texts: readonly string[], more: readonly SeatView[] = []): void => {
    if (from > nodes.length) return; // what lies between will come when the line is opened again
    if (from < nodes.length) [nodes, seen] = [nodes.slice(0, from), seen.slice(0, from)];
    nodes.push(...texts.map(decodeBase64).flatMap(bytes => (bytes.ok ? [bytes.value] : [])));
    seen.push(...more);
  };

  const hear = (message: ServerMessage): void => {
    switch (message.type) {
      case 'welcome':
        sync.add(Date.now(), Date.now(), message.now);
        ({ invite, chat } = message);
        ({ watching } = message.presence);
        isUp = true;
        take(message.from, message.nodes, message.sights);
        line.welcomed();
        break;
      case 'node':
        take(nodes.length, [message.node], message.sight === undefined ? [] : [message.sight]);
        break;
      case 'nodes':
        take(message.from, message.nodes, message.sights);
        break;
      case 'invite':
        ({ invite } = message);
        break;
      case 'chat':
        chat = [...chat, message];
        break;
      case 'presence':
        ({ watching } = message);
        break;
      case 'pong':
        sync.add(message.t, Date.now(), message.now);
        return;
      default:
        return;
    }
    say();
    // what is over needs no connection; who saw it end may still hear what is said about it
    if (message.type === 'welcome' && message.invite.phase === 'ended') stop(null);
  };
  const stop = (fault: Fault | null): void => {
    resolve(fault);
    line.close();
  };

  const line = createReconnectingSocket({
    ...{ server, reconnects: true, now: Date.now, Socket: WebSocket, id: () => id },
    hello() {
      const last = nodes.at(-1);
      if (last === undefined) return { type: 'hello' };
      return {
        type: 'hello',
        seen: { n: nodes.length - 1, node: formatCid(cidOf('dag-cbor', last)) },
      };
    },
    async hear(text) {
      try {
        hear(JSON.parse(text) as ServerMessage);
      } catch {
        line.drop('what the server says cannot be read');
      }
    },
    onSilent(isSilent) {
      isUp = !isSilent;
      say();
    },
    onDown(code, _reason, isOver) {
      const isFirst = invite === null;
      isUp = false;
      if (isOver || isFirst) stop(faultOf(code));
      else say();
    },
  });
  signal.addEventListener('abort', () => stop(null));
  return promise;
}

const faultOf = (code: number): Fault =>
  code === CLOSE.unknown
    ? { code: 'not-found', message: 'there is no such match, or it is private' }
    : { code: 'unreachable', message: 'the server does not answer' };
