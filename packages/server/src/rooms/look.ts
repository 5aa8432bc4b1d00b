/** Looking at matches without waking their rooms: what is there, and who may see it. */
import { type Cid, cidOf, isSameCid, parseCid, type Result } from '@kifu/core';
import { idOf, type Listing, loadNodes, nodesOf } from '@kifu/record';
import type { Hall } from './hall.ts';
import type { Kept } from './kept.ts';
import { seatOfToken } from './people.ts';
import type { Room } from './room.ts';

/** A match as somebody who may see it sees it. */
export interface Seen {
  readonly match: Cid;
  /** The newest node. */
  readonly head: Cid;
  readonly isPrivate: boolean;
  /** Null where it was not played here. */
  readonly kept: Kept | null;
  /** Null where it is not listed: it goes on, or there is no library. */
  readonly listing: Listing | null;
}

/**
 * Finds a match by its id or that of its invite. Null where there is none, where it has not begun, and where whoever asks may not
 * see it: strangers cannot tell these apart. What was not played here must be listed as public.
 */
export async function look(
  hall: Hall,
  id: string,
  token: string | undefined,
): Promise<Seen | null> {
  const { library, heads } = hall.stores;
  const kept = await keptOf(hall, id);
  if (kept !== null && seatOfToken({ kept }, token) === undefined) return null;
  const cid = parseCid(kept === null ? id : (kept.match ?? ''));
  if (!cid.ok) return null;
  const match = cid.value;
  const listed = (await library?.get(match)) ?? null;
  // of a match that goes on here, the room knows more than what was listed when it began
  const listing = kept !== null && listed?.outcome === null ? null : listed;
  if (kept === null && listing?.visibility !== 'public') return null;
  const head = roomOf(hall, kept)?.chain?.last.digest;
  const newest = head === undefined ? await heads.get(match) : idOf(head);
  if (newest === null) return null;
  return { match, head: newest, isPrivate: kept?.visibility === 'private', kept, listing };
}

/** The nodes of a match up to one of them, the header first. */
export async function nodesUpTo(
  hall: Hall,
  { match, kept }: Seen,
  head: Cid,
): Promise<Result<readonly Uint8Array[]> | null> {
  const chain = roomOf(hall, kept)?.chain;
  if (chain != null && isSameCid(idOf(chain.last.digest), head))
    return { ok: true, value: nodesOf(chain) };
  if (!(await hall.stores.blocks.has(head))) return null;
  const nodes = await loadNodes(hall.stores, head);
  // a node of another match may be private
  return nodes.ok && !isHeaderOf(match, nodes.value[0]!) ? null : nodes;
}

const isHeaderOf = (match: Cid, header: Uint8Array): boolean =>
  isSameCid(match, cidOf('dag-cbor', header));

/** What is kept of the room of an invite or a match; null where there was none here. */
async function keptOf(hall: Hall, id: string): Promise<Kept | null> {
  const { vault } = hall.stores;
  const own = parseCid(id).ok ? await vault.get('match', id) : id;
  if (typeof own !== 'string') return null;
  const kept =
    hall.rooms.get(own)?.kept ?? (await vault.get('room', own)) ?? (await vault.get('past', own));
  return (kept as unknown as Kept | undefined) ?? null;
}

const roomOf = ({ rooms }: Hall, kept: Kept | null): Room | undefined =>
  kept === null ? undefined : rooms.get(kept.id);
