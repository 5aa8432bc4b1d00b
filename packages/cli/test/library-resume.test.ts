/** An import that is killed at any moment leaves a sound library, and the next one makes it what an import in one go makes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rngFrom } from '@kifu/core';
import { afterAll, expect, test } from 'vitest';
import { jsonLines } from './run-kifu.ts';

const BIN = fileURLToPath(new URL('../bin/kifu.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'kifu-resume-'));
afterAll(() => rmSync(folder, { recursive: true }));
const { NODE_OPTIONS: _, ...env } = process.env;

const GAMES = 6000;
const FILE = join(folder, 'many.pgn');
const MOVES = ['e4', 'd4', 'c4', 'Nf3', 'g3'];

writeFileSync(
  FILE,
  Array.from({ length: GAMES }, (_, i) => {
    const bad = i % 1000 === 999 ? ' 2. Ke5' : '';
    return `[White "Player ${i % 500}"]\n[Round "${i}"]\n\n1. ${MOVES[i % 5]} d5${bad} 1-0\n\n`;
  }).join(''),
);

const start = (home: string, words: string) =>
  spawn(process.execPath, ['--conditions=source', BIN, ...words.split(' ')], {
    env: { ...env, KIFU_HOME: join(folder, home) },
  });

/** Runs a command, and kills it after this many lines of output. */
async function kifu(home: string, words: string, killAfter = Number.POSITIVE_INFINITY) {
  const child = start(home, words);
  let out = '';
  let lines = 0;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
    lines += text.split('\n').length - 1;
    if (lines >= killAfter) child.kill('SIGKILL');
  });
  const [code, signal] = await once(child, 'close');
  return { code, signal, out: out.slice(0, out.lastIndexOf('\n') + 1) };
}

/** What a library has: of every match all that is listed. */
async function contentsOf(home: string): Promise<unknown[]> {
  const { out } = await kifu(home, 'library list --all --json');
  return jsonLines(out)
    .filter(({ match }) => match !== undefined)
    .sort((a, b) => (a.match < b.match ? -1 : 1));
}

const KILLS = process.env.KIFU_DEEP === '1' ? 10 : 1;

test('a killed import resumes where it stopped, and ends with the same library', {
  timeout: 600_000,
}, async () => {
  const luck = rngFrom(8);
  await kifu('whole', `library import ${FILE}`);
  const whole = await contentsOf('whole');
  expect(whole).toHaveLength(GAMES - 6);
  for (let round = 0; round < KILLS; round++) {
    const home = `killed-${round}`;
    const told = 1 + luck(GAMES / 2);
    const killed = await kifu(home, `library import ${FILE} --json`, told);
    expect(killed.signal).toBe('SIGKILL');
    // what was reported is there
    const there = new Set((await contentsOf(home)).map(one => (one as { match: string }).match));
    for (const { ok, match } of jsonLines(killed.out)) expect(!ok || there.has(match)).toBe(true);
    const second = await kifu(home, `library import ${FILE} --json`, told + 2 * luck(1000));
    expect(['SIGKILL', null]).toContain(second.signal);
    const last = await kifu(home, `library import ${FILE}`);
    expect(last.out).toMatch(/^6,000 records: [\d,]+ new, [\d,]+ already known, 6 invalid/m);
    expect(await contentsOf(home)).toEqual(whole);
    expect((await kifu(home, 'library check')).out).toMatch(/: no problems\n$/);
    expect((await kifu(home, `library import ${FILE}`)).out).toMatch(
      /^6,000 records were imported before/m,
    );
  }
});

test('a killed export leaves no file under its name, and the next one writes the same bytes', {
  timeout: 600_000,
}, async () => {
  const fileOf = (name: string) => join(folder, `${name}.pgn`);
  const exporting = (name: string) => `library export --all -o ${fileOf(name)}`;
  await kifu('whole', exporting('whole'));
  const written = () => readdirSync(folder).filter(name => name.includes('killed.pgn'));
  const sizeOf = (name: string) => statSync(join(folder, name), { throwIfNoEntry: false })?.size;
  const child = start('whole', exporting('killed'));
  // some of it is written, under whatever name
  const watcher = watch(folder, () => {
    if (written().some(name => (sizeOf(name) ?? 0) > 0)) child.kill('SIGKILL');
  });
  const [, signal] = await once(child, 'close');
  watcher.close();
  expect(signal).toBe('SIGKILL');
  expect(existsSync(fileOf('killed'))).toBe(false);
  const [part] = written();
  expect(sizeOf(part!)).toBeGreaterThan(0);
  expect(sizeOf(part!)).toBeLessThan(sizeOf('whole.pgn')!);
  await kifu('whole', exporting('killed'));
  expect(readFileSync(fileOf('killed'))).toEqual(readFileSync(fileOf('whole')));
  expect(written()).toEqual(['killed.pgn']); // what the killed one left is gone
  expect(readFileSync(fileOf('whole'), 'utf8').match(/^\[White "/gm)).toHaveLength(GAMES - 6);
});
