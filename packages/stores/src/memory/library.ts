/** A library in memory. */
import { type Cid, formatCid } from '@kifu/core';
import type { Library, Listing, Query } from '@kifu/record';

const USUAL_LIMIT = 50;
const MAX_LIMIT = 500;

/** A listing, with the key that it is sorted by. */
interface Kept {
  readonly key: string;
  readonly listing: Listing;
}

/** A library in memory, empty at first. */
export function memoryLibrary(): Library {
  const kept = new Map<string, Kept>();
  /** The newest first; null after a change, until somebody asks. */
  let sorted: readonly Kept[] | null = null;
  return {
    async list(listing, ask) {
      ask?.signal?.throwIfAborted();
      kept.set(formatCid(listing.match), { key: keyOf(listing), listing: copy(listing) });
      sorted = null;
    },
    async get(match, ask) {
      ask?.signal?.throwIfAborted();
      const found = kept.get(formatCid(match));
      return found === undefined ? null : copy(found.listing);
    },
    async find(query, ask) {
      ask?.signal?.throwIfAborted();
      sorted ??= [...kept.values()].sort((a, b) => (a.key < b.key ? 1 : -1));
      return pageOf(sorted, query);
    },
    async remove(match, ask) {
      ask?.signal?.throwIfAborted();
      if (kept.delete(formatCid(match))) sorted = null;
    },
  };
}

/** The last key of a page is where the next goes on: whatever comes and goes meanwhile, nothing else moves. */
function pageOf(sorted: readonly Kept[], query: Query) {
  const limit = limitOf(query);
  const page: Kept[] = [];
  for (const one of sorted) {
    if (query.after !== undefined && one.key >= query.after) continue;
    if (!isFound(one.listing, query)) continue;
    if (page.length === limit) return { listings: copies(page), next: page.at(-1)?.key ?? null };
    page.push(one);
  }
  return { listings: copies(page), next: null };
}

const copies = (page: readonly Kept[]): Listing[] => page.map(({ listing }) => copy(listing));

/** A whole number from 0 to 500; what is no number asks for nothing. */
const limitOf = ({ limit = USUAL_LIMIT }: Query): number =>
  Math.min(Math.max(Math.trunc(limit) || 0, 0), MAX_LIMIT);

/** Sorts like the time and, within it, like the match id; a space stands before every letter, so no time is the oldest. */
const keyOf = ({ startedAt, match }: Listing): string => `${startedAt ?? ''} ${formatCid(match)}`;

function isFound(listing: Listing, { game, player, result, reason }: Query): boolean {
  const { outcome } = listing;
  if (game !== undefined && listing.game !== game) return false;
  if (result !== undefined && (outcome?.result ?? 'open') !== result) return false;
  if (reason !== undefined && outcome?.reason !== reason) return false;
  if (player === undefined) return true;
  const part = player.toLowerCase();
  return listing.players.some(name => name.toLowerCase().includes(part));
}

/** A listing that shares nothing with the other. */
const copy = (listing: Listing): Listing => ({
  ...listing,
  match: copyCid(listing.match),
  head: copyCid(listing.head),
  players: [...listing.players],
  outcome: listing.outcome && structuredClone(listing.outcome),
});

const copyCid = (cid: Cid): Cid => ({ ...cid, digest: Uint8Array.from(cid.digest) });
