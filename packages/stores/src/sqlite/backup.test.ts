/** A copy of a file in use is whole, is of one moment, and never stands half made under its name. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unwrap } from '@kifu/core';
import { type Chain, headOf, nodesOf } from '@kifu/record';
import { loadNodes } from '@kifu/record/store';
import { expect, test } from 'vitest';
import { node } from '../../test/blocks.ts';
import { tempPaths } from '../../test/files.ts';
import {
  findGame,
  KITS,
  listingFor,
  matchOf,
  playInto,
  remarksAbout,
} from '../../test/stored-matches.ts';
import { createSqliteStore, SqliteFileError } from './index.ts';

const path = tempPaths('.sqlite');
/** What is left lying about beside a file. */
const beside = (at: string): string[] =>
  readdirSync(dirname(at)).filter(name => name !== basename(at) && name.startsWith(basename(at)));

test('a backup is as the store was, while others write', async () => {
  const [at, to] = [path(), path()];
  const store = await createSqliteStore(at, { findGame });
  const before: Chain[] = [];
  for (let n = 0; n < 5; n++) {
    before.push(await playInto(store, n));
    await store.library.list(listingFor(KITS[n % KITS.length]!, before[n]!));
  }
  await store.vault.put('key', 'mine', 7);
  const [match, head] = [matchOf(before[0]!), headOf(before[0]!)];
  await store.remarks.put(match, remarksAbout(head, 'a blunder'));
  let isOver = false;
  const write = async (): Promise<void> => {
    for (let n = 10; !isOver; n++) await playInto(store, n);
  };
  const writing = write();
  const steps: number[] = [];
  await store.backup(to, { onProgress: ({ done }) => steps.push(done) });
  isOver = true;
  await writing;
  await store.close();

  expect(statSync(to).mode & 0o077).toBe(0);
  expect(beside(to)).toEqual([]);
  const copy = await createSqliteStore(to, { findGame });
  for (const chain of before)
    expect(unwrap(await loadNodes(copy, headOf(chain)))).toEqual(nodesOf(chain));
  expect(await copy.vault.get('key', 'mine')).toBe(7);
  expect(await copy.remarks.get(match)).toEqual(remarksAbout(head, 'a blunder'));
  expect((await copy.library.find({})).listings).toHaveLength(5);
  expect((await copy.check(findGame)).problems).toEqual([]);
  // it is a store like any other
  const more = await playInto(copy, 5000);
  expect(await copy.heads.get(matchOf(more))).toEqual(headOf(more));
  await copy.close();
});

test('an existing file is not overwritten by default', async () => {
  const [at, to] = [path(), path()];
  const store = await createSqliteStore(at);
  writeFileSync(to, 'mine');
  await expect(store.backup(to)).rejects.toThrow(SqliteFileError);
  await expect(store.backup(at, { overwrite: true })).rejects.toThrow('the store itself');
  expect(statSync(to).size).toBe(4);
  await store.backup(to, { overwrite: true });
  await (await createSqliteStore(to)).close();
  await store.close();
});

test('a backup that fails leaves no file', async () => {
  const [at, to] = [path(), path()];
  const store = await createSqliteStore(at);
  // more than is copied in one go
  const large = Array.from({ length: 200 }, (_, n) => node(n, 10_000));
  await Promise.all(large.map(({ cid, bytes }) => store.blocks.put(cid, bytes)));
  const stop = new AbortController();
  const options = { signal: stop.signal, onProgress: () => stop.abort() };
  await expect(store.backup(to, options)).rejects.toThrow('aborted');
  expect(existsSync(to)).toBe(false);
  expect(beside(to)).toEqual([]);
  const nowhere = join(path(), 'copy.sqlite');
  const error = await store.backup(nowhere).catch((cause: Error) => cause);
  expect(error).toBeInstanceOf(SqliteFileError);
  expect((error as Error).message).toContain(nowhere);
  await store.close();
});

test('a backup to a full disk says so, and leaves no file', async () => {
  const [at, to] = [path(), path()];
  const store = await createSqliteStore(at);
  const large = Array.from({ length: 200 }, (_, n) => node(n, 10_000));
  await Promise.all(large.map(({ cid, bytes }) => store.blocks.put(cid, bytes)));
  await store.close();
  const program = fileURLToPath(new URL('../../test/sqlite-copier.ts', import.meta.url));
  // no file may grow beyond 1,000 blocks of 512 bytes, and the system says so by an error instead of a signal
  const script = `trap '' XFSZ; ulimit -f 1000; exec "$0" --conditions=source "$1" "$2" "$3"`;
  const { stdout } = spawnSync('sh', ['-c', script, process.execPath, program, at, to]);
  expect(String(stdout)).toMatch(/^(SqliteFullError|SqliteIoError): .*\n$/);
  expect(String(stdout)).toContain(to);
  expect(existsSync(to)).toBe(false);
  expect(beside(to)).toEqual([]);
});

test('a store that may only be read can be copied', async () => {
  const [at, to] = [path(), path()];
  const store = await createSqliteStore(at);
  const chain = await playInto(store, 0);
  await store.close();
  const reading = await createSqliteStore(at, { readOnly: true });
  await reading.backup(to);
  await reading.close();
  const copy = await createSqliteStore(to);
  expect(unwrap(await loadNodes(copy, headOf(chain)))).toEqual(nodesOf(chain));
  await copy.close();
});
