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
  /** False while the connection is lost. */
  readonly isUp: boolean;
  /** How many spectators there are. */
  readonly watching: number;
  readonly chat: readonly Chat[];
  /** Names of the players by seat before the match has started; then null. */
  readonly seats: readonly (string | null)[] | null;
  /** All nodes so far, the header first; more are added to the same list. */
  readonly nodes: readonly Uint8Array[];
  /** What was seen after each of them, where hands are hidden. */
  readonly seen: readonly SeatView[];
  /** The server's time, in milliseconds since 1970. */
  now(): number;
}

/**
 * Reports a match until it is stopped or the match is over, and reconnects when the connection is lost. Resolves with the fault that
 * prevents it, `unreachable` if the server never responded. Nodes are passed on unread: the engine checks them.
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
    if (from > nodes.length) return; // the missing nodes arrive when the connection is opened again
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
    // a finished match needs no connection; spectators who saw it end may still receive chat
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
        line.drop('unexpected response from the server');
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
    ? { code: 'not-found', message: 'game not found, or private' }
    : { code: 'unreachable', message: 'the server is not responding' };
