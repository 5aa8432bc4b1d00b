/** Commands that may take hours say how far they are, in logs too. */
import { Readable } from 'node:stream';
import { beforeAll, expect, test } from 'vitest';
import { workshop } from '../test/files.ts';
import { collector, makeIo } from '../test/run-kifu.ts';
import { run } from './index.ts';

const { run: kifu, at, write } = workshop();
const GAMES = 6;

/** Runs a command whose clock advances by seconds each time that it is read, without a terminal. */
async function runSlowly(...words: readonly string[]) {
  const [out, err] = [collector(), collector()];
  const streams = { stdin: Readable.from([]), stdout: out.stream, stderr: err.stream };
  let nowMs = 0;
  const now = () => {
    nowMs += 2500;
    return nowMs;
  };
  const io = makeIo({ env: { KIFU_HOME: at('home') } }, streams);
  const code = await run(words, { ...io, now });
  return { code, out: out.text(), err: err.text() };
}

beforeAll(async () => {
  const moves = ['e4', 'd4', 'c4', 'f4', 'g3', 'b3'];
  await write('games.pgn', moves.map(move => `[White "Ann"]\n\n1. ${move} 1-0\n\n`).join(''));
  expect((await kifu('library import @games.pgn')).code).toBe(0);
});

test('verify', async () => {
  const { code, out, err } = await runSlowly('verify', at('games.pgn'));
  expect(code).toBe(0);
  expect(out.trimEnd().split('\n')).toHaveLength(GAMES + 1);
  expect(err).toMatch(/^(?:kifu: \d records? so far\n)+$/);
});

test('export to standard output', async () => {
  const { code, out, err } = await runSlowly('library', 'export', '--all', '--to', 'pgn');
  expect(code).toBe(0);
  expect(out.match(/^\[White /gm)).toHaveLength(GAMES);
  expect(err).toMatch(/^(?:kifu: \d match(?:es)? written\n){2,}/);
});

test('neither says anything soon', async () => {
  const { err } = await kifu('verify @games.pgn');
  expect(err).toBe('');
});
