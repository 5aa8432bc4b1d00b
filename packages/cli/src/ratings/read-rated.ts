/** The matches of the library, and of archives, that count for ratings. */
import { cidOf, fail, formatCid, isSameCid, ok, type Result } from '@kifu/core';
import { findGameIn } from '@kifu/record/file';
import { unpack } from '@kifu/record/pack';
import { type NotCounted, type RatedMatch, readRatedMatch } from '@kifu/record/ratings';
import type { Archive, Listing } from '@kifu/record/store';
import { memoryRemarks } from '@kifu/stores/memory';
import type { Io } from '../io.ts';
import { openArchiveAt } from '../library/archives.ts';
import { type Findable, findAll } from '../library/find.ts';
import { readLibrary } from '../library/open.ts';

/** The matches that count for ratings. */
export interface RatedMatches {
  readonly matches: readonly RatedMatch[];
  /** How many rated matches do not count, by why. */
  readonly notCounted: ReadonlyMap<NotCounted, number>;
}

/** Gives the blocks of a match: header and ending at least. */
type BlocksOf = (listing: Listing) => Promise<Result<Parameters<typeof readRatedMatch>[0]>>;

/**
 * Reads all rated matches of the library, hidden ones too: who hides a match does not unmake it. So does who moves it to an archive,
 * where the archive is named.
 */
export async function readRatedMatches(
  io: Io,
  places: readonly string[] = [],
): Promise<Result<RatedMatches>> {
  /** Those of the library first: a match counts once. */
  const read = new Map<string, RatedMatch | NotCounted>();
  const readAll = async (from: Findable, blocksOf: BlocksOf): Promise<Result<null>> => {
    for (const hidden of [false, true])
      for await (const page of findAll(from, { rated: true, hidden }, {})) {
        if (!page.ok) return page;
        for (const listing of page.value.listings) {
          const id = formatCid(listing.match);
          if (read.has(id)) continue;
          const blocks = await blocksOf(listing);
          const match = blocks.ok
            ? await readRatedMatch(blocks.value, listing, Date.parse)
            : blocks;
          if (!match.ok) return match;
          read.set(id, match.value);
        }
      }
    return ok(null);
  };
  const own = await readLibrary(io, library => readAll(library, async () => ok(library.blocks)));
  if (!own.ok) return own;
  for (const place of places) {
    const archive = await openArchiveAt(place);
    if (!archive.ok) return archive;
    const found = { library: archive.value, remarks: memoryRemarks() };
    const all = await readAll(found, listing => unpackArchived(io, archive.value, listing));
    if (!all.ok) return all;
  }
  const matches: RatedMatch[] = [];
  const notCounted = new Map<NotCounted, number>();
  for (const match of read.values())
    if (typeof match === 'string') notCounted.set(match, (notCounted.get(match) ?? 0) + 1);
    else matches.push(match);
  return ok({ matches, notCounted });
}

/** Header and ending of a match of an archive, which are the ones that it lists. */
async function unpackArchived(
  { games }: Io,
  archive: Archive,
  { match, head }: Listing,
): ReturnType<BlocksOf> {
  const pack = await archive.pack(match);
  if (pack === null) return fail('not-found', `the archive lacks ${formatCid(match)}`);
  const unpacked = await unpack(findGameIn(games), pack);
  if (!unpacked.ok) return unpacked;
  const [first, last] = [unpacked.value.nodes[0]!, unpacked.value.nodes.at(-1)!];
  const isListed =
    isSameCid(cidOf('dag-cbor', first), match) && isSameCid(cidOf('dag-cbor', last), head);
  return isListed
    ? ok({ get: async cid => (isSameCid(cid, match) ? first : last) })
    : fail('broken-chain', `the archive has another match than ${formatCid(match)} there`);
}
