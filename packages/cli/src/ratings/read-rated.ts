/** The rated matches of the library, and of archives: those that count, and why the others do not. */
import { cidOf, fail, formatCid, isSameCid, ok, type Result } from '@kifu/core';
import { judge, type Verdict } from '@kifu/record';
import { findGameIn, type NodeSource } from '@kifu/record/file';
import { unpack } from '@kifu/record/pack';
import {
  type RatedCandidate,
  type RatedMatch,
  readRatedMatch,
  type UnratedReason,
} from '@kifu/record/ratings';
import type { Archive, BlockStore, MatchSummary } from '@kifu/record/store';
import { memoryRemarks } from '@kifu/stores/memory';
import type { Io } from '../io.ts';
import { ownPublicKeys } from '../keys.ts';
import { openArchiveAt } from '../library/archives.ts';
import { type Findable, findAll } from '../library/find.ts';
import { readLibrary } from '../library/open.ts';
import { loadKept } from '../library/records.ts';
import { startProgress } from '../progress.ts';
import { workOn } from '../record-workers/jobs.ts';

/** Which matches the user lets count. */
export interface CountingChoice {
  /** Public keys of referees whose word the user takes, besides the user's own keys. */
  readonly referees: readonly string[];
  /** Whether matches that nobody signed count too, by names. */
  readonly unsigned: boolean;
}

/** The rated matches that were found. */
export interface RatedMatches {
  /** Those that count. */
  readonly matches: readonly RatedMatch[];
  /** How many do not count, by why. */
  readonly notCounted: ReadonlyMap<UnratedReason, number>;
  /** All of them by ID, with the verdict on each that was verified. */
  readonly looked: ReadonlyMap<string, LookedAt>;
  /** How many matches of each unknown referee would count if the user trusted it. */
  readonly unknownReferees: ReadonlyMap<string, number>;
}

/** A match that was looked at. */
export interface LookedAt {
  readonly rated: RatedMatch | null;
  readonly why: UnratedReason | null;
  /** Null if its header or ending rules it out. */
  readonly verdict: Verdict | null;
}

/** Where the record of a listed match is. */
interface MatchRecord {
  readonly blocks: Pick<BlockStore, 'get'>;
  load(): Promise<Result<NodeSource>>;
}
type RecordOf = (listing: MatchSummary) => Promise<Result<MatchRecord>>;

/**
 * Reads and verifies all rated matches of the library, hidden ones too: hiding a match does not undo it. So does moving it to an archive, if
 * the archive is named.
 */
export async function readRatedMatches(
  io: Io,
  { referees, unsigned }: CountingChoice,
  places: readonly string[] = [],
): Promise<Result<RatedMatches>> {
  const trust = {
    referees: new Set([...referees, ...(await ownPublicKeys(io))]),
    countsUnsigned: unsigned,
  };
  const progress = startProgress(io);
  /** Those of the library first: a match counts once. */
  const read = new Map<string, RatedCandidate>();
  const readOne = async (
    listing: MatchSummary,
    recordOf: RecordOf,
  ): Promise<Result<RatedCandidate>> => {
    const record = await recordOf(listing);
    if (!record.ok) return record;
    return readRatedMatch(record.value.blocks, listing, {
      ...trust,
      parseTime: Date.parse,
      async judge() {
        const source = await record.value.load();
        if (!source.ok) return source;
        const done = await workOn(io.games, source, { do: 'verify', signatures: 'all' });
        const { checks, fault, carried } = done;
        if (checks === null) return { ok: false, fault: fault! };
        const commits =
          carried === null
            ? {}
            : { commits: carried.players.map(({ signedAt }) => signedAt !== null) };
        return ok(judge({ ...checks, fault }, commits));
      },
    });
  };
  const readAll = async (from: Findable, recordOf: RecordOf): Promise<Result<null>> => {
    for (const hidden of [false, true])
      for await (const page of findAll(from, { rated: true, hidden }, {})) {
        if (!page.ok) return page;
        for (const listing of page.value.listings) {
          const id = formatCid(listing.match);
          if (read.has(id)) continue;
          const candidate = await readOne(listing, recordOf);
          if (!candidate.ok) return candidate;
          read.set(id, candidate.value);
          progress.tellOften(io.texts.reports.players.ratings.verified(read.size));
        }
      }
    return ok(null);
  };
  try {
    const own = await readLibrary(io, library =>
      readAll(library, async ({ match }) =>
        ok({ blocks: library.blocks, load: () => loadKept(library, match, formatCid(match)) }),
      ),
    );
    if (!own.ok) return own;
    for (const place of places) {
      const archive = await openArchiveAt(place);
      if (!archive.ok) return archive;
      const found = { library: archive.value, remarks: memoryRemarks() };
      const all = await readAll(found, listing => unpackArchived(io, archive.value, listing));
      if (!all.ok) return all;
    }
  } finally {
    progress.clear();
  }
  return ok(sortOut(read));
}

function sortOut(read: ReadonlyMap<string, RatedCandidate>): RatedMatches {
  const matches: RatedMatch[] = [];
  const looked = new Map<string, LookedAt>();
  const notCounted = new Map<UnratedReason, number>();
  const unknownReferees = new Map<string, number>();
  const count = <K>(counts: Map<K, number>, key: K) => counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const [id, { rated, judged, why }] of read) {
    looked.set(id, { rated, why, verdict: judged?.verdict ?? null });
    if (why === null && rated !== null) matches.push(rated);
    if (why !== null) count(notCounted, why);
    if (why === 'unknown referee') count(unknownReferees, judged!.referee!.key);
  }
  return { matches, notCounted, looked, unknownReferees };
}

/** A match of an archive, which must be the one that it lists. */
async function unpackArchived(
  { games }: Io,
  archive: Archive,
  { match, head }: MatchSummary,
): Promise<Result<MatchRecord>> {
  const pack = await archive.pack(match);
  if (pack === null) return fail('not-found', `the archive lacks ${formatCid(match)}`);
  const unpacked = await unpack(findGameIn(games), pack);
  if (!unpacked.ok) return unpacked;
  const { nodes } = unpacked.value;
  const [first, last] = [nodes[0]!, nodes.at(-1)!];
  const isListed =
    isSameCid(cidOf('dag-cbor', first), match) && isSameCid(cidOf('dag-cbor', last), head);
  if (!isListed)
    return fail('broken-chain', `the archive has another match than ${formatCid(match)} there`);
  const source = { name: formatCid(match), form: 'pack', losses: [], nodes, head, remarks: null };
  return ok({
    blocks: { get: async cid => (isSameCid(cid, match) ? first : last) },
    load: async () => ok(source),
  });
}
