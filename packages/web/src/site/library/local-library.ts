/**
 * The browser's library (IndexedDB): imported files, each once, and an index entry for every match in them. It needs no server, and nothing
 * leaves the browser.
 */
import { type Cid, formatCid } from '@kifu/core';
import type { Library } from '@kifu/record/store';
import { answer } from '../database.ts';
import type { ListedMatch, ListedPage } from '../server.ts';
import { text } from '../texts.ts';
import type { CheckVerdict, RecordFindings } from '../verify/verify-worker.ts';
import { libraryDatabase } from './library-database.ts';
import {
  byAdded,
  listingOf,
  localList,
  noteRemoved,
  noteStored,
  type StoredMatch,
} from './local-list.ts';
import { queryOf } from './query.ts';

/** A match in a stored file. */
export interface LibraryMatch extends ListedMatch {
  /** The key of its file, and its number in it, from 1. */
  readonly file: number;
  readonly number: number;
  readonly verdict: CheckVerdict;
  /** Milliseconds since 1970. */
  readonly addedMs: number;
  /** Words by which its owner finds it again. */
  readonly tags?: readonly string[];
  /** What its owner thinks of it. */
  readonly note?: string;
}

/** A match to be added, with its last position as SVG where that was drawn. */
export interface AddedMatch extends LibraryMatch {
  readonly picture?: string | null;
}

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

/** For how long files that were only looked at can be opened again, in milliseconds. */
const LOOKED_AT_MS = 24 * 3_600_000;

/** Keeps a file, to be opened by its key. */
export async function addFile(file: LocalFile): Promise<number> {
  await forgetFiles();
  const stored: StoredFile = { ...file, addedMs: Date.now(), isKept: false };
  return (await libraryDatabase.change(store => answer(store('files').add(stored)))) as number;
}

/** A file by its key; null where there is none any more. */
export const getFile = async (key: number): Promise<LocalFile | null> =>
  (await libraryDatabase.read<StoredFile | undefined>('files', files => files.get(key))) ?? null;

/** Adds matches of a file to the library, which keeps the file; those that are there already stay as they are. How many are new. */
export async function addMatches(file: number, matches: readonly AddedMatch[]): Promise<number> {
  const { added, present } = await libraryDatabase.change(async store => {
    const files = store('files');
    const stored = await answer<StoredFile | undefined>(files.get(file));
    if (stored === undefined) return { added: [], present: [] };
    files.put({ ...stored, isKept: true }, file);
    const known = new Set(await answer(store('matches').getAllKeys() as IDBRequest<string[]>));
    const there = matches.filter(({ match }) => known.has(match));
    const added = matches.flatMap(({ picture, ...match }) => {
      if (known.has(match.match)) return [];
      known.add(match.match); // a file may have it twice
      store('matches').put(match);
      if (picture != null) store('pictures').put(picture, match.match);
      return [match];
    });
    const get = ({ match }: AddedMatch) => answer<StoredMatch>(store('matches').get(match));
    return { added, present: await Promise.all(there.map(get)) };
  });
  // a page that was closed at once has stored matches, and told no other
  await noteStored([...present, ...added]);
  return added.length;
}

/** What to list of a file, which came by a name or from this page: what is good in it. */
export const matchesOf = (
  file: number,
  source: string | null,
  found: readonly RecordFindings[],
): readonly AddedMatch[] =>
  found.flatMap(({ listed, number, verdict, picture }) =>
    listed === null
      ? []
      : [{ ...listed, source, file, number, verdict, picture, addedMs: Date.now() }],
  );

/** The last position of a match, as SVG; null where it was not drawn. */
export const matchPicture = async (match: string): Promise<string | null> =>
  (await libraryDatabase.read<string | undefined>('pictures', all => all.get(match))) ?? null;

/** All matches of the library, those that were added last first. */
export const listMatches = async (): Promise<readonly LibraryMatch[]> => {
  const { stored } = await localList();
  return [...stored.values()].sort(byAdded) as readonly StoredMatch[] as readonly LibraryMatch[];
};

/** How many there are. */
export const librarySize = async (): Promise<number> => (await localList()).stored.size;

/** Matches that a query of the API finds. Throws where it cannot be read, or where the browser keeps nothing. */
export async function findLocal(params: URLSearchParams): Promise<ListedPage> {
  const query = queryOf(params);
  const { library, stored } = await localList().catch(cause => {
    throw new Error(text.library.blocked, { cause });
  });
  const { listings, next } = await library.find(query);
  return { listings: listings.map(({ match }) => stored.get(formatCid(match))!), next };
}

/** How many matches a query of the API finds. */
export const countLocal = async (params: URLSearchParams): Promise<number> =>
  (await localLibrary.stats({ ...queryOf(params), limit: 0 })).matches;

const getStored = (match: Cid): Promise<StoredMatch | undefined> =>
  libraryDatabase.read('matches', matches => matches.get(formatCid(match)));

async function store(match: StoredMatch): Promise<void> {
  await libraryDatabase.change(store => void store('matches').put(match));
  await noteStored([match]);
}

/** Rises, so that of two that were listed at once one is the newer. */
let lastMs = 0;
function nextMs(): number {
  lastMs = Math.max(Date.now(), lastMs + 1);
  return lastMs;
}

/** The same as programs ask libraries. */
export const localLibrary: Library = {
  async list({ match, head, ...listing }, options) {
    options?.signal?.throwIfAborted();
    const old = await getStored(match);
    const addedMs = old?.startedAt === listing.startedAt ? old.addedMs : nextMs();
    const ids = { match: formatCid(match), head: formatCid(head) };
    const stored: StoredMatch = { ...old, ...listing, ...ids, addedMs };
    await store(stored);
  },
  async get(match, options) {
    options?.signal?.throwIfAborted();
    const stored = await getStored(match);
    return stored === undefined ? null : listingOf(stored);
  },
  async find(query, options) {
    options?.signal?.throwIfAborted();
    return (await localList()).library.find(query);
  },
  async stats(query, options) {
    options?.signal?.throwIfAborted();
    return (await localList()).library.stats(query);
  },
  async explore(question, options) {
    options?.signal?.throwIfAborted();
    return (await localList()).library.explore(question);
  },
  async hide(match, isHidden, options) {
    options?.signal?.throwIfAborted();
    const stored = await getStored(match);
    if (stored === undefined) return false;
    await store({ ...stored, isHidden });
    return true;
  },
  async remove(match, options) {
    options?.signal?.throwIfAborted();
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
  await store(remarked);
  return remarked;
}

/** Takes a match out of the library. */
export async function removeMatch(match: string): Promise<void> {
  await libraryDatabase.change(store => {
    store('matches').delete(match);
    store('pictures').delete(match);
  });
  await noteRemoved(match);
}

async function forgetFiles(): Promise<void> {
  const before = Date.now() - LOOKED_AT_MS;
  await libraryDatabase.change(
    store =>
      new Promise<void>((resolve, reject) => {
        const request = store('files').openCursor();
        request.onerror = () => reject(request.error);
        request.onsuccess = () => {
          const cursor = request.result;
          if (cursor === null) return resolve();
          const { isKept, addedMs } = cursor.value as StoredFile;
          if (!isKept && addedMs < before) cursor.delete();
          cursor.continue();
        };
      }),
  );
}
