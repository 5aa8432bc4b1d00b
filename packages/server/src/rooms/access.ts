/** Who may see what: the seat that a token is for, and matches as a guest may see them, without waking their rooms. */
import { type Cid, cidOf, isSameCid, parseCid, type Result, type Seat } from '@kifu/core';
import { idOf, nodesOf } from '@kifu/record';
import { loadNodes, type MatchSummary } from '@kifu/record/store';
import { isToken } from '../tokens.ts';
import type { Room } from './room.ts';
import type { RoomRegistry } from './room-registry.ts';
import type { StoredInvite } from './stored-invite.ts';

/** The seat that a token is for; undefined where it is for none and does not open a private match either. */
export function seatOfToken(
  { kept }: Pick<Room, 'kept'>,
  token: string | undefined,
): Seat | null | undefined {
  if (token === undefined) return kept.visibility === 'public' ? null : undefined;
  const seat = kept.seats.find(other => isToken(token, other.token));
  if (seat !== undefined) return seat.seat;
  return isToken(token, kept.joinToken) ? null : undefined;
}

/** A match as a guest who may see it sees it. */
export interface VisibleMatch {
  readonly match: Cid;
  /** The newest node. */
  readonly head: Cid;
  readonly isPrivate: boolean;
  /** Null where it was not played here. */
  readonly kept: StoredInvite | null;
  /** Null if it is not indexed: it is in progress, or there is no library. */
  readonly listing: MatchSummary | null;
  /** Whether the stores have it no more, and the archive has. */
  readonly isArchived: boolean;
}

/**
 * Finds a match by its id or that of its invite. Null where there is none, where it has not begun, and where the guest may not
 * see it: strangers cannot tell these apart. What was not played here must be listed as public.
 */
export async function findVisible(
  registry: RoomRegistry,
  id: string,
  token: string | undefined,
): Promise<VisibleMatch | null> {
  const { library, heads } = registry.stores;
  const kept = await keptOf(registry, id);
  if (kept !== null && seatOfToken({ kept }, token) === undefined) return null;
  const cid = parseCid(kept === null ? id : (kept.match ?? ''));
  if (!cid.ok) return null;
  const match = cid.value;
  const here = (await library?.get(match)) ?? null;
  const head = roomOf(registry, kept)?.chain?.last.digest;
  const newest = head === undefined ? await heads.get(match) : idOf(head);
  const isArchived = here === null && newest === null;
  const listed = isArchived ? await archivedOf(registry, match) : here;
  // of a live match, the room knows more than what was indexed when it started
  const listing = kept !== null && listed?.outcome === null ? null : listed;
  if (kept === null && listing?.visibility !== 'public') return null;
  const known = isArchived ? (listed?.head ?? null) : newest;
  if (known === null) return null;
  const isPrivate = kept?.visibility === 'private';
  return { match, head: known, isPrivate, kept, listing, isArchived };
}

/** The match as the archive lists it, by its own id alone; null where it is not there. */
async function archivedOf(
  { archive, limits }: RoomRegistry,
  match: Cid,
): Promise<MatchSummary | null> {
  const signal = AbortSignal.timeout(limits.storeMs);
  const listed = (await archive?.get(match, { signal })) ?? null;
  return listed !== null && isSameCid(listed.match, match) ? listed : null;
}

/** The nodes of a match up to one of them, the header first. */
export async function nodesUpTo(
  registry: RoomRegistry,
  { match, kept }: VisibleMatch,
  head: Cid,
): Promise<Result<readonly Uint8Array[]> | null> {
  const chain = roomOf(registry, kept)?.chain;
  if (chain != null && isSameCid(idOf(chain.last.digest), head))
    return { ok: true, value: nodesOf(chain) };
  if (!(await registry.stores.blocks.has(head))) return null;
  const nodes = await loadNodes(registry.stores, head);
  // a node of another match may be private
  return nodes.ok && !isHeaderOf(match, nodes.value[0]!) ? null : nodes;
}

const isHeaderOf = (match: Cid, header: Uint8Array): boolean =>
  isSameCid(match, cidOf('dag-cbor', header));

/** Returns the stored room of an invite or match; null if this server never had it. */
export async function keptOf(registry: RoomRegistry, id: string): Promise<StoredInvite | null> {
  const { rooms, stored } = registry;
  const own = await stored.idOf(id);
  return own === null ? null : (rooms.get(own)?.kept ?? (await stored.read(own)) ?? null);
}

/** The room of an invite, where it is in memory. */
export const roomOf = ({ rooms }: RoomRegistry, kept: StoredInvite | null): Room | undefined =>
  kept === null ? undefined : rooms.get(kept.id);
