/** Positions looked up at the command line: in the library, and in an archive without one. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { jsonLines, kifu } from '../../test/run-kifu.ts';

const folder = mkdtempSync(join(tmpdir(), 'kifu-explore-'));
const archive = join(folder, 'archive');
const GAMES = [
  ['1. e4 e5 2. Nf3 Nc6', '1-0'],
  ['1. e4 e5 2. f4 exf4', '0-1'],
  ['1. e4 c5 2. Nf3 d6', '1-0'],
  ['1. d4 d5 2. c4 e6', '1/2-1/2'],
] as const;

beforeAll(async () => {
  const file = join(folder, 'games.pgn');
  const texts = GAMES.map(
    ([moves, result], i) =>
      `[White "W${i}"]\n[Black "B${i}"]\n[Result "${result}"]\n\n${moves} ${result}\n\n`,
  );
  writeFileSync(file, texts.join(''));
  expect((await kifu(['library', 'import', file])).code).toBe(0);
  const exported = await kifu(['library', 'export', '--to', 'archive', '-o', archive]);
  expect(exported.err).toBe('');
});

const NOWHERE = { env: { KIFU_HOME: join(folder, 'nothing') } };
const PLACES = [
  ['the library', [], {}],
  ['an archive', ['--archive', archive], NOWHERE],
] as const;

test.each(PLACES)('shows what was played next and with what result: %s', async (_, more, world) => {
  const words = ['library', 'explore', 'e4', '--game', 'chess', ...more];
  const { out } = await kifu([...words, '--json'], world);
  const [answer] = jsonLines(out);
  expect(answer).toMatchObject({ game: 'chess', isWhole: true, games: 3, wins: [2, 1], draws: 0 });
  expect(answer.moves.map(({ move, games, wins }: never) => [move, games, wins])).toEqual([
    ['e5', 2, [1, 1]],
    ['c5', 1, [1]],
  ]);
  const table = (await kifu(words, world)).out;
  expect(table).toMatch(/e5 +2 +50% +50% +0%/);
  expect(table).toMatch(/c5 +1 +100% +0% +0%/);
  expect((await kifu([...words, '--limit', '1'], world)).out).not.toMatch(/^c5/m);
});

test.each(PLACES)('a position that no game reached: %s', async (_, more, world) => {
  const words = ['library', 'explore', 'a4', '--game', 'chess', ...more];
  const { code, out } = await kifu([...words, '--json'], world);
  expect([code, jsonLines(out)[0]]).toMatchObject([0, { games: 0, moves: [] }]);
});

test('refuses moves that are not legal', async () => {
  const { code, err } = await kifu(['library', 'explore', 'e5', '--game', 'chess']);
  expect([code, err]).toEqual([2, expect.stringContaining('e5')]);
});
