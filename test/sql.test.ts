/** The ten questions of `docs/sql.md`, asked of a collection that is made as the page says, only smaller. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { run } from '@kifu/cli';
import { type Json, unwrap } from '@kifu/core';
import { gameNames, loadKit } from '@kifu/games';
import { findGameIn, type Games, openSource } from '@kifu/record/file';
import { unpack } from '@kifu/record/pack';
import type { Replay } from '@kifu/record/replay';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TABLE_NAMES } from '../packages/cli/src/library/parquet/tables.ts';
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

/** How often each face came up, by game. */
const faces = new Map<string, number[]>();
const games: Games = { names: gameNames, load: loadKit };

async function countDice(pack: Uint8Array): Promise<void> {
  const unpacked = unwrap(await unpack(findGameIn(games), pack));
  const take = ({ game, parts }: Replay) => {
    for (const { type, die, dice } of parts.flatMap(({ events }) => events)) {
      if (type !== 'rolled') continue;
      const counts = faces.get(game.name) ?? [0, 0, 0, 0, 0, 0];
      for (const face of (dice ?? [die]) as readonly number[]) counts[face - 1]!++;
      faces.set(game.name, counts);
    }
  };
  const source = { name: '', form: 'pack', losses: [], ...unpacked };
  expect(unwrap(await openSource(games, source, () => [{ take }])).fault).toBeNull();
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
    for await (const { name, pack } of sampleCollection(GAMES)) {
      writeFileSync(join(folder, `${name}.kifu`), pack);
      await countDice(pack);
    }
    expect(await kifu('library', 'import', folder)).toMatch(`${GAMES} new`);
    await kifu('library', 'export', '--to', 'parquet', '-o', join(folder, 'tables'));
    duckdb = unwrap(
      await startDuckdb({ memory: '500MB', isExternal: false, temporary: join(folder, 'tmp') }),
    );
    await duckdb.open(join(folder, 'tables'), TABLE_NAMES);
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

  test('have the same answers as ever', async () => {
    const lines: string[] = [];
    for (const { n, title, sql } of questions) {
      lines.push(`${n}. ${title}`);
      for (const row of (await ask(sql)).rows) lines.push(JSON.stringify(row));
    }
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('../vectors/sql/answers.txt');
  });

  test('tell whether the dice are fair, as counted in the records themselves', async () => {
    const { rows } = await ask(questions[2]!.sql);
    expect(rows.map(({ game }) => game)).toEqual([...faces.keys()].sort());
    for (const { game, rolls, chi2, fair } of rows) {
      const counts = faces.get(game as string)!;
      const total = counts.reduce((all, n) => all + n, 0);
      const squares = counts.map(n => (n - total / 6) ** 2 / (total / 6));
      const expected = squares.reduce((all, square) => all + square, 0);
      expect(rolls).toBe(total);
      expect(Number(chi2)).toBeCloseTo(expected, 1);
      expect(fair).toBe(expected < 11.07);
    }
  });

  test('count what there is', async () => {
    const of = async (n: number) => (await ask(questions[n - 1]!.sql)).rows;
    const count = async (where: string) =>
      Number((await ask(`SELECT count(*) AS n FROM games WHERE ${where}`)).rows[0]!.n);
    expect(sum(await of(10), 'games')).toBe(GAMES);
    expect(sum(await of(9), 'games')).toBe(await count("game = 'chess'"));
    expect(sum(await of(8), 'games')).toBe(await count("game = 'go' AND winner IS NOT NULL"));
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
