/** Queries see every row of every table that they name, however they name it, wherever the games are. */
import { beforeAll, describe, expect, test } from 'vitest';
import { isLeftOut, usePostgres } from '../../../stores/test/databases.ts';
import { workshop } from '../../test/files.ts';
import { jsonLines } from '../../test/run-kifu.ts';

const { run, write } = workshop();

const PGN = `[White "Ann"]
[Black "Bob"]

1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0

[White "Cara"]
[Black "Dan"]

1. d4 d5 1/2-1/2

`;

/** Each with an answer of one row about all games. */
const QUERIES: readonly (readonly [sql: string, answer: (moves: number) => object])[] = [
  ['SELECT count(*) AS n FROM moves', n => ({ n })],
  ['SELECT count(*) AS n FROM moves JOIN games USING (match)', n => ({ n })],
  [
    'SELECT count(*) AS n FROM moves NATURAL JOIN (SELECT match FROM games) LEFT JOIN players USING (match) WHERE players.seat = 0',
    n => ({ n }),
  ],
  ['SELECT count(*) AS n FROM "Moves" m, LATERAL (SELECT 1)', n => ({ n })],
  ["SELECT count(*) AS n FROM query_table('mo' || 'ves')", n => ({ n })],
  ["PIVOT (SELECT 'n' AS k FROM moves JOIN games USING (match)) ON k USING count(*)", n => ({ n })],
  [
    "WITH p AS (PIVOT (SELECT 'n' AS k FROM moves) ON k IN ('n') USING count(*)) SELECT * FROM p; -- all",
    n => ({ n }),
  ],
];

async function ask(sql: string, ...db: readonly string[]): Promise<readonly object[]> {
  const { code, out, err } = await run(['sql - --format json', ...db].join(' '), { input: sql });
  expect({ code, err }, sql).toEqual({ code: 0, err: '' });
  return jsonLines(out);
}

beforeAll(async () => {
  await write('games.pgn', PGN);
  expect(await run('library import @games.pgn')).toMatchObject({ code: 0 });
  expect(await run('library export --to archive -o @archive/')).toMatchObject({ code: 0 });
});

describe.each([
  ['the library', []],
  ['an archive', ['--db', '@archive/']],
  ['a file of the library', ['--db', '@home/library.sqlite']],
])('over %s', (_name, db) => {
  test.each(QUERIES)('%s', async (sql, answer) =>
    expect(await ask(sql, ...db)).toEqual([answer(7)]),
  );
});

describe('over the public matches of a server', () => {
  const server = usePostgres();

  test.skipIf(isLeftOut)('every query', async () => {
    const url = server().url();
    const { createPostgresStore } = await import('@kifu/stores/postgres');
    const { playInto, findGame, findKit } = await import('../../../stores/test/stored-matches.ts');
    const { rebuild } = await import('@kifu/stores/library');
    const store = await createPostgresStore(url, { findGame });
    for (let n = 0; n < 2; n++) await playInto(store, n);
    await rebuild(store, findKit);
    for (const listing of (await store.library.find({})).listings)
      await store.library.list({ ...listing, visibility: 'public' });
    await store.close();
    const [row] = await ask(QUERIES[0]![0], '--db', url);
    const { n } = row as { readonly n: number };
    expect(n).toBeGreaterThan(0);
    for (const [sql, answer] of QUERIES) expect(await ask(sql, '--db', url)).toEqual([answer(n)]);
  });
});

test.each([
  ['PIVOT games ON result USING count(*); SELECT 1', 2, /one query at a time/],
  ["CREATE TYPE mood AS ENUM ('pivot'); SELECT 1", 2, /one query at a time/],
  ['EXPLAIN PIVOT games ON result USING count(*)', 1, /only queries/],
])('refuses %s', async (input, code, why) => {
  expect(await run('sql -', { input })).toMatchObject({ code, err: expect.stringMatching(why) });
});
