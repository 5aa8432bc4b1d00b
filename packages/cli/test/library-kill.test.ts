/** A match is played by a real process that is killed in the middle: all that it has shown is there, and the match goes on. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { jsonLines } from './run-kifu.ts';

const BIN = fileURLToPath(new URL('../bin/kifu.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'kifu-kill-'));
afterAll(() => rmSync(folder, { recursive: true }));
const { NODE_OPTIONS: _, ...env } = process.env;

function start(home: string, argv: readonly string[]): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, ['--conditions=source', BIN, ...argv], {
    env: { ...env, KIFU_HOME: home },
  });
  child.stdin.on('error', () => {});
  return child;
}

async function kifu(home: string, words: string, input = '') {
  const child = start(home, words.split(' '));
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', text => (out += text));
  child.stderr.setEncoding('utf8').on('data', text => (err += text));
  child.stdin.end(input);
  const [code] = await once(child, 'close');
  return { code, out, err };
}

/** Moves that were shown. */
const movesIn = (out: string): number =>
  out.match(/^ +(?:\d+\.)? +(?:White|Black) {2}\S/gm)?.length ?? 0;

/** More moves than are waited for, and no end after them: the match is not over before the process is killed, however late that is. */
const pawns = (white: number, black: number) =>
  [...'abcdefgh'].flatMap(file => [`${file}${white}`, `${file}${black}`]);
const knights = Array.from({ length: 3 }, () => ['Nd2', 'Nd7', 'Nb1', 'Nb8']).flat();
const MOVES = [...pawns(3, 6), ...knights, ...pawns(4, 5), ...knights];

/** Plays until so many moves were shown, and kills the process; gives how many were shown until it was dead. */
async function playAndKill(home: string, argv: readonly string[], moves: number): Promise<number> {
  const child = start(home, argv);
  child.stdin.write(`${MOVES.join('\n')}\n`);
  let out = '';
  child.stdout.setEncoding('utf8').on('data', text => {
    out += text;
    if (movesIn(out) >= moves) child.kill('SIGKILL');
  });
  const [, signal] = await once(child, 'close');
  expect(signal).toBe('SIGKILL');
  return movesIn(out.slice(0, out.lastIndexOf('\n') + 1));
}

const KILLS = process.env.KIFU_DEEP === '1' ? Array.from({ length: 50 }, (_, i) => 1 + i) : [1, 9];

test.each(KILLS)('a match killed after %i moves is in the library and goes on', async moves => {
  const home = join(folder, `${moves}`);
  const shown = await playAndKill(home, ['play', 'chess', '--seats', 'human,human'], moves);
  const [line] = jsonLines((await kifu(home, 'library list --open --json')).out);
  expect(line).toMatchObject({ game: 'chess', source: 'play', outcome: null });
  expect(line.entries).toBeGreaterThanOrEqual(shown);
  const info = await kifu(home, `verify ${line.match}`);
  expect(info).toMatchObject({ code: 0, out: /links {5}\d+ checked/ });
  const ended = await kifu(home, 'play --resume last --seats human,human', 'resign\n\n');
  expect(ended).toMatchObject({ code: 0, err: '' });
  expect(ended.out).toMatch(/entr(?:y|ies) verified\n/);
  expect(ended.out).toMatch(/wins by resignation\n/);
  const listed = jsonLines((await kifu(home, 'library list --json')).out);
  expect(listed).toMatchObject([{ match: line.match, outcome: { reason: 'resignation' } }, {}]);
  expect((await kifu(home, 'library check')).out).toMatch(
    /^1 match, 1 index entry, .*: no problems\n$/,
  );
});

test('press Ctrl-C to stop an import, and what was imported is kept', async () => {
  const home = join(folder, 'import');
  const file = join(folder, 'long.pgn');
  const games = Array.from(
    { length: 4000 },
    (_, i) => `[Round "${i}"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n`,
  );
  writeFileSync(file, games.join(''));
  const child = start(home, ['library', 'import', file, '--json', '--keep-blocks']);
  let out = '';
  child.stdout.setEncoding('utf8').on('data', text => {
    if (out === '') child.kill('SIGINT');
    out += text;
  });
  const [code] = await once(child, 'close');
  expect(code).toBe(130);
  const lines = jsonLines(out);
  const { records } = lines.at(-1).summary;
  expect(records).toBeGreaterThan(0);
  expect(records).toBeLessThan(4000);
  const [stats] = jsonLines((await kifu(home, 'library stats --json')).out);
  expect(stats.matches).toBe(records);
  // and the rest comes with the next one
  const rest = await kifu(home, `library import ${file} --keep-blocks`);
  expect(rest.out).toMatch(/^4,000 records: .* new, .* already known, 0 invalid/);
  expect(rest.code).toBe(0);
});

test('a reader that closes the pipe ends a long list in silence', async () => {
  const home = join(folder, 'import');
  const child = start(home, ['library', 'list', '--all']);
  let err = '';
  child.stderr.setEncoding('utf8').on('data', text => (err += text));
  child.stdout.once('data', () => child.stdout.destroy());
  const [code] = await once(child, 'close');
  expect({ code, err }).toEqual({ code: 0, err: '' });
});
