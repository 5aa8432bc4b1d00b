/** The library of a database finds what the library in memory finds, and by indexes where there is one. */
import { formatCid, type Rng, rngFrom } from '@kifu/core';
import type { Library, Query, ToList } from '@kifu/record/store';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command, isLeftOut, newSchema, usePostgres } from '../../test/databases.ts';
import { manyListing } from '../../test/many-listings.ts';
import { KINDS } from '../../test/many-queries.ts';
import { memoryLibrary } from '../memory/index.ts';
import { createPostgresStore, type PostgresStore } from './index.ts';

const DEEP = process.env.KIFU_DEEP === '1' ? 50 : 1;
const COUNT = 1500;
const kinds = Object.entries(KINDS);

describe.skipIf(isLeftOut)('the library of a database', () => {
  const server = usePostgres();
  const schema = newSchema();
  let store: PostgresStore;
  let memory: Library;
  const both = async (change: (library: Library) => Promise<unknown>) => {
    for (const library of [store.library, memory]) await change(library);
  };
  beforeAll(async () => {
    store = await createPostgresStore(server().url(), { schema });
    memory = memoryLibrary();
    await both(fill);
    await command(server(), 'ANALYZE');
  });
  afterAll(() => store?.close());

  async function checkSame(query: Query): Promise<void> {
    let [mine, theirs]: [Query, Query] = [query, query];
    for (let page = 0; page < 3; page++) {
      const expected = await memory.find(theirs);
      const found = await store.library.find(mine);
      expect(namesOf(found.listings), show(query)).toEqual(namesOf(expected.listings));
      expect(found.listings).toEqual(expected.listings);
      expect(found.next === null, show(query)).toBe(expected.next === null);
      if (found.next === null) break;
      [mine, theirs] = [
        { ...query, after: found.next },
        { ...query, after: expected.next! },
      ];
    }
  }

  test('finds the same as the one in memory, page by page', async () => {
    const luck = rngFrom(3);
    for (let i = 0; i < 100 * DEEP; i++) await checkSame(someQuery(luck));
  });

  test('counts the same as the one in memory', async () => {
    const luck = rngFrom(4);
    for (let i = 0; i < 60 * DEEP; i++) {
      const query = someQuery(luck);
      expect(await store.library.stats(query), show(query)).toEqual(await memory.stats(query));
    }
  });

  test('finds the same for odd numbers and odd letters', async () => {
    for (const n of [Number.NaN, Number.POSITIVE_INFINITY, -1, 50.5, 1e300])
      for (const query of [{ minEntries: n }, { maxEntries: n }]) await checkSame(query);
    for (const text of ['\u0000', '\u0001\u0002', 'a\u0000', '%', '_', "'", '\\', '\u001f', '😀'])
      for (const query of [
        { player: text },
        { game: text },
        { source: text },
        { text },
        { opening: [text] },
        { reason: text.repeat(300) },
      ])
        await checkSame(query);
  });

  test('what is long is found like what is short', async () => {
    const luck = rngFrom(5);
    const some = (length: number) =>
      Array.from({ length }, () => 'abcdefghijklmnopqrstuvwxyz棋譜é\u0000'[luck(30)]).join('');
    const long = Array.from({ length: 12 }, (_, n): ToList => {
      const name = some(200 + n * 700);
      return {
        ...manyListing(COUNT + n, COUNT),
        game: `${'g'.repeat(150)}${n % 2}`,
        players: [`${n} ${name}`, some(4000), `${some(1)}\u0000${n}`],
        source: some(3000),
        opening: ['x'.repeat(400), `y${n % 3}`, some(3000)],
        outcome: { result: 'win', winners: [0], points: null, reason: some(3000) },
      };
    });
    await both(library => Promise.all(long.map(one => library.list(one))));
    for (const { game, players, source, opening, outcome } of long)
      for (const query of [
        { game },
        { game: game.slice(0, 150) },
        { player: players[0]! },
        { player: players[1]!.slice(1000, 1400) },
        { player: players[2]! },
        { source: source! },
        { source: source!.slice(0, -1) },
        { reason: outcome!.reason },
        { game, reason: outcome!.reason, sort: 'player' as const },
        { opening },
        { opening: opening.slice(0, 1) },
        { opening: opening.slice(0, 2), game },
      ])
        await checkSame(query);
    await both(async library => {
      for (const { match } of long) await library.remove(match);
    });
  });

  test('finds the words of a comment that is longer than a row can be', async () => {
    const words = (n: number, count: number) =>
      Array.from({ length: count }, (_, i) => `${n}word${i}with${i * 7919}more`).join(' ');
    const listings = [40_000, 100, 60_000].map(
      (count, n): ToList => ({
        ...manyListing(COUNT + 50 + n, COUNT),
        comments: [words(n, count)],
      }),
    );
    await both(library => Promise.all(listings.map(one => library.list(one))));
    for (const text of [
      '0word1with',
      '0word1with 0word39999with',
      '0word39999with 0word2with 0word20000with',
      '0word1with 1word1with',
      '2word59999w 2word0w',
      '1word50 1word51',
    ])
      await checkSame({ text });
    expect((await store.library.find({ text: '0word1w 0word39999w' })).listings).toHaveLength(1);
    await both(async library => {
      for (const { match } of listings) await library.remove(match);
    });
    const left = await command(server(), `SELECT FROM "${schema}".words WHERE part > 0`);
    expect(left).toEqual([]);
  });

  test('a removed match leaves nothing behind', async () => {
    const { listings } = await memory.find({ limit: 500 });
    for (const { match } of listings) await both(library => library.remove(match));
    await checkSame({ limit: 500 });
    const orphans = await command(
      server(),
      `SET search_path = "${schema}";
      SELECT 'seats' AS of FROM seats WHERE match NOT IN (SELECT id FROM matches)
      UNION ALL SELECT 'words' FROM words WHERE match NOT IN (SELECT id FROM matches)
      UNION ALL SELECT 'traces' FROM traces WHERE match NOT IN (SELECT id FROM matches)
      UNION ALL SELECT 'positions' FROM positions WHERE match NOT IN (SELECT id FROM matches)
      UNION ALL SELECT 'names' FROM names WHERE id NOT IN (SELECT name FROM seats)`,
    );
    expect(orphans).toEqual([]);
  });

  test('a second that is full overflows into the next', async () => {
    const one = manyListing(COUNT + 100, COUNT);
    await store.library.list(one);
    const [{ id }] = (await command(
      server(),
      `SELECT max(id) AS id FROM "${schema}".matches WHERE started_at = '${one.startedAt}'`,
    )) as [{ id: string }];
    const last = (BigInt(id) / 65536n) * 65536n + 65534n;
    await command(server(), `UPDATE "${schema}".matches SET id = ${last} WHERE id = ${id}`);
    const more = Array.from({ length: 4 }, (_, n) => ({
      ...manyListing(COUNT + 101 + n, COUNT),
      startedAt: one.startedAt,
      source: 'full',
    }));
    for (const each of more) await store.library.list(each);
    const { listings } = await store.library.find({ source: 'full', sort: 'oldest' });
    expect(namesOf(listings)).toEqual(namesOf(more));
  });
});

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

const show = (query: Query): string =>
  JSON.stringify(query, (_, value) => (value instanceof Uint8Array ? [...value] : value));
