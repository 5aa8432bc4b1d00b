/** The library of a database. */
import { encodeCid } from '@kifu/core';
import type { Library } from '@kifu/record/store';
import { formatPageEnd } from '@kifu/record/store';
import { listOp, readListing, readStats, searchOf } from '../sql/rows.ts';
import { LISTING_COLUMNS, type Value } from '../sql/search.ts';
import type { Connections } from './connections.ts';
import { exploreMatches } from './explore.ts';
import { countMatches, decodeRow, findMatches } from './find.ts';
import { intact } from './integrity.ts';
import type { LibraryOp } from './summary-writer.ts';
import type { WriteQueue } from './write-queue.ts';

export const postgresLibrary = (
  connections: Connections,
  lister: WriteQueue<LibraryOp, boolean>,
): Library => ({
  async list(listing, ask) {
    ask?.signal?.throwIfAborted();
    await lister.write(listOp(listing), ask?.signal);
  },
  async get(match, ask) {
    ask?.signal?.throwIfAborted();
    const { read, where } = connections;
    const [row] = await read<Value[]>({
      name: 'kifu-listing',
      text: `SELECT ${LISTING_COLUMNS.join(', ')} FROM matches WHERE match = $1`,
      values: [encodeCid(match)],
      rowMode: 'array',
    });
    return row === undefined ? null : intact(where, () => readListing(decodeRow(row)));
  },
  async find(query, ask) {
    ask?.signal?.throwIfAborted();
    const { rows, next } = await findMatches(connections, searchOf('find', query));
    return {
      listings: intact(connections.where, () => rows.map(readListing)),
      next: next === null ? null : formatPageEnd(query, next),
    };
  },
  async stats(query, ask) {
    ask?.signal?.throwIfAborted();
    return readStats(await countMatches(connections, searchOf('stats', query)));
  },
  async explore(question, ask) {
    ask?.signal?.throwIfAborted();
    return exploreMatches(connections, question);
  },
  async hide(match, isHidden, ask) {
    ask?.signal?.throwIfAborted();
    const op = { do: 'hide', match: encodeCid(match), hidden: Number(isHidden) } as const;
    return lister.write(op, ask?.signal);
  },
  async remove(match, ask) {
    ask?.signal?.throwIfAborted();
    await lister.write({ do: 'remove', match: encodeCid(match) }, ask?.signal);
  },
});
