/** A file that is not a store, is damaged, is full or is read-only: the name of each error, and what can still be read. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { rngFrom } from '@kifu/core';
import { BlockCorruptError, BlockNotFoundError } from '@kifu/record/store';
import { beforeAll, describe, expect, test } from 'vitest';
import { node } from '../../test/blocks.ts';
import { tempPaths } from '../../test/files.ts';
import {
  createSqliteStore,
  SqliteClosedError,
  SqliteDamagedError,
  SqliteFileError,
  SqliteFullError,
  SqliteReadOnlyError,
  type SqliteStore,
} from './index.ts';

const DEEP = process.env.KIFU_DEEP === '1' ? 20 : 1;
const path = tempPaths('.sqlite');
const BLOCKS = 400;
const NAMED = [BlockCorruptError, BlockNotFoundError, SqliteDamagedError, SqliteFileError];

/** A sound file with a part of its blocks in the index, to make copies of. */
let sound: string;
beforeAll(async () => {
  sound = path();
  const store = await createSqliteStore(sound, { tailLength: 100 });
  for (let n = 0; n < BLOCKS; n += 20)
    await Promise.all(
      Array.from({ length: 20 }, (_, i) => node(n + i, 300)).map(async ({ cid, bytes }) => {
        await store.append([{ cid, bytes }], cid, null, cid);
        await store.vault.put('kind', `${n}`, { n });
      }),
    );
  await store.close();
});

const copy = (): string => {
  const at = path();
  copyFileSync(sound, at);
  return at;
};

/** How many blocks can be read; those that cannot end in an error that says so, and none is wrong. */
async function countReadable({ blocks, heads }: SqliteStore): Promise<number> {
  let count = 0;
  for (let n = 0; n < BLOCKS; n++) {
    const { cid, bytes } = node(n, 300);
    try {
      expect(await blocks.get(cid)).toEqual(bytes);
      await heads.get(cid);
      count++;
    } catch (error) {
      expect(NAMED, String(error)).toContain((error as Error).constructor);
    }
  }
  return count;
}

/** Opens what may be damaged; an error says what and where. */
async function openDamaged(at: string): Promise<SqliteStore | null> {
  try {
    return await createSqliteStore(at);
  } catch (error) {
    expect(NAMED, String(error)).toContain((error as Error).constructor);
    expect((error as Error).message).toContain(at);
    return null;
  }
}

describe('a file that is not a store', () => {
  test.each<[string, string, (at: string) => void]>([
    ['a text', 'not an SQLite database', at => writeFileSync(at, 'hello '.repeat(1000))],
    ['zeros', 'not an SQLite database', at => writeFileSync(at, new Uint8Array(8192))],
    ['a folder', 'not a regular file', at => mkdirSync(at)],
    ['in no folder', 'ENOENT', at => at],
    ['of another program', 'another program', at => change(at, 'CREATE TABLE x (y)')],
    [
      'of a newer version',
      'newer version',
      at => {
        copyFileSync(sound, at);
        change(at, 'PRAGMA user_version = 99');
      },
    ],
    [
      'of an older development version',
      'an older development version wrote it; export it with that version, then import it here',
      at => {
        copyFileSync(sound, at);
        change(at, 'PRAGMA user_version = 6');
      },
    ],
  ])('%s is refused and left as it is', async (what, why, make) => {
    const at = what === 'in no folder' ? join(path(), 'store.sqlite') : path();
    make(at);
    const before = contentsOf(at);
    for (const options of [{}, { readOnly: true }]) {
      const error = await createSqliteStore(at, options).catch((cause: Error) => cause);
      expect(error).toBeInstanceOf(SqliteFileError);
      if (!('readOnly' in options)) expect((error as Error).message).toContain(why);
      expect((error as Error).message).toContain(at);
    }
    expect(contentsOf(at)).toEqual(before);
  });

  test('an empty file becomes a new store', async () => {
    const at = path();
    writeFileSync(at, '');
    const store = await createSqliteStore(at);
    await store.vault.put('kind', 'name', 1);
    expect(await store.vault.get('kind', 'name')).toBe(1);
    await store.close();
  });
});

function change(at: string, sql: string): void {
  const db = new DatabaseSync(at);
  db.exec(sql);
  db.close();
}

function contentsOf(at: string): Uint8Array | null {
  try {
    return readFileSync(at);
  } catch {
    return null;
  }
}

describe('a damaged file', () => {
  test('that is cut in the middle is read as far as it goes, and not written', async () => {
    const at = copy();
    const { length } = readFileSync(at);
    truncateSync(at, Math.floor((0.8 * length) / 4096) * 4096);
    const store = (await openDamaged(at))!;
    expect(store.refusal).toBeInstanceOf(SqliteDamagedError);
    expect(await countReadable(store)).toBeGreaterThan(BLOCKS / 10);
    const { cid, bytes } = node(9999);
    await expect(store.blocks.put(cid, bytes)).rejects.toThrow(SqliteDamagedError);
    await expect(store.vault.put('kind', 'name', 1)).rejects.toThrow(at);
    await store.close();
  });

  test('that is cut anywhere gives no wrong bytes', async () => {
    const { length } = readFileSync(sound);
    const luck = rngFrom(5);
    for (let i = 0; i < 6 * DEEP; i++) {
      const at = copy();
      truncateSync(at, i === 0 ? 50 : luck(length));
      const store = await openDamaged(at);
      if (store === null) continue;
      await countReadable(store);
      await checkWrite(store, at);
    }
  });

  test('with flipped bytes gives no wrong bytes', async () => {
    const bytes = readFileSync(sound);
    const luck = rngFrom(6);
    for (let i = 0; i < 8 * DEEP; i++) {
      const at = path();
      const flipped = Uint8Array.from(bytes);
      for (let k = 0; k <= luck(20); k++) flipped[luck(bytes.length)]! ^= 1 + luck(255);
      writeFileSync(at, flipped);
      const store = await openDamaged(at);
      if (store === null) continue;
      await countReadable(store);
      await checkWrite(store, at);
    }
  });

  test('with one damaged block refuses that block alone', async () => {
    const at = copy();
    const db = new DatabaseSync(at);
    db.exec("UPDATE blocks SET bytes = x'00' WHERE id = 7");
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    db.close();
    const store = await createSqliteStore(at);
    expect(await countReadable(store)).toBe(BLOCKS - 1);
    // a caller that has the block can bring it back
    for (let n = 0; n < BLOCKS; n++) {
      const { cid, bytes } = node(n, 300);
      await store.blocks.put(cid, bytes);
    }
    expect(await countReadable(store)).toBe(BLOCKS);
    await store.close();
  });
});

/** Writing works, or says why not; what was acknowledged is there afterwards. */
async function checkWrite(store: SqliteStore, at: string): Promise<void> {
  const { cid, bytes } = node(9999, 5000);
  const isKept = await store.blocks.put(cid, bytes).then(
    () => true,
    error => {
      expect(NAMED, String(error)).toContain(error.constructor);
      return false;
    },
  );
  await store.close();
  if (!isKept) return;
  const again = await createSqliteStore(at);
  expect(await again.blocks.get(cid)).toEqual(bytes);
  await again.close();
}

describe('where there is no room', () => {
  test('a write that does not fit stores nothing, and reading still works', async () => {
    const at = path();
    const store = await createSqliteStore(at, { maxBytes: 500_000 });
    const big = Array.from({ length: 100 }, (_, n) => node(n, 10_000));
    const small = node(999);
    // what does not fit spoils nothing of what came with it
    const done = await Promise.allSettled(
      [...big, small].map(({ cid, bytes }) => store.blocks.put(cid, bytes)),
    );
    const kept = done.filter(({ status }) => status === 'fulfilled').length;
    expect(kept).toBeGreaterThan(10);
    expect(kept).toBeLessThan(60);
    for (const [n, { cid }] of [...big, small].entries()) {
      expect(await store.blocks.has(cid)).toBe(done[n]!.status === 'fulfilled');
      if (done[n]!.status === 'rejected')
        expect((done[n] as PromiseRejectedResult).reason).toBeInstanceOf(SqliteFullError);
    }
    expect(store.refusal).toBeNull();
    await store.close();
    const larger = await createSqliteStore(at);
    await larger.blocks.put(big[99]!.cid, big[99]!.bytes);
    await larger.close();
  });

  test('a write that the system refuses is not acknowledged', async () => {
    const at = path();
    const program = fileURLToPath(new URL('../../test/sqlite-filler.ts', import.meta.url));
    // no file may grow beyond 1,000 blocks of 512 bytes, and the system says so by an error instead of a signal
    const script = `trap '' XFSZ; ulimit -f 1000; exec "$0" --conditions=source "$1" "$2"`;
    const { stdout } = spawnSync('sh', ['-c', script, process.execPath, program, at]);
    const [count, name] = String(stdout).trim().split(' ') as [string, string];
    expect(['SqliteIoError', 'SqliteFullError']).toContain(name);
    expect(Number(count)).toBeGreaterThan(10);
    const store = await createSqliteStore(at);
    for (let n = 0; n < Number(count); n++) await store.blocks.get(node(n, 10_000).cid);
    await store.close();
  });
});

describe('a store gives what it has and refuses writes', () => {
  const checkReading = async (store: SqliteStore): Promise<void> => {
    expect(store.refusal).toBeInstanceOf(SqliteReadOnlyError);
    expect(await countReadable(store)).toBe(BLOCKS);
    expect(await store.vault.names('kind')).toHaveLength(20);
    expect((await store.library.find({})).listings).toEqual([]);
    const { cid, bytes } = node(9999);
    await expect(store.blocks.put(cid, bytes)).rejects.toThrow(SqliteReadOnlyError);
    await expect(store.heads.move(cid, null, cid)).rejects.toThrow(SqliteReadOnlyError);
    await expect(store.vault.remove('kind', '0')).rejects.toThrow(SqliteReadOnlyError);
    await store.close();
  };

  test('when it was opened to read', async () => {
    await checkReading(await createSqliteStore(copy(), { readOnly: true }));
  });

  test.each([
    ['file', 0o444, 0o777],
    ['folder', 0o666, 0o555],
    ['file and folder', 0o444, 0o555],
  ])('when the permissions of the %s forbid writing', async (_what, fileMode, folderMode) => {
    const at = join(path(), 'store.sqlite');
    mkdirSync(dirname(at));
    copyFileSync(sound, at);
    chmodSync(at, fileMode);
    chmodSync(dirname(at), folderMode);
    await asNobody(dirname(dirname(at)), async () => {
      await checkReading(await createSqliteStore(at));
    });
    chmodSync(dirname(at), 0o755);
  });
});

/** Permissions do not bind root, so as root the test acts as the user `nobody` meanwhile. */
async function asNobody(folder: string, act: () => Promise<void>): Promise<void> {
  const { getuid, seteuid } = process;
  if (getuid?.() !== 0 || seteuid === undefined) return act();
  chmodSync(folder, 0o755);
  seteuid(65534);
  try {
    await act();
  } finally {
    seteuid(0);
  }
}

test('a closed store refuses every call', async () => {
  const store = await createSqliteStore(copy());
  const { cid, bytes } = node(1, 300);
  const late = node(5000);
  const writing = store.blocks.put(late.cid, late.bytes);
  const finding = store.library.find({});
  await Promise.all([store.close(), store.close()]);
  await writing;
  await finding;
  const calls: (() => Promise<unknown>)[] = [
    () => store.blocks.get(cid),
    () => store.blocks.has(cid),
    () => store.blocks.put(cid, bytes),
    () => store.heads.get(cid),
    () => store.heads.move(cid, null, cid),
    () => store.append([], cid, null, cid),
    () => store.vault.get('kind', 'name'),
    () => store.vault.put('kind', 'name', 1),
    () => store.library.get(cid),
    () => store.library.find({}),
    () => store.library.stats({}),
    () => store.library.remove(cid),
  ];
  for (const call of calls) await expect(call()).rejects.toThrow(SqliteClosedError);
});
