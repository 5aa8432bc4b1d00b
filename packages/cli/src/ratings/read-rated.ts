/** The matches of the library that count for ratings. */
import { ok, type Result } from '@kifu/core';
import { type NotCounted, type RatedMatch, readRatedMatch } from '@kifu/record/ratings';
import { findAll } from '../library/find.ts';
import type { Library } from '../library/open.ts';

/** What was found in the library. */
export interface RatedMatches {
  readonly matches: readonly RatedMatch[];
  /** How many rated matches do not count, by why. */
  readonly notCounted: ReadonlyMap<NotCounted, number>;
}

/** Reads all rated matches of the library, hidden ones too: who hides a match does not unmake it. */
export async function readRatedMatches(library: Library): Promise<Result<RatedMatches>> {
  const matches: RatedMatch[] = [];
  const notCounted = new Map<NotCounted, number>();
  for (const hidden of [false, true])
    for await (const page of findAll(library, { rated: true, hidden }, {})) {
      if (!page.ok) return page;
      for (const listing of page.value.listings) {
        const read = await readRatedMatch(library.blocks, listing, Date.parse);
        if (!read.ok) return read;
        if (typeof read.value === 'string')
          notCounted.set(read.value, (notCounted.get(read.value) ?? 0) + 1);
        else matches.push(read.value);
      }
    }
  return ok({ matches, notCounted });
}
