/** The built-in puzzles are what they say: a sample in every run, all of them in the deep one. And what the command finds, it confirms. */
import { mkdtempDisposableSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { unwrap } from '@kifu/core';
import { expect, test, vi } from 'vitest';
import { collector, jsonLines, kifu, makeIo } from '../../test/run-kifu.ts';
import { openLibrary } from '../library/open.ts';

const FOLDER = join(import.meta.dirname, '../../../web/public/puzzles');
const GAMES = ['chess', 'checkers', 'go', 'backgammon'];
const isDeep = process.env.KIFU_DEEP === '1';
const SAMPLE = 4;

interface PuzzleFile {
  readonly records: readonly { readonly match: string; readonly pack: string }[];
  readonly puzzles: readonly { readonly id: string; readonly match: string; line: string[] }[];
}

const read = (game: string): PuzzleFile =>
  JSON.parse(readFileSync(join(FOLDER, `${game}.json`), 'utf8')) as PuzzleFile;

test('there are at least 300, in less than a megabyte, each with its record', () => {
  const sets = GAMES.map(read);
  const puzzles = sets.flatMap(set => set.puzzles);
  expect(puzzles.length).toBeGreaterThanOrEqual(300);
  expect(new Set(puzzles.map(({ id }) => id)).size).toBe(puzzles.length);
  const bytes = GAMES.reduce((sum, game) => sum + statSync(join(FOLDER, `${game}.json`)).size, 0);
  expect(bytes).toBeLessThan(1_000_000);
  for (const { records, puzzles } of sets)
    for (const { match } of puzzles) expect(records.map(one => one.match)).toContain(match);
});

test.each(GAMES)('the puzzles of %s are confirmed', async game => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'kifu-'));
  const file = join(folder.path, 'puzzles.json');
  const set = read(game);
  const every = Math.floor(set.puzzles.length / SAMPLE);
  const puzzles = isDeep ? set.puzzles : set.puzzles.filter((_, i) => i % every === 0);
  writeFileSync(file, JSON.stringify({ ...set, puzzles }));
  const { err, out } = await kifu(['puzzles', 'check', file]);
  expect(err).toBe('');
  expect(out).toContain(`${puzzles.length} puzzles confirmed, 0 not`);
});

test('another move is not confirmed, nor a position that the record does not have', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'kifu-'));
  const file = join(folder.path, 'puzzles.json');
  const { records, puzzles } = read('checkers');
  const [one, other] = [puzzles[0]!, puzzles.at(-1)!];
  const wrong = [
    { ...one, line: other.line },
    { ...one, n: 9999 },
    { ...one, match: other.match },
  ];
  writeFileSync(file, JSON.stringify({ records, puzzles: wrong }));
  const { code, out } = await kifu(['puzzles', 'check', file]);
  expect([code, out]).toEqual([1, expect.stringContaining('0 puzzles confirmed, 3 not')]);
  writeFileSync(file, JSON.stringify({ records, puzzles: [{ id: 1 }] }));
  expect((await kifu(['puzzles', 'check', file])).code).toBe(1);
});

test('a blunder becomes a puzzle, which is confirmed', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'kifu-'));
  const [game, file] = [join(folder.path, 'a.pgn'), join(folder.path, 'puzzles.json')];
  // after 3 … Nf6 white mates, after other moves not
  writeFileSync(
    game,
    '[White "Ann"]\n[Black "Bob"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n',
  );
  const mined = await kifu(['puzzles', 'mine', game, '--nodes', '2000', '-o', file, '--json']);
  const found: { n: number; themes: string[] }[] = jsonLines(mined.out);
  expect(found.at(-1)).toMatchObject({ ok: true });
  expect(found.some(({ n, themes }) => n === 6 && themes.includes('finish'))).toBe(true);
  expect((await kifu(['puzzles', 'check', file])).code).toBe(0);
});

test('the library is read as far as puzzles are wanted', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'kifu-'));
  const games = join(folder.path, 'games.pgn');
  const moves = '1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0';
  const named = (name: string) => `[White "${name}"]\n[Black "Bob"]\n\n${moves}\n\n`;
  writeFileSync(games, ['Ann', 'Cara', 'Eve'].map(named).join(''));
  const env = { KIFU_HOME: folder.path };
  await kifu(['library', 'import', games], { env });
  const { stream } = collector();
  const io = makeIo({ env }, { stdin: Readable.from([]), stdout: stream, stderr: stream });
  const opened = unwrap(await openLibrary(io, { isRead: true }));
  const unpack = vi.spyOn(opened.file!, 'unpack');
  const words = ['puzzles', 'mine', '--nodes', '2000', '--json', '--limit'];
  const { out } = await kifu([...words, '1'], { env, openLibrary: async () => opened });
  expect(jsonLines(out).at(-1)).toEqual({ ok: true, puzzles: 1 });
  expect(unpack).toHaveBeenCalledTimes(1);
});
