/**
 * The browser's library (IndexedDB): imported files, each once, and an index entry for every match in them. It needs no server, and nothing
 * leaves the browser.
 */
import { type Cid, formatCid, NO_FACTS, parseCid, unwrap } from '@kifu/core';
import { type Library, type MatchSummary, memoryLibrary, type ToList } from '@kifu/record/store';
import type { ListedMatch, ListedPage } from '../server.ts';
import { text } from '../texts.ts';
import type { CheckVerdict, RecordFindings } from '../verify/verify-worker.ts';
import { queryOf } from './query.ts';

/** A match in a stored file. */
export interface LibraryMatch extends ListedMatch {
  /** The key of its file, and its number in it, from 1. */
  readonly file: number;
  readonly number: number;
  readonly verdict: CheckVerdict;
  /** Milliseconds since 1970. */
  readonly addedMs: number;
  /** Its last position as SVG; null or absent where it was not drawn. */
  readonly picture?: string | null;
  /** Words by which its owner finds it again. */
  readonly tags?: readonly string[];
  /** What its owner thinks of it. */
  readonly note?: string;
}

/** A match as it is stored: what is only asked for by words and positions is there where it was listed so. */
type StoredMatch = ListedMatch &
  Partial<LibraryMatch> &
  Pick<LibraryMatch, 'addedMs'> &
  Partial<Pick<ToList, 'visibility' | 'comments' | 'positions'>> & { readonly isHidden?: boolean };

/** Whether a match is stored in the browser. */
export const isLocal = (listed: ListedMatch): listed is LibraryMatch => 'file' in listed;

/** A file as it came. */
export interface LocalFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** As it is stored. */
interface StoredFile extends LocalFile {
  readonly addedMs: number;
  /** Whether matches of the library are in it; others are forgotten after a while. */
  readonly isKept: boolean;
}

const NAME = 'kifu';
const VERSION = 1;
/** For how long files that were only looked at can be opened again, in milliseconds. */
const LOOKED_AT_MS = 24 * 3_600_000;

/** Keeps a file, to be opened by its key. */
export async function addFile(file: LocalFile): Promise<number> {
  await forgetFiles();
  const stored: StoredFile = { ...file, addedMs: Date.now(), isKept: false };
  return (await run('files', 'readwrite', files => files.add(stored))) as number;
}

/** A file by its key; null where there is none any more. */
export const getFile = async (key: number): Promise<LocalFile | null> =>
  (await run<StoredFile | undefined>('files', 'readonly', files => files.get(key))) ?? null;

/** Adds matches of a file to the library, which keeps the file; those that are there already stay as they are. How many are new. */
export async function addMatches(file: number, matches: readonly LibraryMatch[]): Promise<number> {
  const database = await open();
  const transaction = database.transaction(['files', 'matches'], 'readwrite');
  const files = transaction.objectStore('files');
  const stored = await answer<StoredFile | undefined>(files.get(file));
  if (stored === undefined) return 0;
  files.put({ ...stored, isKept: true }, file);
  const known = new Set(await answer<string[]>(transaction.objectStore('matches').getAllKeys()));
  const fresh = matches.filter(({ match }) => !known.has(match));
  for (const match of fresh) transaction.objectStore('matches').put(match);
  await new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
  });
  return fresh.length;
}

/** What to list of a file, which came by a name or from this page: what is good in it. */
export const matchesOf = (
  file: number,
  source: string | null,
  found: readonly RecordFindings[],
): readonly LibraryMatch[] =>
  found.flatMap(({ listed, number, verdict, picture }) =>
    listed === null
      ? []
      : [{ ...listed, source, file, number, verdict, picture, addedMs: Date.now() }],
  );

/** All matches of the library, those that were added last first. */
export const listMatches = async (): Promise<readonly LibraryMatch[]> =>
  (await storedMatches()) as readonly LibraryMatch[];

async function storedMatches(): Promise<readonly StoredMatch[]> {
  const all = await run<readonly StoredMatch[]>('matches', 'readonly', matches => matches.getAll());
  return all.toSorted((a, b) => b.addedMs - a.addedMs || (a.number ?? 0) - (b.number ?? 0));
}

/** All that is stored, read into memory: other tabs may have changed it since. */
async function load(): Promise<{ library: Library; stored: ReadonlyMap<string, StoredMatch> }> {
  const library = memoryLibrary();
  const all = await storedMatches();
  for (const one of all.toReversed()) {
    const listing = toList(one);
    await library.list(listing);
    if (one.isHidden) await library.hide(listing.match, true);
  }
  return { library, stored: new Map(all.map(one => [one.match, one])) };
}

/** Its owner's tags and note are comments. */
const toList = (one: StoredMatch): ToList => ({
  ...listingOf(one),
  comments: one.comments ?? [...(one.tags ?? []), one.note ?? ''],
  ...(one.positions && { positions: one.positions }),
});

const listingOf = (one: StoredMatch): MatchSummary => ({
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

/** Matches that a query of the API finds. Throws where it cannot be read, or where the browser keeps nothing. */
export async function findLocal(params: URLSearchParams): Promise<ListedPage> {
  const query = queryOf(params);
  const { library, stored } = await load().catch(cause => {
    throw new Error(text.library.blocked, { cause });
  });
  const { listings, next } = await library.find(query);
  return { listings: listings.map(({ match }) => stored.get(formatCid(match))!), next };
}

/** How many matches a query of the API finds. */
export const countLocal = async (params: URLSearchParams): Promise<number> =>
  (await localLibrary.stats({ ...queryOf(params), limit: 0 })).matches;

const getStored = (match: Cid): Promise<StoredMatch | undefined> =>
  run('matches', 'readonly', matches => matches.get(formatCid(match)));

/** Rises, so that of two that were listed at once one is the newer. */
let lastMs = 0;
function nextMs(): number {
  lastMs = Math.max(Date.now(), lastMs + 1);
  return lastMs;
}

/** The same as programs ask libraries. */
export const localLibrary: Library = {
  async list({ match, head, ...listing }, ask) {
    ask?.signal?.throwIfAborted();
    const old = await getStored(match);
    const addedMs = old?.startedAt === listing.startedAt ? old.addedMs : nextMs();
    const ids = { match: formatCid(match), head: formatCid(head) };
    const stored: StoredMatch = { ...old, ...listing, ...ids, addedMs };
    await run('matches', 'readwrite', matches => matches.put(stored));
  },
  async get(match, ask) {
    ask?.signal?.throwIfAborted();
    const stored = await getStored(match);
    return stored === undefined ? null : listingOf(stored);
  },
  async find(query, ask) {
    ask?.signal?.throwIfAborted();
    return (await load()).library.find(query);
  },
  async stats(query, ask) {
    ask?.signal?.throwIfAborted();
    return (await load()).library.stats(query);
  },
  async explore(question, ask) {
    ask?.signal?.throwIfAborted();
    return (await load()).library.explore(question);
  },
  async hide(match, isHidden, ask) {
    ask?.signal?.throwIfAborted();
    const stored = await getStored(match);
    if (stored === undefined) return false;
    await run('matches', 'readwrite', matches => matches.put({ ...stored, isHidden }));
    return true;
  },
  async remove(match, ask) {
    ask?.signal?.throwIfAborted();
    await removeMatch(formatCid(match));
  },
};

/** Most that one's own remarks about a match may have: tags, letters of a tag, letters of a note. */
const [MOST_TAGS, MOST_TAG, MOST_NOTE] = [30, 60, 5000];

/** Keeps one's own tags, as they are typed with commas between them, and a note with a match, which is given back so. */
export async function remarkOn(
  match: LibraryMatch,
  tags: string,
  note: string,
): Promise<LibraryMatch> {
  const words = tags.split(',').map(tag => tag.trim().slice(0, MOST_TAG));
  const known = [...new Set(words.filter(tag => tag !== ''))].slice(0, MOST_TAGS);
  const remarked = { ...match, tags: known, note: note.trim().slice(0, MOST_NOTE) };
  await run('matches', 'readwrite', matches => matches.put(remarked));
  return remarked;
}

/** Takes a match out of the library. */
export const removeMatch = (match: string): Promise<unknown> =>
  run('matches', 'readwrite', matches => matches.delete(match));

async function forgetFiles(): Promise<void> {
  const database = await open();
  const files = database.transaction('files', 'readwrite').objectStore('files');
  const request = files.openCursor();
  const before = Date.now() - LOOKED_AT_MS;
  await new Promise<void>((resolve, reject) => {
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const cursor = request.result;
      if (cursor === null) return resolve();
      const { isKept, addedMs } = cursor.value as StoredFile;
      if (!isKept && addedMs < before) cursor.delete();
      cursor.continue();
    };
  });
}

let opened: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('files', { autoIncrement: true });
      request.result.createObjectStore('matches', { keyPath: 'match' });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opened;
}

async function run<Value>(
  store: 'files' | 'matches',
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest,
): Promise<Value> {
  const database = await open();
  return answer<Value>(ask(database.transaction(store, mode).objectStore(store)));
}

const answer = <Value>(request: IDBRequest): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result as Value);
    request.onerror = () => reject(request.error);
  });
