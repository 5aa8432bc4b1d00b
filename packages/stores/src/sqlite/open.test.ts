import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type OpenOptions, openToRead, openToWrite } from './open.ts';
import { numberOf, VERSION, versionOf } from './schema.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kifu-open-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test.each<[string, Partial<OpenOptions>, number]>([
  ['64 MiB by default', {}, 65_536],
  ['the given number of bytes', { pageCacheBytes: 2 ** 22 }, 4096],
  ['whole KiB', { pageCacheBytes: 1025 }, 2],
])('keeps of the file in memory %s', (_name, told, kibibytes) => {
  const path = join(folder, 'store.sqlite');
  const options = { timeoutMs: 1000, ...told };
  const written = openToWrite(path, options);
  const read = openToRead(path, options);
  const unwritable = openToRead(path, { ...options, isUnwritable: true });
  for (const db of [written, read, unwritable]) {
    // below zero SQLite counts KiB instead of pages
    expect(numberOf(db, 'PRAGMA cache_size')).toBe(-kibibytes);
    db.close();
  }
});

test('syncs every commit, and does not keep readers waiting', () => {
  const db = openToWrite(join(folder, 'store.sqlite'), { timeoutMs: 1000 });
  expect(db.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
  expect(numberOf(db, 'PRAGMA synchronous')).toBe(2); // FULL
  expect(numberOf(db, 'PRAGMA auto_vacuum')).toBe(2); // INCREMENTAL
  expect(versionOf(db)).toBe(VERSION);
  db.close();
});

test('refuses to read an empty file', () => {
  const path = join(folder, 'store.sqlite');
  writeFileSync(path, '');
  expect(() => openToRead(path, { timeoutMs: 1000, isUnwritable: true })).toThrow(
    'the file is empty',
  );
});
