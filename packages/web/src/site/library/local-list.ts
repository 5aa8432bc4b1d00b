/** The index entries of the browser's library in memory, read once: each change of this tab is made here too, one of another tab makes it read again. */
import { NO_FACTS, parseCid, unwrap } from '@kifu/core';
import { type Library, type MatchSummary, memoryLibrary, type ToList } from '@kifu/record/store';
import type { ListedMatch } from '../server.ts';
import { libraryDatabase } from './library-database.ts';
import type { LibraryMatch } from './local-library.ts';

/** A match as it is stored: what is only asked for by words and positions is there where it was listed so. */
export type StoredMatch = ListedMatch &
  Partial<LibraryMatch> &
  Pick<LibraryMatch, 'addedMs'> &
  Partial<Pick<ToList, 'visibility' | 'comments' | 'positions'>> & { readonly isHidden?: boolean };

interface LocalList {
  readonly library: Library;
  /** By content ID. */
  readonly stored: Map<string, StoredMatch>;
}

let list: Promise<LocalList> | null = null;

const otherTabs = new BroadcastChannel('kifu-library');
otherTabs.onmessage = () => {
  list = null;
};

/** All that is stored; rejects where the browser keeps nothing. */
export function localList(): Promise<LocalList> {
  list ??= load();
  const loading = list;
  loading.catch(() => {
    if (list === loading) list = null;
  });
  return loading;
}

async function load(): Promise<LocalList> {
  const loaded: LocalList = { library: memoryLibrary(), stored: new Map() };
  const all = await libraryDatabase.read<StoredMatch[]>('matches', matches => matches.getAll());
  for (const one of all.toSorted(byAdded).toReversed()) await put(loaded, one);
  return loaded;
}

/** Those that were added last first. */
export const byAdded = (a: StoredMatch, b: StoredMatch): number =>
  b.addedMs - a.addedMs || (a.number ?? 0) - (b.number ?? 0);

/** Notes matches that were stored, and tells other tabs. */
export async function noteStored(matches: readonly StoredMatch[]): Promise<void> {
  otherTabs.postMessage('stored');
  const loaded = await list?.catch(() => null);
  if (!loaded) return;
  for (const one of matches.toSorted(byAdded).toReversed()) await put(loaded, one);
}

/** Notes a match that was removed, and tells other tabs. */
export async function noteRemoved(match: string): Promise<void> {
  otherTabs.postMessage('removed');
  const loaded = await list?.catch(() => null);
  if (!loaded) return;
  loaded.stored.delete(match);
  await loaded.library.remove(unwrap(parseCid(match)));
}

async function put({ library, stored }: LocalList, one: StoredMatch): Promise<void> {
  stored.set(one.match, one);
  const listing = toList(one);
  await library.list(listing);
  if (one.isHidden !== undefined) await library.hide(listing.match, one.isHidden);
}

/** Its owner's tags and note are comments. */
const toList = (one: StoredMatch): ToList => ({
  ...listingOf(one),
  comments: one.comments ?? [...(one.tags ?? []), one.note ?? ''],
  ...(one.positions && { positions: one.positions }),
});

/** A stored match as programs are given it. */
export const listingOf = (one: StoredMatch): MatchSummary => ({
  match: unwrap(parseCid(one.match)),
  head: unwrap(parseCid(one.head)),
  game: one.game,
  players: one.players,
  startedAt: one.startedAt,
  entries: one.entries,
  outcome: one.outcome,
  rated: one.rated,
  source: one.source,
  visibility: one.visibility ?? 'public',
  opening: one.opening,
  facts: { ...NO_FACTS, ...one.facts },
});
