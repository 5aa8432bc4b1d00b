/** What of a folder is looked at. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { filesIn } from './files-in.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kifu-files-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const named = async (path: string) => {
  const found: unknown[] = [];
  for await (const file of filesIn(path))
    found.push(typeof file === 'string' ? file.slice(folder.length + 1) : file.fault);
  return found;
};

test('lists files in order, those of folders too, but none that begins with a dot', async () => {
  mkdirSync(join(folder, 'b'));
  for (const name of ['c.pgn', 'a.pgn', 'b/d.pgn', '.hidden'])
    writeFileSync(join(folder, name), '');
  expect(await named(folder)).toEqual(['a.pgn', 'b/d.pgn', 'c.pgn']);
});

test('passes over a pipe, also through a link, and a circle of folders', async () => {
  execFileSync('mkfifo', [join(folder, 'pipe.pgn')]);
  symlinkSync(join(folder, 'pipe.pgn'), join(folder, 'linked.pgn'));
  symlinkSync(folder, join(folder, 'circle'));
  writeFileSync(join(folder, 'a.pgn'), '');
  symlinkSync(join(folder, 'a.pgn'), join(folder, 'b.pgn'));
  expect(await named(folder)).toEqual(['a.pgn', 'b.pgn']);
});

test('a folder with nothing to look at says so', async () => {
  expect(await named(folder)).toMatchObject([{ code: 'not-found' }]);
});
