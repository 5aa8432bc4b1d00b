/** A file that is removed, replaced or gets a second name while it is open: the next write notices, and nothing more is acknowledged. */
import { copyFileSync, linkSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { node } from '../../test/blocks.ts';
import { tempPaths } from '../../test/files.ts';
import { createSqliteStore, SqliteFileError, SqliteLostError, type SqliteStore } from './index.ts';

const path = tempPaths('.sqlite');

async function opened(at: string): Promise<SqliteStore> {
  const store = await createSqliteStore(at);
  await store.vault.put('kind', 'before', 1);
  return store;
}

const LOSSES: readonly (readonly [what: string, lose: (at: string) => void])[] = [
  ['the file was removed', at => rmSync(at)],
  ['the file was moved away', at => renameSync(at, `${at}.away`)],
  [
    'a copy took its place',
    at => {
      copyFileSync(at, `${at}.copy`);
      renameSync(`${at}.copy`, at);
    },
  ],
  ['its log was removed', at => rmSync(`${at}-wal`)],
  [
    'another log took its place',
    at => {
      writeFileSync(`${at}.log`, '');
      renameSync(`${at}.log`, `${at}-wal`);
    },
  ],
];

test.each(LOSSES)('refuses every write after %s', async (_what, lose) => {
  const at = path();
  const store = await opened(at);
  lose(at);
  const { cid, bytes } = node(1);
  await expect(store.append([{ cid, bytes }], cid, null, cid)).rejects.toThrow(SqliteLostError);
  await expect(store.vault.put('kind', 'after', 2)).rejects.toThrow(SqliteLostError);
  expect(store.refusal).toBeInstanceOf(SqliteLostError);
  await store.close();
});

test('rejects all writes of the transaction during which the file was removed', async () => {
  const at = path();
  const store = await opened(at);
  rmSync(at);
  const writes = Array.from({ length: 50 }, (_, i) => store.vault.put('kind', `${i}`, i));
  const answers = await Promise.allSettled(writes);
  expect(answers.filter(({ status }) => status === 'fulfilled')).toEqual([]);
  await store.close();
});

test('a file with two names is not opened by either', async () => {
  const at = path();
  await (await opened(at)).close();
  linkSync(at, `${at}.link`);
  for (const name of [at, `${at}.link`])
    await expect(createSqliteStore(name)).rejects.toThrow(SqliteFileError);
});

test('a symbolic link leads to the same file, and its log', async () => {
  const at = path();
  const store = await opened(at);
  symlinkSync(at, `${at}.link`);
  const other = await createSqliteStore(`${at}.link`);
  await other.vault.put('kind', 'by link', 2);
  expect(await store.vault.get('kind', 'by link')).toBe(2);
  await store.vault.put('kind', 'after', 3);
  await other.close();
  rmSync(at);
  await expect(store.vault.put('kind', 'lost', 4)).rejects.toThrow(SqliteLostError);
  await store.close();
});
