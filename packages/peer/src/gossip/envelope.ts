/** Gossip messages: maps of DAG-CBOR, each with its type, its time and its sender. IPGS §14.1. */
import { fail, ok, type Result } from '@kifu/core';
import { formatTimestamp, parsePeerId, parseTimestamp } from '@kifu/ipgs';
import { bytesOf, decodeMessage, encodeMessage, linkText, toLink } from '../sync/messages.ts';

/** A message of one of the topics. */
export type GossipMessage =
  | {
      readonly t: 'head';
      readonly player: string;
      readonly record: Uint8Array;
      readonly root: string;
    }
  | {
      readonly t: 'commit';
      readonly cid: string;
      readonly block: Uint8Array;
      readonly data: Uint8Array;
    }
  | { readonly t: 'want'; readonly head: string | null }
  | { readonly t: 'withdraw'; readonly cid: string }
  | { readonly t: 'presence'; readonly until: bigint };

/** A message with its time and its sender. */
export interface Envelope {
  readonly at: bigint;
  readonly node: string;
  readonly message: GossipMessage;
}

/** Offers on the common topic. */
export const LOBBY = '/ipgs/1/lobby';
/** What a player publishes. */
export const playerTopic = (player: string): string => `/ipgs/1/player/${player}`;
/** Moves of a game, by the content ID of its offer. */
export const gameTopic = (offer: string): string => `/ipgs/1/game/${offer}`;

/** IPGS §17. */
const MAX_BYTES = 64 * 1024;
/** A message of another time is a replay, or one of the two clocks is wrong. */
const MAX_SKEW = 300n * 1_000_000_000n;

/** Writes a message. */
export function encodeEnvelope({ at, node, message }: Envelope): Uint8Array {
  const { t } = message;
  const fields =
    t === 'head'
      ? { player: toLink(message.player), record: message.record, root: toLink(message.root) }
      : t === 'commit'
        ? { cid: toLink(message.cid), block: message.block, data: message.data }
        : t === 'want'
          ? { head: message.head === null ? null : toLink(message.head) }
          : t === 'withdraw'
            ? { cid: toLink(message.cid) }
            : { until: formatTimestamp(message.until) };
  return encodeMessage({ v: 1, t, ts: formatTimestamp(at), node, ...fields });
}

const wrong = (message: string) => fail('malformed', message, { rule: 'gossip' });

/** Reads a message, as of now. */
export function decodeEnvelope(bytes: Uint8Array, now: bigint): Result<Envelope> {
  if (bytes.length > MAX_BYTES)
    return fail('too-large', `the message is too large: ${MAX_BYTES} bytes at most`, {
      rule: 'gossip',
    });
  const map = decodeMessage(bytes);
  if (!map.ok) return map;
  const { v, ts, node: sender } = map.value;
  const at = typeof ts === 'string' ? parseTimestamp(ts) : null;
  const node = typeof sender === 'string' ? parsePeerId(sender) : null;
  if (v !== 1 || !at?.ok || node === null) return wrong('invalid envelope');
  const skew = at.value > now ? at.value - now : now - at.value;
  if (skew > MAX_SKEW)
    return fail('conflict', 'the timestamp of the message is too far from the current time', {
      rule: 'stale',
    });
  const message = readMessage(map.value);
  return message === null ? wrong('unknown message') : ok({ at: at.value, node, message });
}

function readMessage(map: { readonly [key: string]: unknown }): GossipMessage | null {
  const { t } = map;
  const cid = linkText(map.cid);
  if (t === 'head') {
    const [player, root] = [linkText(map.player), linkText(map.root)];
    const record = bytesOf(map.record, MAX_BYTES);
    return player === null || root === null || record === null ? null : { t, player, record, root };
  }
  if (t === 'commit') {
    const [block, data] = [bytesOf(map.block, MAX_BYTES), bytesOf(map.data, MAX_BYTES)];
    return cid === null || block === null || data === null ? null : { t, cid, block, data };
  }
  if (t === 'want') {
    const head = map.head === null ? null : linkText(map.head);
    return map.head !== null && head === null ? null : { t, head };
  }
  if (t === 'withdraw') return cid === null ? null : { t, cid };
  const until = typeof map.until === 'string' ? parseTimestamp(map.until) : null;
  return t === 'presence' && until?.ok ? { t, until: until.value } : null;
}
