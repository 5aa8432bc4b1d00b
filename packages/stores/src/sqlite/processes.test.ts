/** Several processes with one file: each head moves once at a time, and what one writes the others find. */
import { readdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { formatCid } from '@kifu/core';
import { expect, test } from 'vitest';
import { node } from '../../test/blocks.ts';
import { tempPaths } from '../../test/files.ts';
import { recorders } from '../../test/recorders.ts';
import { createSqliteStore, SqliteBusyError } from './index.ts';

const path = tempPaths('.sqlite');
const start = recorders(new URL('../../test/sqlite-rival.ts', import.meta.url));

test('of rivals for one head one wins, and no move is lost', async () => {
  const at = path();
  // they make the file at the same moment, too
  const rivals = ['0', '1', '2'].map(number => start(at, number, '40'));
  await Promise.all(rivals.map(({ closed }) => closed));
  const store = await createSqliteStore(at);
  const followers = new Map<string, string>();
  for (const line of rivals.flatMap(({ lines }) => lines)) {
    const [head, from, to] = line.split(' ') as [string, string, string];
    expect(followers.has(`${head} ${from}`)).toBe(false);
    followers.set(`${head} ${from}`, to);
  }
  expect(followers.size).toBe(3 * 4 * 40);
  for (let head = 0; head < 4; head++) {
    let last = 'null';
    while (followers.has(`${head} ${last}`)) last = followers.get(`${head} ${last}`)!;
    expect(formatCid((await store.heads.get(node(head).cid))!)).toBe(last);
  }
  await store.close();
});

test('two stores with one file find what the other writes, swept into the index or not', async () => {
  const at = path();
  const stores = await Promise.all(
    [50, 80].map(tailLength => createSqliteStore(at, { tailLength })),
  );
  for (let n = 0; n < 600; n += 20) {
    const [one, other] = n % 40 === 0 ? stores : stores.toReversed();
    const blocks = Array.from({ length: 20 }, (_, i) => node(n + i));
    await Promise.all(blocks.map(({ cid, bytes }) => one!.blocks.put(cid, bytes)));
    // and the same again: a block that both stores put is stored once
    await Promise.all(blocks.map(({ cid, bytes }) => other!.blocks.put(cid, bytes)));
    for (const { cid } of blocks) expect(await other!.blocks.has(cid)).toBe(true);
  }
  for (const store of stores) {
    for (let n = 0; n < 600; n++)
      expect(await store.blocks.get(node(n).cid)).toEqual(node(n).bytes);
    expect(await store.blocks.has(node(600).cid)).toBe(false);
    await store.close();
  }
  const db = new DatabaseSync(at, { readOnly: true });
  const count = (table: string) => db.prepare(`SELECT count(*) AS n FROM ${table}`).get()!.n;
  expect(count('blocks')).toBe(600);
  expect(count('block_keys')).toBeGreaterThan(400);
  db.close();
});

test('a write that waits too long for another process is refused, and may be tried again', async () => {
  const at = path();
  const store = await createSqliteStore(at, { timeoutMs: 150 });
  const other = new DatabaseSync(at);
  other.exec('BEGIN IMMEDIATE');
  const { cid, bytes } = node(1);
  await expect(store.blocks.put(cid, bytes)).rejects.toThrow(SqliteBusyError);
  expect(await store.blocks.has(cid)).toBe(false);
  other.exec('ROLLBACK');
  await store.blocks.put(cid, bytes);
  expect(await store.blocks.get(cid)).toEqual(bytes);
  other.close();
  await store.close();
});

test('while a write waits for another process, this thread has time for others', async () => {
  const at = path();
  const store = await createSqliteStore(at, { timeoutMs: 60_000 });
  const other = new DatabaseSync(at);
  other.exec('BEGIN IMMEDIATE');
  const { cid, bytes } = node(1);
  const writing = store.blocks.put(cid, bytes);
  for (let turns = 0; turns < 10; turns++) await new Promise(done => setTimeout(done, 1));
  expect(await store.blocks.has(cid)).toBe(false);
  // the write would wait for a minute, and only this thread can unblock it
  other.exec('ROLLBACK');
  await writing;
  other.close();
  await store.close();
});

test('a new file is its owner’s alone, and a closed one is one file', async () => {
  const at = path();
  const store = await createSqliteStore(at);
  await store.vault.put('key', 'mine', 'secret');
  const own = () => readdirSync(dirname(at)).filter(name => at.endsWith(name.replace(/-\w+$/, '')));
  for (const name of own()) expect(statSync(`${dirname(at)}/${name}`).mode & 0o077).toBe(0);
  expect(own().length).toBeGreaterThan(1);
  await store.close();
  expect(own()).toHaveLength(1);
});
