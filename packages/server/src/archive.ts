/** An archive behind the library: searches cover both, newest first, and records may be only in its files. */
import { cidOf, fail, isSameCid, ok, type Result } from '@kifu/core';
import {
  type Archive,
  type Ask,
  addExplored,
  BadQueryError,
  type Explored,
  type ExploreQuestion,
  exploreGames,
  type Library,
  type MatchSummary,
  type Query,
  type QueryPage,
} from '@kifu/record/store';
import type { FastifyBaseLogger } from 'fastify';
import type { Context } from './routes/context.ts';
import type { RequestedRecord } from './routes/find.ts';

/** The archive cannot be read now. The server continues without it. */
class ArchiveFailedError extends Error {
  override readonly name = 'ArchiveFailedError';
  /** For HTTP: retry. */
  readonly statusCode = 503;
  constructor(cause: unknown) {
    super('the archive cannot be read; retry later', { cause });
  }
}

/** Wraps an archive that may fail: failures are logged, and searches continue without it. */
export function watchArchive(archive: Archive, log: FastifyBaseLogger): Archive {
  const named = (cause: unknown): never => {
    if (cause instanceof BadQueryError || isGivenUp(cause)) throw cause;
    throw new ArchiveFailedError(cause);
  };
  return {
    get matches() {
      return archive.matches;
    },
    async find(query, ask) {
      try {
        return await archive.find(query, ask);
      } catch (cause) {
        if (cause instanceof BadQueryError && cause.field === 'after') throw cause;
        // the library may still answer a query that is too large for an archive
        if (!(cause instanceof BadQueryError)) log.warn({ err: cause }, 'the archive failed');
        return { listings: [], next: null };
      }
    },
    async explore(question, ask) {
      try {
        return await archive.explore(question, ask);
      } catch (cause) {
        if (isGivenUp(cause)) throw cause;
        if (!(cause instanceof BadQueryError)) log.warn({ err: cause }, 'the archive failed');
        return { ...exploreGames([], question.next.length, false) };
      }
    },
    get: (id, ask) => archive.get(id, ask).catch(named),
    pack: (id, ask) => archive.pack(id, ask).catch(named),
  };
}

const isGivenUp = (cause: unknown): boolean =>
  cause instanceof Error && ['AbortError', 'TimeoutError'].includes(cause.name);

/** Counts what was played next in the library and the archive; a match that is in both counts twice, since counts do not name matches. */
export async function exploreBoth(
  library: Library,
  archive: Archive | null,
  question: ExploreQuestion,
  ask: Ask,
): Promise<Explored> {
  const own = library.explore(question, ask);
  if (archive === null) return own;
  const [a, b] = await Promise.all([own, archive.explore(question, ask)]);
  return addExplored(a, b);
}

/** Size of a page, and so the most matches that are skipped at its start. */
const MAX_PAGE = 100;
/** How many pages of an archive one page here may read: pages of a search with few results may be empty. */
const MOST_PAGES = 4;

/** Where the next page starts in one of the two: after a page, and how many of the next one were returned. Null if it has no more. */
type Place = readonly [after: string | null, given: number] | null;

/**
 * Returns a page of matches from the library and the archive. For a match that the library has, its entry counts, also when it hides the match.
 * Archives have only one sort order: all others search the library alone.
 */
export async function findInBoth(
  library: Library,
  archive: Archive | null,
  query: Query,
  ask: Ask,
): Promise<QueryPage> {
  if (archive === null || (query.sort ?? 'newest') !== 'newest') return library.find(query, ask);
  const { limit = 50, after, ...rest } = query;
  const [own, old] = parsePlaces(after);
  const find = (source: Pick<Library, 'find'>) => (next: string | null) =>
    source.find({ ...rest, limit, ...(next === null ? {} : { after: next }) }, ask);
  const stored = new Pages(own, find(library));
  const archived = new Pages(
    old,
    find(archive),
    async ({ match }) => (await library.get(match, ask)) === null,
  );
  const listings: MatchSummary[] = [];
  while (listings.length < limit) {
    const [mine, theirs] = await Promise.all([stored.peek(), archived.peek()]);
    if (mine === null && theirs === null) break;
    const isMine = theirs === null || (mine !== null && secondOf(mine) >= secondOf(theirs));
    listings.push((isMine ? stored : archived).take());
  }
  const places = [stored.place, archived.place];
  return { listings, next: places.every(place => place === null) ? null : JSON.stringify(places) };
}

/** Iterates over the summaries of all pages. */
class Pages {
  readonly #find: (after: string | null) => Promise<QueryPage>;
  readonly #isWanted: (listing: MatchSummary) => Promise<boolean>;
  #place: Place;
  #page: QueryPage | null = null;
  /** Summaries of the page, with null for those to skip. */
  #listings: readonly (MatchSummary | null)[] = [];
  #left = MOST_PAGES;

  constructor(
    place: Place,
    find: (after: string | null) => Promise<QueryPage>,
    isWanted: (listing: MatchSummary) => Promise<boolean> = async () => true,
  ) {
    this.#place = place;
    this.#find = find;
    this.#isWanted = isWanted;
  }

  /** Where the next page starts. */
  get place(): Place {
    return this.#place;
  }

  /** Returns the next summary; null if there is none, or none was found for long. */
  async peek(): Promise<MatchSummary | null> {
    while (this.#place !== null) {
      const [after, given] = this.#place;
      if (this.#page === null) {
        if (this.#left === 0) return null;
        this.#left--;
        this.#page = await this.#find(after);
        this.#listings = await Promise.all(
          this.#page.listings.map(async one => ((await this.#isWanted(one)) ? one : null)),
        );
      }
      const listing = this.#listings[given];
      if (listing != null) return listing;
      if (given < this.#listings.length) this.#place = [after, given + 1];
      else {
        this.#place = this.#page.next === null ? null : [this.#page.next, 0];
        this.#page = null;
      }
    }
    return null;
  }

  /** Consumes the current summary. */
  take(): MatchSummary {
    const [after, given] = this.#place!;
    this.#place = [after, given + 1];
    return this.#listings[given]!;
  }
}

const BEGINNING: Place = [null, 0];

/** Where the next page starts in both; at the beginning if the query names no page. */
function parsePlaces(after: string | undefined): [Place, Place] {
  if (after === undefined) return [BEGINNING, BEGINNING];
  try {
    const places: unknown = JSON.parse(after);
    if (Array.isArray(places) && places.length === 2 && places.every(isPlace))
      return places as [Place, Place];
  } catch {}
  throw new BadQueryError('after', 'is not a page of this sort order');
}

function isPlace(place: unknown): place is Place {
  if (place === null) return true;
  if (!Array.isArray(place) || place.length !== 2) return false;
  const [after, given] = place as unknown[];
  return (
    (after === null || typeof after === 'string') &&
    Number.isSafeInteger(given) &&
    (given as number) >= 0 &&
    (given as number) <= MAX_PAGE
  );
}

/** Returns when a match started, in seconds; matches without a time come first. */
const secondOf = ({ startedAt }: MatchSummary): number =>
  startedAt === null ? Number.NEGATIVE_INFINITY : Math.floor(Date.parse(startedAt) / 1000);

/** Record of an archive. */
export interface ArchivedRecord {
  readonly nodes: readonly Uint8Array[];
  /** Its annotations; null if there are none. */
  readonly remarks: Uint8Array | null;
}

/** Overhead of an array, in bytes. */
const NODE_BYTES = 200;

/** Reads the whole record of a match from the archive: unpacked in a thread, and compared with its summary. */
export async function openArchived(
  { registry: { archive, limits }, workers, archived }: Context,
  { visible: { match, head }, by }: RequestedRecord,
): Promise<Result<ArchivedRecord>> {
  const key = head.digest.join();
  const known = archived.get(key);
  if (known !== undefined) return ok(known);
  const signal = AbortSignal.timeout(limits.storeMs);
  const pack = (await archive?.pack(match, { signal })) ?? null;
  if (pack === null) return GONE;
  const unpacked = await workers.run({ do: 'unpack', pack }, { by });
  if (!unpacked.ok) return unpacked;
  const { nodes } = unpacked.value;
  const isSame =
    isSameCid(cidOf('dag-cbor', nodes[0]!), match) &&
    isSameCid(cidOf('dag-cbor', nodes.at(-1)!), head);
  if (!isSame) return OTHER;
  const sizeBytes = nodes.reduce((sum, { length }) => sum + length + NODE_BYTES, 0);
  archived.set(key, unpacked.value, sizeBytes);
  return ok(unpacked.value);
}

const GONE = fail('not-found', 'match not found');
const OTHER = fail('broken-chain', 'the archive holds a different match than it lists');
