/** The library of an SQLite file. */
import { encodeCid } from '@kifu/core';
import { type ExploreQuestion, formatPageEnd, type Library } from '@kifu/record/store';
import type { ExploreSearch } from '../sql/explored.ts';
import { listOp, readListing, searchOf } from '../sql/rows.ts';
import type { Batches } from './batches.ts';
import { intact } from './integrity.ts';
import type { Reads } from './reads.ts';
import type { Searches } from './searches.ts';

export const sqliteLibrary = (
  path: string,
  reads: Reads,
  batches: Batches,
  searches: Searches,
): Library => ({
  async list(listing, ask) {
    ask?.signal?.throwIfAborted();
    await batches.write(listOp(listing), ask?.signal);
  },
  async get(match, ask) {
    ask?.signal?.throwIfAborted();
    return reads.listing(encodeCid(match));
  },
  async find(query, ask) {
    ask?.signal?.throwIfAborted();
    const { listings, next } = await searches.find(searchOf('find', query), ask?.signal);
    return { listings, next: next === null ? null : formatPageEnd(query, next) };
  },
  async stats(query, ask) {
    ask?.signal?.throwIfAborted();
    return searches.stats(searchOf('stats', query), ask?.signal);
  },
  async explore(question, ask) {
    ask?.signal?.throwIfAborted();
    const { reached, next, notable, isWhole } = await searches.explore(
      exploreSearch(question),
      ask?.signal,
    );
    return { reached, next, notable: intact(path, () => notable.map(readListing)), isWhole };
  },
  async hide(match, isHidden, ask) {
    ask?.signal?.throwIfAborted();
    const op = { do: 'hide', match: encodeCid(match), hidden: Number(isHidden) } as const;
    return batches.write(op, ask?.signal);
  },
  async remove(match, ask) {
    ask?.signal?.throwIfAborted();
    await batches.write({ do: 'remove', match: encodeCid(match) }, ask?.signal);
  },
});

function exploreSearch({ query, position, next }: ExploreQuestion): ExploreSearch {
  const { sort: _, after: __, limit: ___, ...which } = query;
  const { game: ____, visibility: _____, ...more } = which;
  return {
    do: 'explore',
    search: searchOf('find', { ...which, position }),
    next: next.map(key => new DataView(key.buffer, key.byteOffset).getBigInt64(0)),
    isPlain: Object.values(more).every(value => value === undefined),
  };
}
