/** Tables of every game, from the library, an archive and a database; interrupted and repeated exports; queries over them. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gameNames } from '@kifu/games';
import { beforeAll, describe, expect, test } from 'vitest';
import { isLeftOut, usePostgres } from '../../../../stores/test/databases.ts';
import { workshop } from '../../../test/files.ts';
import { collector, jsonLines, makeIo } from '../../../test/run-kifu.ts';
import { colorsFor } from '../../io.ts';
import { createTableFiles } from './files.ts';
import { exportTables } from './into-folder.ts';
import { columnsOf, TABLE_NAMES, TABLES, type TableName } from './tables.ts';

const ROOT = join(import.meta.dirname, '../../../../..');
const SAMPLES = join(ROOT, 'packages/web/public/samples');
const { run, at, write, text } = workshop();

/** A query over an export, as objects. */
async function ask(sql: string, db = 'tables'): Promise<readonly Record<string, unknown>[]> {
  await write('query.sql', sql);
  const input = await text('query.sql');
  const { code, out, err } = await run(`sql - --db @${db} --format json`, { input });
  expect(err).toBe('');
  expect(code).toBe(0);
  return jsonLines(out);
}

const PGN = `[White "Ann"]
[Black "Bob"]
[Date "2023.05.??"]
[Site "Reykjavik"]
[TimeControl "180+2"]
[WhiteElo "2100"]
[WhiteTitle "GM"]
[Annotator "Zoë"]

1. e4 {[%eval 0.3] [%clk 0:03:00]} e5 {[%clk 0:02:58]} 2. Qh5 $6 {[%clk 0:02:57] too early} Ke7 $4 {[%eval #1] [%clk 0:02:50]} 3. Qxe5# 1-0

[White "Cara"]
[Black "=1+1"]

1. d4 d5 1/2-1/2

`;

beforeAll(async () => {
  await write('games.pgn', PGN);
  const cars = readdirSync(SAMPLES).filter(name => /\.car$|kung-fu-chess\.json$/.test(name));
  const samples = cars.map(name => join(SAMPLES, name)).join(' ');
  const { code, err } = await run(`library import @games.pgn ${samples}`);
  expect(err).toBe('');
  expect(code).toBe(0);
  const exported = await run('library export --to parquet -o @tables');
  expect(exported.out).toMatch(/^\d+ matches written to tables\nrows: games \d+, players /);
});

describe('an export', () => {
  test('has rows of every game in every table', async () => {
    for (const table of TABLE_NAMES) {
      const rows = await ask(`SELECT DISTINCT game FROM ${table} ORDER BY game`);
      expect(
        rows.map(({ game }) => game),
        table,
      ).toEqual([...gameNames()].sort());
    }
  });

  test('says of a game of chess what its record says', async () => {
    const [game] = await ask(
      "SELECT g.*, p.name, p.rating, p.result AS mine FROM games g JOIN players p USING (match) WHERE site = 'Reykjavik' AND p.seat = 0",
    );
    expect(game).toMatchObject({
      ...{ game: 'chess', year: 2023, date: '2023-05', started_at: '2023-05-01 00:00:00' },
      ...{ entries: 5, moves: 5, result: 'win', winner: 0, reason: 'checkmate', rated: false },
      ...{ time_control: '180+2', main_ms: 180_000, increment_ms: 2000, visibility: 'private' },
      ...{ name: 'Ann', rating: 2100, mine: 'win', first_moves: 'e4 e5 Qh5 Ke7 Qxe5#' },
    });
    const moves = await ask(
      "SELECT m.* FROM moves m JOIN games g USING (match) WHERE site = 'Reykjavik' ORDER BY n",
    );
    expect(
      moves.map(({ move, score, win_in, glyph, comment, clock_ms, took_ms }) => [
        ...[move, score, win_in, glyph, comment, clock_ms, took_ms],
      ]),
    ).toEqual([
      ['e4', 30, null, null, null, 180_000, null],
      ['e5', null, null, null, null, 178_000, null],
      ['Qh5', null, null, '?!', 'too early', 177_000, 5000],
      ['Ke7', null, 1, '??', null, 170_000, 10_000],
      ['Qxe5#', null, null, null, null, null, null],
    ]);
  });

  test('names positions alike that were reached by other moves, and gives the start once per match', async () => {
    const [row] = await ask(
      "SELECT count(*) AS starts, count(DISTINCT position) AS positions, any_value(text) AS fen FROM positions WHERE n = 0 AND game = 'chess'",
    );
    expect(row).toMatchObject({ positions: 1, fen: expect.stringMatching(/^rnbqkbnr\//) });
    expect(row!.starts).toBeGreaterThan(2);
  });

  test('has what the rules report, with all its fields, and actions that are not moves', async () => {
    const dice = await ask(
      "SELECT DISTINCT (data->>'die')::INT AS die FROM events WHERE game = 'ludo' AND type = 'rolled' ORDER BY die",
    );
    expect(dice.map(({ die }) => die)).toEqual([1, 2, 3, 4, 5, 6]);
    const twice = await ask(
      'SELECT match, n, i, count(*) FROM events GROUP BY ALL HAVING count(*) > 1',
    );
    expect(twice).toEqual([]);
    const timed = await ask(
      "SELECT count(*) AS bad FROM events WHERE game = 'kung-fu-chess' AND (tick IS NULL OR ms IS NULL)",
    );
    expect(timed).toEqual([{ bad: 0 }]);
  });

  test('puts games without a date into a partition that reads as null', async () => {
    expect(await ask("SELECT year FROM games WHERE first_moves = 'd4 d5'")).toEqual([
      { year: null },
    ]);
  });

  test('has the columns that docs/parquet.md lists, and no others', () => {
    const page = readFileSync(join(ROOT, 'docs/parquet.md'), 'utf8');
    const names = { text: 'text', int: 'int32', long: 'int64', bool: 'boolean', time: 'timestamp' };
    for (const table of TABLE_NAMES) {
      const [, section = ''] = page.split(`\n## \`${table}\`\n`);
      const rows = section.split('\n## ')[0]!.matchAll(/^\| (`.*?`) \| ([^|]*?) \|/gm);
      const told = [...rows].flatMap(([, columns, type]) =>
        [...columns!.matchAll(/`(\w+)`/g)].map(([, name]) => `${name} ${type}`),
      );
      const columns = columnsOf(table).map(
        ({ name, type, isNullable }) => `${name} ${names[type]}${isNullable ? '' : ', required'}`,
      );
      expect(told, table).toEqual(columns);
    }
  });
});

describe('where it is written', () => {
  test('refuses a folder with other files, and replaces an earlier export only if told', async () => {
    const again = await run('library export --to parquet -o @tables');
    expect(again).toMatchObject({ code: 1, err: expect.stringMatching(/already exists.*--force/) });
    await run('library export --game go --to parquet -o @other --tables games,moves');
    expect(readdirSync(at('other')).sort()).toEqual(['_kifu.json', 'games', 'moves']);
    await run('library export --game chess --to parquet -o @other --tables games --force');
    expect(readdirSync(at('other/games'))).toEqual(['game=chess']);
    expect(existsSync(at('other/moves'))).toBe(false);
    const home = await run('library export --to parquet -o @home --force');
    expect(home).toMatchObject({ code: 1, err: expect.stringMatching(/home is not empty/) });
  });

  test('an export that is stopped leaves nothing', async () => {
    const before = readdirSync(at('.')).sort();
    const streams = {
      stdin: Readable.from([]),
      stdout: collector().stream,
      stderr: collector().stream,
    };
    const io = {
      ...makeIo({ env: { KIFU_HOME: at('home') } }, streams),
      onStop(listener: (exitCode: number) => void) {
        listener(130);
        return () => {};
      },
    };
    const context = { io, isJson: false, colors: colorsFor(false) };
    const options = { tables: TABLE_NAMES, page: {} };
    const stopped = await exportTables(context, {}, at('stopped'), options);
    expect(stopped).toMatchObject({ ok: true, value: { exitCode: 130 } });
    expect(readdirSync(at('.')).sort()).toEqual(before);
  });

  test.each([
    ['--to parquet', /name it with -o/],
    ['--to parquet -o @x abc', /takes no IDs/],
    ['--to pgn --tables games', /requires --to parquet/],
    ['--to parquet -o @x --tables games,boards', /Must be games, players/],
    ['--to parquet -o @x --sort oldest', /sorted by newest/],
  ])('refuses %s', async (words, why) => {
    expect(await run(`library export ${words}`)).toMatchObject({
      code: 2,
      err: expect.stringMatching(why),
    });
  });
});

test('writes rows in groups and files of bounded size, and all of them', async () => {
  const sizes = { groupRows: 10, waitingBytes: 2000, fileBytes: 400, begunFiles: 9 };
  const files = await createTableFiles(at('small'), 'test', sizes);
  for (let i = 0; i < 300; i++)
    await files.add('positions', `game=chess/year=${2000 + (i % 7)}`, [
      {
        match: `m${i}`,
        n: i,
        position: `${i}`.padStart(16, '0'),
        text: i % 3 === 0 ? null : 'fen',
      },
    ]);
  expect(await files.finish()).toMatchObject({ positions: 300, games: 0 });
  await write(
    'small/_kifu.json',
    JSON.stringify({ kifu: 'parquet', version: 1, rows: { positions: 300 } }),
  );
  expect(
    await ask(
      'SELECT count(*) AS n, count(text) AS told, sum(n) AS sum, count(DISTINCT year) AS years FROM positions',
      'small',
    ),
  ).toEqual([{ n: 300, told: 200, sum: 44_850, years: 7 }]);
  expect(readdirSync(at('small/positions/game=chess/year=2000')).length).toBeGreaterThan(1);
});

test('holds no more however many games and years there are', async () => {
  const sizes = { groupRows: 1000, waitingBytes: 1000, fileBytes: 1 << 20, begunFiles: 4 };
  const files = await createTableFiles(at('many'), 'test', sizes);
  const row = (n: number) => ({ match: 'm', n, position: 'a'.repeat(300), text: null });
  for (let n = 0; n < 400; n++) {
    await files.add('positions', `game=g${n % 2}/year=${1900 + (n % 40)}`, [row(n), row(-n)]);
    const { files: begun, bufferBytes, waitingBytes } = files.held();
    expect(begun).toBeLessThanOrEqual(sizes.begunFiles);
    expect(bufferBytes).toBeLessThanOrEqual(4096 * sizes.begunFiles);
    expect(waitingBytes).toBeLessThanOrEqual(sizes.waitingBytes);
  }
  expect(await files.finish()).toMatchObject({ positions: 800 });
  expect(files.held()).toEqual({ files: 0, bufferBytes: 0, waitingBytes: 0 });
  const rows = { positions: 800 };
  await write('many/_kifu.json', JSON.stringify({ kifu: 'parquet', version: 1, rows }));
  const sums = 'SELECT count(*) AS n, sum(n) AS sum, count(DISTINCT year) AS years FROM positions';
  expect(await ask(sums, 'many')).toEqual([{ n: 800, sum: 0, years: 40 }]);
});

describe('what a process that was killed left behind', () => {
  const { pid: dead } = spawnSync(process.execPath, ['--version']);
  const alive = process.ppid;

  test('goes with the next export, and an export that was being replaced comes back', async () => {
    await mkdir(at('crash'));
    await cp(at('other'), at(`crash/.tables.${dead}.old`), { recursive: true });
    for (const name of [`.tables.${dead}.tmp`, `.tables.${alive}.tmp`, `.others.${dead}.tmp`])
      await mkdir(at(`crash/${name}/games`), { recursive: true });
    const again = await run('library export --to parquet -o @crash/tables');
    expect(again).toMatchObject({ code: 1, err: expect.stringMatching(/already exists/) });
    expect(await ask('SELECT DISTINCT game FROM games', 'crash/tables')).toEqual([
      { game: 'chess' },
    ]);
    await run('library export --game go --to parquet -o @crash/tables --force');
    expect(readdirSync(at('crash')).sort()).toEqual(
      [`.others.${dead}.tmp`, `.tables.${alive}.tmp`, 'tables'].sort(),
    );
    expect(await ask('SELECT DISTINCT game FROM games', 'crash/tables')).toEqual([{ game: 'go' }]);
  });

  test('goes with the next file of that name', async () => {
    await mkdir(at('files'));
    for (const name of [`.all.pgn.${dead}.tmp`, `.all.pgn.${alive}.tmp`, `.all.pgn.x.tmp`])
      await write(`files/${name}`, 'half');
    await run('library export --game chess --to pgn -o @files/all.pgn');
    expect(readdirSync(at('files')).sort()).toEqual(
      [`.all.pgn.${alive}.tmp`, '.all.pgn.x.tmp', 'all.pgn'].sort(),
    );
  });

  test('goes with the next query', async () => {
    const left = join(tmpdir(), `kifu-sql-${dead}-abcdef`);
    const used = join(tmpdir(), `kifu-sql-${alive}-abcdef`);
    try {
      for (const folder of [left, used]) await mkdir(join(folder, 'games'), { recursive: true });
      await run('sql - --db @tables', { input: 'SELECT 1' });
      expect([existsSync(left), existsSync(used)]).toEqual([false, true]);
    } finally {
      for (const folder of [left, used]) rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('from elsewhere', () => {
  const SUMS = `SELECT game, count(*) AS n, sum(entries) AS entries FROM games WHERE result <> 'open' GROUP BY game ORDER BY game`;

  test('from an archive as from the library it was made of', async () => {
    await run('library export --to archive -o @archive/');
    await run('library export --to parquet --archive @archive/ -o @archived');
    expect(await ask(SUMS, 'archived')).toEqual(await ask(SUMS));
    expect(await ask(SUMS, 'archive/')).toEqual(await ask(SUMS));
    for (const rows of [
      "SELECT * EXCLUDE (visibility) FROM games WHERE result <> 'open' ORDER BY match",
      "SELECT p.* FROM players p JOIN games g USING (match) WHERE g.result <> 'open' ORDER BY match, seat",
    ])
      expect(await ask(rows, 'archived')).toEqual(await ask(rows));
    expect(
      await ask("SELECT tags->>'Annotator' AS by FROM games WHERE site = 'Reykjavik'", 'archived'),
    ).toEqual([{ by: 'Zoë' }]);
  });

  const server = usePostgres();

  test.skipIf(isLeftOut)('from the public matches of a server in PostgreSQL', async () => {
    const url = server().url();
    const { createPostgresStore } = await import('@kifu/stores/postgres');
    const { playInto, findGame, findKit } = await import(
      '../../../../stores/test/stored-matches.ts'
    );
    const { rebuild } = await import('@kifu/stores/library');
    const store = await createPostgresStore(url, { findGame });
    for (let n = 0; n < 4; n++) await playInto(store, n);
    await rebuild(store, findKit);
    const { listings } = await store.library.find({});
    for (const [i, listing] of listings.entries())
      await store.library.list({ ...listing, visibility: i < 3 ? 'public' : 'private' });
    await store.close();
    const { code, out } = await run(`library export --to parquet --store ${url} -o @served`);
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringMatching(/^3 matches/) });
    expect(
      await ask('SELECT count(*) AS n, min(entries) > 0 AS played FROM games', 'served'),
    ).toEqual([{ n: 3, played: true }]);
  });
});

describe('kifu sql', () => {
  test('queries the library itself, and only what the query names', async () => {
    const { out } = await run('sql - --format csv', { input: 'SELECT count(*) AS n FROM moves' });
    const [{ n }] = (await ask('SELECT count(*) AS n FROM moves')) as [{ n: number }];
    expect(out).toBe(`n\r\n${n}\r\n`);
  });

  test('prints a table for people, and CSV that no spreadsheet takes for a formula', async () => {
    const input =
      "SELECT name, rating FROM players WHERE name IN ('Ann', '=1+1') ORDER BY name DESC";
    const told = await run('sql - --db @tables', { input });
    expect(told.out).toBe('name  rating\nAnn     2100\n=1+1\n');
    const csv = await run('sql - --db @tables --format csv -o @answer.csv', { input });
    expect(csv.out).toBe('2 rows written to answer.csv\n');
    expect(await text('answer.csv')).toBe("name,rating\r\nAnn,2100\r\n'=1+1,\r\n");
  });

  test.each([
    ['SELEC 1', 2, /parser error/],
    ['SELECT * FROM boards', 2, /Table with name boards does not exist/],
    ['SELECT 1; SELECT 2', 2, /one query at a time/],
    ["COPY games TO 'x.csv'", 1, /only queries/],
    ["EXPLAIN ANALYZE COPY games TO 'x.csv'", 1, /only queries/],
    ['CREATE TABLE t AS SELECT 1', 1, /only queries/],
    ["ATTACH 'x.db'", 1, /only queries/],
    ["SELECT * FROM read_text('/etc/hostname')", 1, /--external/],
    ['SET enable_external_access = true', 1, /only queries/],
  ])('refuses %s', async (input, code, why) => {
    const told = await run('sql - --db @tables', { input });
    expect(told).toMatchObject({ code, out: '', err: expect.stringMatching(why) });
  });

  test('reads other files if that is allowed', async () => {
    const input = `SELECT content FROM read_text('${at('hello.txt')}')`;
    await write('hello.txt', 'hello');
    const { out } = await run('sql - --db @tables --external --format json', { input });
    expect(out).toBe('{"content":"hello"}\n');
  });

  test.each([
    ['--memory lots', 2, /500MB/],
    ['--format csv --json', 2, /either --json or --format/],
    ['--db @nowhere', 1, /nowhere not found/],
    ['--db @home', 1, /neither a Parquet export nor an archive/],
  ])('refuses %s', async (words, code, why) => {
    const told = await run(`sql - ${words}`, { input: 'SELECT * FROM games' });
    expect(`${told.err}${told.out}`).toMatch(why);
    expect(told.code).toBe(code);
  });

  test('says that an export lacks a table', async () => {
    const told = await run('sql - --db @other', { input: 'SELECT * FROM events' });
    expect(told).toMatchObject({ code: 1, err: expect.stringMatching(/without the table events/) });
  });
});

test('a table has at least a key', () => {
  for (const table of TABLE_NAMES) expect(Object.keys(TABLES[table as TableName])[0]).toBe('match');
});
