/** Records analyzed at the command line: grades, annotations, the cache, engines, and what is refused. */
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fakeProgram, PROGRAM_ENV } from '../../test/fake-programs.ts';
import { jsonLines, kifu } from '../../test/run-kifu.ts';

const folder = mkdtempSync(join(tmpdir(), 'kifu-analyze-'));
const path = (name: string): string => join(folder, name);
const game = path('game.pgn');
writeFileSync(
  game,
  '[White "Anna"]\n[Black "Ben"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1\n',
);

/** Time for an engine that answers at once, however busy the machine is. */
const LONG = ['--time', '600000'];

interface Report {
  readonly analyzer: { readonly name: string; readonly version: string };
  readonly cached: number;
  readonly moves: readonly {
    readonly n: number;
    readonly grade: string | null;
    readonly lost: number | null;
    readonly bestLine: string;
  }[];
  readonly players: readonly { readonly seat: number; readonly accuracy: number }[];
}
const reportOf = (out: string): Report => jsonLines(out)[0] as never;

test('grades the moves, shows a graph and a table, and writes evaluations and best lines', async () => {
  const output = path('analyzed.pgn');
  const { out, code } = await kifu(['analyze', game, '--depth', '4', '-o', output]);
  expect(code).toBe(0);
  expect(out).toMatch(/Kifu chess \S+ \(analysis, depth 4\)/);
  expect(out).toMatch(/Nxf7\?\? +−\d/);
  expect(out).toContain('better: Bxf7+');
  expect(out).toContain('chances of Anna');
  expect(out).toMatch(/Anna +\d+ % +\d+ +\d+ +\d+/);
  const written = readFileSync(output, 'utf8');
  expect(written).toMatch(/5\.\s+Nxf7\s+\$4\s+\{\[%eval\s+-\d+\.\d\d,4\]\}\s+\(5\.\s+Bxf7\+/);
  // what was analyzed before replaces itself
  const again = path('again.json');
  await kifu(['analyze', game, '--depth', '4', '-o', again]);
  await kifu(['analyze', again, '--depth', '4', '-o', path('twice.json')]);
  expect(readFileSync(path('twice.json'), 'utf8')).toBe(readFileSync(again, 'utf8'));
});

test('positions that were analyzed before are not searched again; other limits are another analysis', async () => {
  const first = reportOf((await kifu(['analyze', game, '--nodes', '300', '--json'])).out);
  const second = reportOf((await kifu(['analyze', game, '--nodes', '300', '--json'])).out);
  const other = reportOf((await kifu(['analyze', game, '--nodes', '301', '--json'])).out);
  expect([first.cached, second.cached, other.cached]).toEqual([0, 14, 0]);
  expect({ ...second, cached: 0 }).toEqual({ ...first, cached: 0 });
  expect(first.moves).toHaveLength(14);
  expect(first.players.map(({ seat }) => seat)).toEqual([0, 1]);
});

/** How many positions the second analysis finds in the cache of the first. */
async function cachedAfter(first: readonly string[], second: readonly string[]): Promise<number> {
  const world = { env: { ...PROGRAM_ENV, KIFU_HOME: mkdtempSync(path('home-')) } };
  await kifu(['analyze', ...first, '--json'], world);
  return reportOf((await kifu(['analyze', ...second, '--json'], world)).out).cached;
}

test.each([
  ['KM[7.5]', 4],
  ['KM[0.5]', 0],
  ['KM[7.5]RU[Chinese]', 0],
  ['KM[7.5]AB[ec]', 0],
])('positions of a match with 7.5 komi are not those of %s', async (setup, cached) => {
  const files = ['KM[7.5]', setup].map((properties, i) => {
    const file = path(`komi-${i}.sgf`);
    writeFileSync(file, `(;GM[1]FF[4]SZ[5]${properties};B[cc];W[bb];B[dd])`);
    return file;
  });
  const [first, second] = files.map(file => [file, '--nodes', '20']);
  expect(await cachedAfter(first!, second!)).toBe(cached);
});

test.each([
  [['--engine-option', 'level=3'], 4],
  [['--engine-option', 'level=5'], 0],
  [[], 0],
])('an engine at level 3 does not answer for one with %j', async (options, cached) => {
  const file = path('level.sgf');
  writeFileSync(file, '(;GM[1]FF[4]SZ[5];B[bb];W[dd];B[bd])');
  const words = [file, '--engine', fakeProgram('gtp'), ...LONG];
  const first = [...words, '--engine-option', 'level=3'];
  expect(await cachedAfter(first, [...words, ...options])).toBe(cached);
});

test('an analysis that fails leaves no engine behind that was just starting', async () => {
  const folder = mkdtempSync(path('pids-'));
  const file = path('fails.sgf');
  writeFileSync(file, '(;GM[1]FF[4]SZ[5];B[bb];W[dd];B[bd])');
  const [, program] = fakeProgram('gtp', 'lie').split(':');
  const noted = join(folder, 'engine');
  writeFileSync(noted, `#!/bin/sh\necho $$ >> '${folder}/pids'\nexec '${program}'\n`, {
    mode: 0o755,
  });
  const { code } = await kifu(
    ['analyze', file, '--engine', `gtp:${noted}`, '--jobs', '4', ...LONG],
    { env: PROGRAM_ENV },
  );
  expect(code).toBe(1);
  const pids = readFileSync(join(folder, 'pids'), 'utf8').trim().split('\n');
  expect(pids.filter(pid => existsSync(`/proc/${pid}`))).toEqual([]);
});

test('names the engine and its version apart', async () => {
  const report = reportOf(
    (
      await kifu(['analyze', game, '--engine', fakeProgram('uci'), ...LONG, '--json'], {
        env: PROGRAM_ENV,
      })
    ).out,
  );
  expect(report.analyzer).toEqual({ name: 'Fake Fish', version: '1.2' });
});

test('threads give the same analysis', async () => {
  const here = await kifu(['analyze', game, '--nodes', '250', '--json'], {
    env: { KIFU_HOME: path('a') },
  });
  const threads = await kifu(['analyze', game, '--nodes', '250', '--json', '--jobs', '2'], {
    env: { KIFU_HOME: path('b') },
    threads: 2,
  });
  expect(reportOf(threads.out).moves).toEqual(reportOf(here.out).moves);
});

test('a match in the library keeps the analysis as annotations', async () => {
  const { out } = await kifu(['library', 'import', game, '--json']);
  expect(out).not.toBe('');
  const listed = await kifu(['library', 'list', '--json']);
  const { match } = jsonLines(listed.out).find(row => 'match' in row) as { match: string };
  const { out: said } = await kifu(['analyze', match, '--depth', '2']);
  expect(said).toMatch(/annotations of \S+ updated/);
  const shown = await kifu(['convert', match, '--to', 'pgn']);
  expect(shown.out).toContain('[%eval');
});

test('games with dice are compared before the next roll', async () => {
  const file = path('dice.json');
  const { code } = await kifu(['demo', 'backgammon', '--moves', '12', '-o', file]);
  expect(code).toBe(0);
  const { out } = await kifu(['analyze', file, '--depth', '1', '--json']);
  const { moves } = reportOf(out);
  expect(moves.length).toBeGreaterThan(5);
  for (const { lost } of moves) expect(lost).not.toBeNull();
});

test.each([
  [['analyze', game, '--depth', '0'], 2, /--depth/],
  [['analyze', game, '--engine', 'fish'], 2, /--engine/],
  [['analyze', game, '--engine', 'uci:/nowhere/fish'], 1, /could not be started/],
  [['analyze', game, '-o', path('out.xyz')], 2, /unknown file extension/],
  [['analyze', path('nothing.pgn')], 1, /nothing\.pgn/],
])('%j is refused', async (words, code, message) => {
  const refused = await kifu(words);
  expect([refused.code, refused.err]).toEqual([code, expect.stringMatching(message)]);
});
