/** Merged names of a player: the owner of a library decides, and summaries have the chosen one. Records do not change. */
import { type Json, unwrap } from '@kifu/core';
import { decodeHeader } from '@kifu/record/node';
import { namesOf } from '@kifu/record/replay';
import type { Ask, BlockStore, Library, MatchSummary, Vault } from '@kifu/record/store';
import { eachListing } from './upkeep.ts';

/** The chosen name for each spelling that was merged into it. */
export type MergedNames = ReadonlyMap<string, string>;

/** What merging names needs. */
export interface NamedStore {
  readonly blocks: BlockStore;
  readonly library: Library;
  readonly vault: Vault;
}

/** Key in the vault. */
const [KIND, NAME] = ['names', 'merged'];

/** Returns the merged names. */
export async function loadMergedNames(vault: Vault, ask: Ask = {}): Promise<MergedNames> {
  const pairs = (await vault.get(KIND, NAME, ask)) ?? [];
  return new Map(pairs as unknown as readonly [string, string][]);
}

/** Returns a summary with the chosen names of its players. */
export function withMergedNames<L extends Pick<MatchSummary, 'players'>>(
  listing: L,
  names: MergedNames,
): L {
  if (names.size === 0) return listing;
  return { ...listing, players: listing.players.map(name => names.get(name) ?? name) };
}

/** Merges these spellings into one name; returns how many summaries have changed. */
export async function mergeNames(
  store: NamedStore,
  spellings: readonly string[],
  name: string,
  ask: Ask = {},
): Promise<number> {
  const merged = new Map(await loadMergedNames(store.vault, ask));
  const gone = new Set(spellings.filter(spelling => spelling !== name));
  // names that were merged into one of them move to the new name
  for (const [spelling, into] of merged) if (gone.has(into)) merged.set(spelling, name);
  for (const spelling of gone) merged.set(spelling, name);
  merged.delete(name);
  return relist(store, merged, gone, ask);
}

/** Separates these spellings again, so that summaries have the names in their records; returns how many have changed. */
export async function splitNames(
  store: NamedStore,
  spellings: readonly string[],
  ask: Ask = {},
): Promise<number> {
  const merged = new Map(await loadMergedNames(store.vault, ask));
  const shown = new Set(spellings.flatMap(spelling => merged.get(spelling) ?? []));
  for (const spelling of spellings) merged.delete(spelling);
  return relist(store, merged, shown, ask);
}

/** Stores the decision, then indexes all matches again that have one of the names. */
async function relist(
  { blocks, library, vault }: NamedStore,
  merged: MergedNames,
  shown: ReadonlySet<string>,
  ask: Ask,
): Promise<number> {
  if (merged.size === 0) await vault.remove(KIND, NAME, ask);
  else await vault.put(KIND, NAME, [...merged] as unknown as Json, ask);
  let changed = 0;
  for (const player of shown)
    for await (const listing of eachListing(library, ask, { player })) {
      const header = unwrap(decodeHeader(await blocks.get(listing.match, ask)));
      const now = withMergedNames({ ...listing, players: namesOf(header) }, merged);
      if (now.players.join('\0') === listing.players.join('\0')) continue;
      await library.list(now, ask);
      changed++;
    }
  return changed;
}
