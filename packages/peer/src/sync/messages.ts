/** Messages of two nodes on `/ipgs/sync/1.0.0`: maps of DAG-CBOR, requests with a number that answers repeat. IPGS §14.3. */
import * as dagCbor from '@ipld/dag-cbor';
import { type Cid, encodeCid, fail, ok, parseCid, type Result } from '@kifu/core';
import { CID } from 'multiformats/cid';

/** The protocol. */
export const SYNC = '/ipgs/sync/1.0.0';

/** Why a request is refused. */
export type SyncError =
  | 'bad-request'
  | 'not-found'
  | 'too-large'
  | 'busy'
  | 'invalid-commit'
  | 'stale'
  | 'fork';

/** A decoded message: nothing in it has been checked. */
export type SyncMessage = { readonly [key: string]: unknown };

/** How many commits, or blocks, are asked for at once. */
export const PAGE = 256;

/** How many requests of one stream are handled concurrently; a node that sends more waits with it. */
export const MAX_AT_ONCE = 64;

/** A message as bytes. */
export const encodeMessage = (message: SyncMessage): Uint8Array => dagCbor.encode(message);

/** Reads a message. */
export function decodeMessage(bytes: Uint8Array): Result<SyncMessage> {
  try {
    const message: unknown = dagCbor.decode(bytes);
    if (typeof message === 'object' && message !== null && !Array.isArray(message))
      return ok(message as SyncMessage);
  } catch {
    // said below
  }
  return fail('malformed', 'the message is not a map in DAG-CBOR', { rule: 'message' });
}

/** A link to what a content ID names. */
export const toLink = (id: string | Cid): CID =>
  typeof id === 'string' ? CID.parse(id) : CID.decode(encodeCid(id));

/** The content ID of a link as text; null where it is none, or of a kind that cannot be checked here. */
export function linkText(value: unknown): string | null {
  const text = CID.asCID(value)?.toString();
  return text !== undefined && parseCid(text).ok ? text : null;
}

/** The bytes of a field, up to a limit; null if it has none. */
export const bytesOf = (value: unknown, maxBytes: number): Uint8Array | null =>
  value instanceof Uint8Array && value.length <= maxBytes ? value : null;
