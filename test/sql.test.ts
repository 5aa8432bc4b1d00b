/** The ten questions of `docs/sql.md`, asked of a collection that is made as the page says, only smaller. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { run } from '@kifu/cli';
import { type Json, unwrap } from '@kifu/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Duckdb, startDuckdb } from '../packages/cli/src/sql/duckdb.ts';
import { collector, makeIo } from '../packages/cli/test/run-kifu.ts';
import { sampleCollection } from '../scripts/sample-collection.ts';

const GAMES = 72;
const folder = mkdtempSync(join(tmpdir(), 'kifu-analysis-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const page = readFileSync(join(import.meta.dirname, '../docs/sql.md'), 'utf8');
const questions = [
  ...page.matchAll(/^## (\d+)\. (.*)\n[\s\S]*?```sql\n([\s\S]*?)```\n\n```text\n([\s\S]*?)```/gm),
].map(([, n, title, sql, answer]) => ({ n: Number(n), title: title!, sql: sql!, answer: answer! }));

async function kifu(...words: string[]): Promise<string> {
  const [out, err] = [collector(), collector()];
  const streams = { stdin: Readable.from([]), stdout: out.stream, stderr: err.stream };
  const code = await run(words, makeIo({ env: { KIFU_HOME: join(folder, 'home') } }, streams));
  expect({ code, err: err.text() }).toEqual({ code: 0, err: '' });
  return out.text();
}

describe('the ten questions', () => {
  let duckdb: Duckdb;
  const ask = async (sql: string) => {
    const answer = unwrap(await duckdb.query(sql));
    const rows: { [column: string]: Json }[] = [];
    for await (const chunk of answer.rows)
      for (const row of chunk)
        rows.push(Object.fromEntries(answer.columns.map((name, i) => [name, row[i]!])));
    return { columns: answer.columns, rows };
  };
  const sum = (rows: readonly { [column: string]: Json }[], column: string) =>
    rows.reduce((total, row) => total + Number(row[column]), 0);

  beforeAll(async () => {
    for await (const { name, pack } of sampleCollection(GAMES))
      writeFileSync(join(folder, `${name}.kifu`), pack);
    expect(await kifu('library', 'import', folder)).toMatch(`${GAMES} new`);
    await kifu('library', 'export', '--to', 'parquet', '-o', join(folder, 'tables'));
    duckdb = unwrap(
      await startDuckdb({ memory: '500MB', isExternal: false, temporary: join(folder, 'tmp') }),
    );
    await duckdb.open(join(folder, 'tables'));
  });
  afterAll(() => duckdb?.close());

  test('are ten', () =>
    expect(questions.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]));

  test.each(questions)('question $n: $title', async ({ sql, answer }) => {
    const { columns, rows } = await ask(sql);
    const head = answer.split('\n')[0]!.trim().split(/ {2,}/);
    expect(columns).toEqual(head);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(Object.values(row)[0]).not.toBeNull();
  });

  test('count what there is', async () => {
    const of = async (n: number) => (await ask(questions[n - 1]!.sql)).rows;
    const count = async (where: string) =>
      Number((await ask(`SELECT count(*) AS n FROM games WHERE ${where}`)).rows[0]!.n);
    expect(sum(await of(10), 'games')).toBe(GAMES);
    expect(sum(await of(9), 'games')).toBe(await count("game = 'chess'"));
    expect(sum(await of(8), 'games')).toBe(await count("game = 'go' AND winner IS NOT NULL"));
    const dice = await of(3);
    for (const { game, rolls, chi2, fair } of dice) {
      const { rows } = await ask(
        `SELECT sum(len(regexp_extract_all(data, '[1-6]')) - 1) AS n FROM events WHERE game = '${game}' AND type = 'rolled'`,
      );
      expect(fair).toBe(Number(chi2) < 11.07);
      // each event names a seat, which is a digit too, unless it is 0
      expect(Number(rolls)).toBeGreaterThan(Number(rows[0]!.n) / 2);
    }
    const [streak] = await of(6);
    const best = await ask(
      `SELECT max(wins) AS wins FROM (SELECT p.name, count(*) AS wins FROM players p WHERE game = 'chess' AND result = 'win' GROUP BY p.name)`,
    );
    expect(Number(streak!.wins)).toBeLessThanOrEqual(Number(best.rows[0]!.wins));
    expect(sum(await of(4), 'moves')).toBe(
      Number((await ask("SELECT count(took_ms) AS n FROM moves WHERE game = 'chess'")).rows[0]!.n),
    );
    expect(sum(await of(5), 'blunders')).toBeGreaterThan(0);
  });
});
