/** The matches of the library that count for ratings. */
import { formatCid, ok, type Result } from '@kifu/core';
import { readHeader } from '@kifu/record';
import { decodeNext, isEnding } from '@kifu/record/node';
import { type NotCounted, type RatedMatch, ratedMatchOf } from '@kifu/record/ratings';
import type { Listing } from '@kifu/record/store';
import { findAll } from '../library/find.ts';
import type { Library } from '../library/open.ts';

/** What was found in the library. */
export interface RatedMatches {
  readonly matches: readonly RatedMatch[];
  /** How many rated matches do not count, by why. */
  readonly notCounted: ReadonlyMap<NotCounted, number>;
}

/** A day at least: what is known of a month only cannot be put in order. */
const DAY_LETTERS = 10;

/** Reads all rated matches of the library, hidden ones too: who hides a match does not unmake it. */
export async function readRatedMatches(library: Library): Promise<Result<RatedMatches>> {
  const matches: RatedMatch[] = [];
  const notCounted = new Map<NotCounted, number>();
  for (const hidden of [false, true])
    for await (const page of findAll(library, { rated: true, hidden }, {})) {
      if (!page.ok) return page;
      for (const listing of page.value.listings) {
        const read = await readRatedMatch(library, listing);
        if (!read.ok) return read;
        if (typeof read.value === 'string')
          notCounted.set(read.value, (notCounted.get(read.value) ?? 0) + 1);
        else matches.push(read.value);
      }
    }
  return ok({ matches, notCounted });
}

async function readRatedMatch(
  { blocks }: Library,
  { match, head, outcome }: Listing,
): Promise<Result<RatedMatch | NotCounted>> {
  if (outcome === null) return ok('not ended');
  const header = readHeader([await blocks.get(match)]);
  if (!header.ok) return header;
  const last = decodeNext(await blocks.get(head));
  if (!last.ok) return last;
  const { startedAt } = header.value;
  return ok(
    ratedMatchOf({
      match: formatCid(match),
      header: header.value,
      ending: isEnding(last.value) ? last.value : null,
      startedAtMs:
        startedAt !== null && startedAt.length >= DAY_LETTERS ? Date.parse(startedAt) : null,
    }),
  );
}
