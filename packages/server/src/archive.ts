/** An archive behind the library: what is found in both, the newest first, and records that are only in files. */
import { cidOf, fail, isSameCid, ok, type Result } from '@kifu/core';
import {
  type Archive,
  type Ask,
  BadQueryError,
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
  /** For HTTP: come again. */
  readonly statusCode = 503;
  constructor(cause: unknown) {
    super('the archive cannot be read; retry later', { cause });
  }
}

/** An archive that may fail: then nothing more is found, and it is noted. */
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
        // the library may know an answer to what an archive is too large for
        if (!(cause instanceof BadQueryError)) log.warn({ err: cause }, 'the archive failed');
        return { listings: [], next: null };
      }
    },
    get: (id, ask) => archive.get(id, ask).catch(named),
    pack: (id, ask) => archive.pack(id, ask).catch(named),
  };
}

const isGivenUp = (cause: unknown): boolean =>
  cause instanceof Error && ['AbortError', 'TimeoutError'].includes(cause.name);

/** The most matches on a page, and so that are skipped at its beginning. */
const MAX_PAGE = 100;
/** How many pages of an archive are read for one page here: those of a search that finds few among many may be empty. */
const MOST_PAGES = 4;

/** Where the next page starts in one of the two: after a page, and how many of the next one were returned. Null if it has no more. */
type Place = readonly [after: string | null, given: number] | null;

/**
 * A page of what is in the library or in the archive. A match that the library has is found as the library has it, or not at all
 * where it is hidden there. Archives know one order: all others are of the library alone.
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
  const kept = new Pages(own, find(library));
  const archived = new Pages(
    old,
    find(archive),
    async ({ match }) => (await library.get(match, ask)) === null,
  );
  const listings: MatchSummary[] = [];
  while (listings.length < limit) {
    const [mine, theirs] = await Promise.all([kept.peek(), archived.peek()]);
    if (mine === null && theirs === null) break;
    const isMine = theirs === null || (mine !== null && secondOf(mine) >= secondOf(theirs));
    listings.push((isMine ? kept : archived).take());
  }
  const places = [kept.place, archived.place];
  return { listings, next: places.every(place => place === null) ? null : JSON.stringify(places) };
}

/** Listings of page after page, one by one. */
class Pages {
  readonly #find: (after: string | null) => Promise<QueryPage>;
  readonly #isWanted: (listing: MatchSummary) => Promise<boolean>;
  #place: Place;
  #page: QueryPage | null = null;
  /** Those of the page that are not wanted are null. */
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

  /** The next one; null where there is none, or none was found for long. */
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

  /** Takes the one that was looked at. */
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

/** When a match started, in seconds; no time is before all others. */
const secondOf = ({ startedAt }: MatchSummary): number =>
  startedAt === null ? Number.NEGATIVE_INFINITY : Math.floor(Date.parse(startedAt) / 1000);

/** A record of an archive. */
export interface ArchivedRecord {
  readonly nodes: readonly Uint8Array[];
  /** What was said about it; null where nothing was. */
  readonly remarks: Uint8Array | null;
}

/** What an array costs besides its bytes. */
const NODE_BYTES = 200;

/** The whole record that the archive has of a match: unpacked in a thread, and compared with what is listed. */
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
