/** The library of an SQLite file finds what the library in memory finds, by each plan of a query, and by indexes only. */
import type { DatabaseSync } from 'node:sqlite';
import { formatCid, type Rng, rngFrom } from '@kifu/core';
import type { Library, Query } from '@kifu/record/store';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tempPaths } from '../../test/files.ts';
import { manyListing } from '../../test/many-listings.ts';
import { KINDS } from '../../test/many-queries.ts';
import { memoryLibrary } from '../memory/index.ts';
import { readListing, readStats, searchOf } from '../sql/rows.ts';
import { Finder } from './find.ts';
import { createSqliteStore, type SqliteStore } from './index.ts';
import { openToRead } from './open.ts';

const DEEP = process.env.KIFU_DEEP === '1' ? 50 : 1;
const COUNT = 1500;
const kinds = Object.entries(KINDS);

let store: SqliteStore;
let memory: Library;
let db: DatabaseSync;
beforeAll(async () => {
  const at = tempPath();
  store = await createSqliteStore(at);
  memory = memoryLibrary();
  for (const library of [store.library, memory]) await fill(library);
  db = openToRead(at, { timeoutMs: 1000 });
});
afterAll(async () => {
  db.close();
  await store.close();
});
const tempPath = tempPaths('.sqlite');

/** Lists, changes, hides and removes: as many kinds of change as there are. */
async function fill(library: Library): Promise<void> {
  const luck = rngFrom(9);
  const all = Array.from({ length: COUNT }, (_, n) => manyListing(n, COUNT));
  await Promise.all(all.map(one => library.list(one)));
  for (let i = 0; i < 150; i++) {
    const [one, other] = [all[luck(COUNT)]!, all[luck(COUNT)]!];
    const kind = luck(6);
    if (kind === 0) await library.remove(one.match);
    if (kind === 1) await library.hide(one.match, luck(2) === 0);
    if (kind === 2) await library.list({ ...one, startedAt: other.startedAt });
    if (kind === 3) await library.list({ ...other, match: one.match });
    if (kind === 4) await library.list({ ...one, players: other.players });
    const { comments, positions, ...rest } = other;
    if (kind === 5) await library.list({ ...rest, match: one.match, startedAt: one.startedAt });
  }
}

/** Two kinds of queries at once, in any order and size of pages. */
function someQuery(luck: Rng): Query {
  const query = [1, 2].map(() => kinds[luck(kinds.length)]![1](luck, COUNT));
  const limit = [1, 3, 20, 50][luck(4)]!;
  const sorts = ['newest', 'oldest', 'longest', 'shortest', 'player'] as const;
  return { sort: sorts[luck(5)]!, ...query[0], ...(luck(2) === 0 ? {} : query[1]), limit };
}

const namesOf = (listings: readonly { match: Parameters<typeof formatCid>[0] }[]) =>
  listings.map(({ match }) => formatCid(match));

describe.each([
  ['by the usual plans', undefined],
  ['where lists of 20 are long', 20],
  ['where every list is long', 0],
])('like the library in memory, %s', (_name, long) => {
  test('finds the same, page by page', async () => {
    const luck = rngFrom(3);
    const finder = new Finder(db, long);
    for (let i = 0; i < 100 * DEEP; i++) {
      let query = someQuery(luck);
      let after: string | null = null;
      for (let page = 0; page < 3; page++) {
        const expected = await memory.find(query);
        const search = { ...searchOf('find', { ...query, ...(after && { after }) }) };
        const { rows, next } = finder.find(search);
        const found = rows.map(readListing);
        expect(namesOf(found), show(query)).toEqual(namesOf(expected.listings));
        expect(found).toEqual(expected.listings);
        expect(next === null, show(query)).toBe(expected.next === null);
        if (next === null) break;
        after = JSON.stringify([query.sort, ...next]);
        query = { ...query, after: expected.next! };
      }
    }
  });

  test('counts the same', async () => {
    const luck = rngFrom(4);
    const finder = new Finder(db, long);
    for (let i = 0; i < 60 * DEEP; i++) {
      const query = someQuery(luck);
      const stats = readStats(finder.stats(searchOf('stats', query)));
      expect(stats, show(query)).toEqual(await memory.stats(query));
    }
  });
});

test('finds events by words where there are more than can be compared', async () => {
  const many = await createSqliteStore(tempPath());
  const listings = Array.from({ length: 2100 }, (_, n) => {
    const one = manyListing(n, COUNT);
    return { ...one, facts: { ...one.facts, event: `Open ${n} of ${n % 2 ? 'Bonn' : 'Oslo'}` } };
  });
  await Promise.all(listings.map(one => many.library.list(one)));
  const { listings: found } = await many.library.find({ event: 'oslo 2098' });
  expect(namesOf(found)).toEqual(namesOf([listings[2098]!]));
  expect((await many.library.find({ event: 'bonn 2098' })).listings).toEqual([]);
  expect((await many.library.stats({ event: 'oslo' })).matches).toBe(1050);
  await many.close();
});

const show = (query: Query): string =>
  JSON.stringify(query, (_, value) => (value instanceof Uint8Array ? [...value] : value));

describe.each([
  ['short', undefined],
  ['long', 0],
])('every kind of query goes by an index where lists are %s', (_name, long) => {
  test.each(kinds)('%s', (_kind, make) => {
    const finder = new Finder(db, long);
    for (let seed = 1; seed < 6; seed++) {
      const { sql, values } = finder.findSql(searchOf('find', make(rngFrom(seed), COUNT)));
      const plan = db.prepare(`EXPLAIN QUERY PLAN ${sql} LIMIT 50`).all(...values);
      const steps = plan.map(({ detail }) => String(detail));
      // a scan is a walk in the order that is asked for, and ends when the page is full
      const wrong = steps.filter(
        step =>
          /^SCAN (?!m$|m USING|w VIRTUAL TABLE|json_each)/.test(step) ||
          (long === 0 && /TEMP B-TREE/.test(step)),
      );
      expect(wrong, sql).toEqual([]);
    }
  });
});
