/** Archives: matches in immutable files, searched and read over any network with range requests. */
import { type Cid, formatFault } from '@kifu/core';
import {
  type Archive,
  type Ask,
  BadQueryError,
  type Explored,
  type ExploreQuestion,
  ecoPrefix,
  exploreGames,
  limitOf,
  type MatchSummary,
  type Query,
  type QueryPage,
  type ReachedGame,
  type Searched,
  secondOf,
  startOf,
  testOf,
  wordsOf,
} from '@kifu/record/store';
import { ArchiveDamagedError } from './errors.ts';
import { ArchiveFile } from './file.ts';
import { type ArchiveFiles, LIST, parseList } from './files.ts';
import { allNumbers, type IdSet, inAll, numbersBelow, numbersOf } from './numbers.ts';
import {
  KIND,
  numberOf,
  openingTerm,
  positionTerm,
  TIME_EVERY,
  termKey,
  timeTerm,
} from './terms.ts';

/** How many matches one page examines at most. */
const MOST_LOOKED_AT = 10_000;
/** Size up to which a set is read as a whole. */
const MOST_NUMBERS = 1 << 18;

/** Opens an archive in its current state. Throws `ArchiveDamagedError`, or what `files` throws. */
export const openArchive = async (files: ArchiveFiles, ask: Ask = {}): Promise<Archive> =>
  archiveOf(await openFiles(files, [], ask));

/** Options for following an archive. */
export interface FollowOptions {
  /** How long its list stays fresh, in milliseconds (default: 10,000). */
  readonly freshMs?: number;
  /** Milliseconds on any clock. */
  readonly now?: () => number;
}

/** Opens an archive that others add to: searches include what was added since. */
export async function followArchive(
  files: ArchiveFiles,
  { freshMs = 10_000, now = () => performance.now() }: FollowOptions = {},
): Promise<Archive> {
  let opened = await openFiles(files, []);
  let readMs = now();
  let reading: Promise<void> | null = null;
  const readAgain = async (): Promise<void> => {
    readMs = now();
    // if the list cannot be read, the known files are still there
    opened = await openFiles(files, opened).catch(() => opened);
    reading = null;
  };
  const fresh = async (): Promise<Archive> => {
    if (now() - readMs >= freshMs) reading ??= readAgain();
    await reading;
    return archiveOf(opened);
  };
  return {
    get matches() {
      return archiveOf(opened).matches;
    },
    find: async (query, ask) => (await fresh()).find(query, ask),
    explore: async (question, ask) => (await fresh()).explore(question, ask),
    get: async (id, ask) => (await fresh()).get(id, ask),
    pack: async (id, ask) => (await fresh()).pack(id, ask),
  };
}

/** Opens the files of an archive; those that are open stay open. */
async function openFiles(
  files: ArchiveFiles,
  known: readonly ArchiveFile[],
  ask: Ask = {},
): Promise<readonly ArchiveFile[]> {
  const list = parseList(new TextDecoder().decode(await files.read(LIST, null, ask)));
  if (!list.ok) throw new ArchiveDamagedError(LIST, formatFault(list.fault));
  return Promise.all(
    list.value.map(
      listed =>
        known.find(({ name }) => name === listed.name) ?? ArchiveFile.open(files, listed, ask),
    ),
  );
}

function archiveOf(opened: readonly ArchiveFile[]): Archive {
  const place = async (id: Cid): Promise<readonly [ArchiveFile, number] | null> => {
    for (const file of opened) {
      const number = await file.find(id);
      if (number !== null) return [file, number];
    }
    return null;
  };
  return {
    matches: opened.reduce((sum, { matches }) => sum + matches, 0),
    find: (query, asked = {}) => findPage(opened, query, asked),
    explore: (question, asked = {}) => exploreFiles(opened, question, asked),
    async get(id) {
      const [file, number] = (await place(id)) ?? [];
      return file === undefined ? null : (await file.listing(number!)).listing;
    },
    async pack(id, asked) {
      const [file, number] = (await place(id)) ?? [];
      return file === undefined ? null : file.pack(number!, asked);
    },
  };
}

/** Search in a file, at the next match that it finds. */
interface FileSearch {
  /** Where to continue. */
  number: number;
  /** Null if nothing more is found. */
  found: MatchSummary | null;
  second: number;
}

/** The newest games of each file, so that over a network an answer takes some hundred requests at most. */
async function exploreFiles(
  files: readonly ArchiveFile[],
  { position, next, query }: ExploreQuestion,
  { signal }: Ask,
): Promise<Explored> {
  const { sort: _, after: __, limit: ___, ...which } = query;
  if (which.hidden === true) return exploreGames([], next.length, true);
  const isFound = testOf(residualOf(which));
  let isWhole = true;
  const inFile = async (file: ArchiveFile): Promise<readonly ReachedGame[]> => {
    const set = await matchesFor(file, { ...which, position });
    const ahead = new Lookahead(file, set, 0, MOST_AHEAD);
    const found = new Map<number, MatchSummary>();
    let last = -1;
    for (let looks = 0; ; looks++) {
      signal?.throwIfAborted();
      const one = await ahead.next();
      if (one === null) break;
      if (looks === MOST_EXPLORED_IN_FILE) {
        isWhole = false;
        break;
      }
      last = one.number;
      if (isFound(asStored(one.listing, startOf(one.listing)))) found.set(last, one.listing);
    }
    const moves = new Map<number, number[]>(Array.from(found.keys(), number => [number, []]));
    await Promise.all(
      next.map(async (key, i) => {
        const both = inAll([set, numbersOf(file, positionTerm(key))]);
        for (let at = await both.from(0); at !== null && at <= last; at = await both.from(at + 1))
          moves.get(at)?.push(i);
      }),
    );
    return Array.from(found, ([number, listing]) => ({ listing, next: moves.get(number)! }));
  };
  const games = await Promise.all(files.map(inFile));
  return exploreGames(games.flat(), next.length, isWhole);
}

/** How many games of a file are looked at. */
const MOST_EXPLORED_IN_FILE = 500;

async function findPage(
  files: readonly ArchiveFile[],
  query: Query,
  { signal }: Ask,
): Promise<QueryPage> {
  if ((query.sort ?? 'newest') !== 'newest')
    throw new BadQueryError('sort', 'must be newest in an archive');
  if (query.hidden === true) return { listings: [], next: null };
  const starts = parseAfter(query.after, files);
  testOf(query); // throws if the query is unsupported
  for (const name of NOT_STORED)
    if (query[name] !== undefined) throw new BadQueryError(name, 'is not stored in an archive');
  const sets = await Promise.all(files.map(file => matchesFor(file, query)));
  const isFound = testOf(residualOf(query));
  const from = query.from === undefined ? Number.NEGATIVE_INFINITY : secondOf(query.from);
  const limit = limitOf(query);
  let looks = MOST_LOOKED_AT;
  const most = Math.max(1, Math.floor(Math.min(MOST_AHEAD, limit) / files.length));
  const ahead = files.map((file, i) => new Lookahead(file, sets[i]!, starts[i]!, most));
  /** Advances a file to its next match; if `looks` is used up first, the next page continues at `search.number`. */
  const advance = async (search: FileSearch, i: number): Promise<void> => {
    search.found = null;
    while (looks > 0) {
      signal?.throwIfAborted();
      const next = await ahead[i]!.next();
      search.number = next?.number ?? files[i]!.matches;
      if (next === null) return;
      looks--;
      const { listing } = next;
      const second = startOf(listing);
      if (second < from) {
        search.number = files[i]!.matches;
        return;
      }
      if (isFound(asStored(listing, second))) {
        Object.assign(search, { found: listing, second });
        return;
      }
      search.number++;
    }
  };
  const searches: FileSearch[] = starts.map(number => ({ number, found: null, second: 0 }));
  await Promise.all(searches.map(advance));
  const listings: MatchSummary[] = [];
  while (listings.length < limit) {
    const best = newestOf(searches);
    // a file in which the search stopped may have a newer match
    if (
      best < 0 ||
      (looks === 0 &&
        searches.some(({ found, number }, i) => found === null && number < files[i]!.matches))
    )
      break;
    const search = searches[best]!;
    listings.push(search.found!);
    search.number++;
    await advance(search, best);
  }
  const isOver = searches.every(({ number }, i) => number >= files[i]!.matches);
  return { listings, next: isOver ? null : searches.map(({ number }) => number).join('.') };
}

/** Filters by what summaries in archives do not say. */
const NOT_STORED = ['site', 'tag'] as const;

/** How many summaries are requested at once, over all files: over a network each answer takes its time. */
const MOST_AHEAD = 16;

/** Match of a file, and its number there. */
interface NumberedListing {
  readonly number: number;
  readonly listing: MatchSummary;
}

/** The matches of a set, one after the other; some are requested ahead. */
class Lookahead {
  readonly #file: ArchiveFile;
  readonly #set: IdSet;
  readonly #most: number;
  readonly #asked: Promise<NumberedListing | null>[] = [];
  /** Where to continue; null at the end. */
  #next: Promise<number | null>;

  constructor(file: ArchiveFile, set: IdSet, from: number, most: number) {
    this.#file = file;
    this.#set = set;
    this.#most = most;
    this.#next = Promise.resolve(from);
  }

  /** Null if there are no more. */
  next(): Promise<NumberedListing | null> {
    while (this.#asked.length < this.#most) this.#asked.push(this.#ask());
    return this.#asked.shift()!;
  }

  #ask(): Promise<NumberedListing | null> {
    const found = this.#next.then(from => (from === null ? null : this.#set.from(from)));
    this.#next = found.then(number => (number === null ? null : number + 1));
    const looked = found.then(async number =>
      number === null ? null : { number, listing: (await this.#file.listing(number)).listing },
    );
    // the search may end before it awaits them: then a failure must not be an unhandled rejection
    for (const promise of [this.#next, looked]) promise.catch(() => {});
    return looked;
  }
}

/** Returns the search with the newest match; −1 if there is none. */
const newestOf = (searches: readonly FileSearch[]): number =>
  searches.reduce(
    (best, { found, second }, i) =>
      found !== null && (best < 0 || second > searches[best]!.second) ? i : best,
    -1,
  );

/** Where the next page starts in each file; files added after the first page are left out. */
function parseAfter(after: string | undefined, files: readonly ArchiveFile[]): number[] {
  if (after === undefined) return files.map(() => 0);
  const numbers = /^\d{1,8}(?:\.\d{1,8})*$/.test(after) ? after.split('.').map(Number) : [];
  if (numbers.length === 0 || numbers.length > files.length)
    throw new BadQueryError('after', 'is not a page of this archive');
  return files.map(({ matches }, i) => numbers[i] ?? matches);
}

/** Returns the part of a query that terms cannot answer exactly; summaries lack some of it. */
const residualOf = ({ text: _, position: __, visibility: ___, ...query }: Query): Query => query;

/** Summary in the format of the filters. */
const asStored = (listing: MatchSummary, second: number): Searched => ({
  listing,
  second,
  isHidden: false,
  words: [],
  positions: new Set<string>(),
});

/** Returns the matches of a file that have all terms of a query: all results, and maybe others. */
async function matchesFor(file: ArchiveFile, query: Query): Promise<IdSet> {
  const sets: IdSet[] = [allNumbers(file)];
  if (query.visibility === 'private') return { from: async () => null };
  const { game, result, event, opening, text, player, position, eco, before } = query;
  if (position !== undefined) sets.push(numbersOf(file, positionTerm(position)));
  if (game !== undefined) sets.push(numbersOf(file, termKey(KIND.game, game)));
  if (result !== undefined) sets.push(numbersOf(file, termKey(KIND.result, result)));
  if (game !== undefined && opening !== undefined && opening.length > 0)
    sets.push(numbersOf(file, openingTerm(game, opening)));
  for (const word of wordsOf([text ?? ''])) {
    const numbers = await numbersBelow(file, termKey(KIND.word, word), MOST_NUMBERS);
    if (numbers === null)
      throw new BadQueryError('text', `has a prefix that is too common; write more of “${word}”`);
    sets.push(numbers);
  }
  const narrowing = [
    ...wordsOf([player ?? '']).map(word => termKey(KIND.name, word)),
    ...wordsOf([event ?? '']).map(word => termKey(KIND.word, word)),
  ];
  if (eco !== undefined) narrowing.push(termKey(KIND.eco, ecoPrefix(eco)));
  for (const beginning of narrowing) {
    const numbers = await numbersBelow(file, beginning, MOST_NUMBERS);
    if (numbers !== null) sets.push(numbers);
  }
  if (before !== undefined) sets.push(await numbersBefore(file, secondOf(before)));
  return inAll(sets);
}

/** Returns the matches from the first on that may have started before a time. */
async function numbersBefore(file: ArchiveFile, second: number): Promise<IdSet> {
  const pair = await file.terms.first(timeTerm(second - 1));
  const isTime = pair?.key[0] === KIND.time.charCodeAt(0);
  const start = Math.max(0, (isTime ? numberOf(pair!.key) : file.matches) - TIME_EVERY + 1);
  const all = allNumbers(file);
  return { from: number => all.from(Math.max(number, start)) };
}
