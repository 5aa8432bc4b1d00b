/** Access: the seat that a token is for, and matches as a guest may see them, without loading their rooms. */
import { type Cid, cidOf, isSameCid, parseCid, type Result, type Seat } from '@kifu/core';
import { idOf, nodesOf } from '@kifu/record';
import { loadNodes, type MatchSummary } from '@kifu/record/store';
import { isToken } from '../tokens.ts';
import type { Room } from './room.ts';
import type { RoomRegistry } from './room-registry.ts';
import type { StoredInvite } from './stored-invite.ts';

/** Returns the seat of a token; undefined if it has none and does not open a private match either. */
export function seatOfToken(
  { stored }: Pick<Room, 'stored'>,
  token: string | undefined,
): Seat | null | undefined {
  if (token === undefined) return stored.visibility === 'public' ? null : undefined;
  const seat = stored.seats.find(other => isToken(token, other.token));
  if (seat !== undefined) return seat.seat;
  return isToken(token, stored.joinToken) ? null : undefined;
}

/** Match as a guest who may see it sees it. */
export interface VisibleMatch {
  readonly match: Cid;
  /** The newest node. */
  readonly head: Cid;
  readonly isPrivate: boolean;
  /** Null if it was not played here. */
  readonly stored: StoredInvite | null;
  /** Null if it is not indexed: it is in progress, or there is no library. */
  readonly listing: MatchSummary | null;
  /** Whether it is only in the archive, and no longer in the stores. */
  readonly isArchived: boolean;
}

/**
 * Finds a match by its id or that of its invite. Null if there is none, if it has not started, and if the guest may not
 * see it: strangers cannot distinguish these. A match that was not played here must be indexed as public.
 */
export async function findVisible(
  registry: RoomRegistry,
  id: string,
  token: string | undefined,
): Promise<VisibleMatch | null> {
  const { library, heads } = registry.stores;
  const stored = await storedInviteOf(registry, id);
  if (stored !== null && seatOfToken({ stored }, token) === undefined) return null;
  const cid = parseCid(stored === null ? id : (stored.match ?? ''));
  if (!cid.ok) return null;
  const match = cid.value;
  const here = (await library?.get(match)) ?? null;
  const head = roomOf(registry, stored)?.chain?.last.digest;
  const newest = head === undefined ? await heads.get(match) : idOf(head);
  const isArchived = here === null && newest === null;
  const listed = isArchived ? await archivedOf(registry, match) : here;
  // of a live match, the room knows more than what was indexed when it started
  const listing = stored !== null && listed?.outcome === null ? null : listed;
  if (stored === null && listing?.visibility !== 'public') return null;
  const known = isArchived ? (listed?.head ?? null) : newest;
  if (known === null) return null;
  const isPrivate = stored?.visibility === 'private';
  return { match, head: known, isPrivate, stored, listing, isArchived };
}

/** Returns the match as the archive lists it, by its own id; null if it is not there. */
async function archivedOf(
  { archive, limits }: RoomRegistry,
  match: Cid,
): Promise<MatchSummary | null> {
  const signal = AbortSignal.timeout(limits.storeMs);
  const listed = (await archive?.get(match, { signal })) ?? null;
  return listed !== null && isSameCid(listed.match, match) ? listed : null;
}

/** Returns the nodes of a match up to one of them, the header first. */
export async function nodesUpTo(
  registry: RoomRegistry,
  { match, stored }: VisibleMatch,
  head: Cid,
): Promise<Result<readonly Uint8Array[]> | null> {
  const chain = roomOf(registry, stored)?.chain;
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
export async function storedInviteOf(
  registry: RoomRegistry,
  id: string,
): Promise<StoredInvite | null> {
  const { rooms, storedRooms } = registry;
  const own = await storedRooms.idOf(id);
  return own === null ? null : (rooms.get(own)?.stored ?? (await storedRooms.read(own)) ?? null);
}

/** Returns the room of an invite, if it is in memory. */
export const roomOf = ({ rooms }: RoomRegistry, stored: StoredInvite | null): Room | undefined =>
  stored === null ? undefined : rooms.get(stored.id);
