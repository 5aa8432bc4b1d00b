/** Opens the file: to write, to read, and to read where this process may not write. */
import { closeSync, existsSync, openSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { OLDER_VERSION } from '../sql/older-version.ts';
import { ForeignFileError, isBusy, serializeError } from './errors.ts';
import { APPLICATION_ID, createTables, numberOf, VERSION, versionOf } from './schema.ts';

/** How a file is opened. */
export interface OpenOptions {
  /** How large the file may grow. */
  readonly maxBytes?: number | undefined;
  /** How long to wait for other processes, in milliseconds. */
  readonly timeoutMs: number;
  /** The file is there to be read only. */
  readonly isUnwritable?: boolean;
  /** Whether it is written and searched without threads. */
  readonly isHere?: boolean;
  /** How much of the file each connection keeps in memory. */
  readonly pageCacheBytes?: number | undefined;
}

/** Pages were cut off the end of the file. */
export class CutOff extends Error {}

/** A vault is in it. */
const OWNER_ONLY = 0o600;
const PAGE_CACHE_BYTES = 2 ** 26;
/** How many pages the log grows to before it is written back: of 4 KiB, so 16 MiB. */
export const CHECKPOINT_PAGES = 4096;
const LOG_BYTES = 67_108_864;

/** Opens a file to write, or creates a new one with its tables. */
export function openToWrite(path: string, options: OpenOptions): DatabaseSync {
  const { maxBytes, timeoutMs } = options;
  checkFile(path);
  checkOnlyName(path);
  // SQLite would make it for others to read as well
  closeSync(openSync(path, 'a', OWNER_ONLY));
  const db = new DatabaseSync(path, { timeout: timeoutMs });
  try {
    checkOurs(db);
    // before anything is written: free pages can be given back
    db.exec('PRAGMA auto_vacuum = INCREMENTAL');
    enterWal(db, timeoutMs);
    db.exec(`
      PRAGMA synchronous = FULL;
      PRAGMA fullfsync = ON;
      PRAGMA checkpoint_fullfsync = ON;
      PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES};
      PRAGMA journal_size_limit = ${LOG_BYTES};
    `);
    setCache(db, options);
    createTables(db);
    checkWhole(db, path);
    if (maxBytes !== undefined) {
      const pages = Math.floor(maxBytes / numberOf(db, 'PRAGMA page_size'));
      db.exec(`PRAGMA max_page_count = ${Math.max(pages, 1)}`);
    }
    return db;
  } catch (cause) {
    db.close();
    throw cause;
  }
}

/** Opens a file to read, while another connection may write. */
export function openToRead(path: string, options: OpenOptions): DatabaseSync {
  if (options.isUnwritable === true) return openUnwritable(path, options);
  const db = new DatabaseSync(path, { readOnly: true, timeout: options.timeoutMs });
  setCache(db, options);
  return db;
}

/** SQLite takes it in KiB below zero. https://sqlite.org/pragma.html#pragma_cache_size */
const setCache = (db: DatabaseSync, { pageCacheBytes = PAGE_CACHE_BYTES }: OpenOptions): void =>
  db.exec(`PRAGMA cache_size = -${Math.ceil(pageCacheBytes / 1024)}`);

/**
 * Opens a file that this process cannot write. Where not even the helper files of SQLite can be made and there is no log to read, it
 * is taken for one that never changes.
 */
function openUnwritable(path: string, options: OpenOptions): DatabaseSync {
  checkFile(path);
  // not defensive: a defensive connection cannot set `writable_schema`
  const how = { readOnly: true, timeout: options.timeoutMs, defensive: false };
  try {
    return checkReadable(new DatabaseSync(path, how), options);
  } catch (cause) {
    if (cause instanceof ForeignFileError || existsSync(`${path}-wal`)) throw cause;
    const url = new URL(`${pathToFileURL(path)}?immutable=1`);
    return checkReadable(new DatabaseSync(url, how), options);
  }
}

function checkReadable(db: DatabaseSync, options: OpenOptions): DatabaseSync {
  try {
    // else SQLite reads nothing of a file that is shorter than it should be
    db.exec('PRAGMA writable_schema = ON');
    setCache(db, options);
    checkOurs(db);
    if (versionOf(db) === 0) throw new ForeignFileError('the file is empty');
    return db;
  } catch (cause) {
    db.close();
    throw cause;
  }
}

function checkFile(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === false)
    throw new ForeignFileError('not a regular file');
}

/** Refuses hard links: each name would have its own log, and one writer would miss or overwrite what the other wrote. */
function checkOnlyName(path: string): void {
  if ((statSync(path, { throwIfNoEntry: false })?.nlink ?? 1) > 1)
    throw new ForeignFileError('the file has several names (hard links)');
}

/** Before anything is changed. */
function checkOurs(db: DatabaseSync): void {
  const isNew = numberOf(db, 'SELECT count(*) FROM sqlite_schema') === 0;
  if (isNew) return;
  if (numberOf(db, 'PRAGMA application_id') !== APPLICATION_ID)
    throw new ForeignFileError('the file is a database of another program');
  if (versionOf(db) > VERSION)
    throw new ForeignFileError('the file was created by a newer version of this program');
  if (versionOf(db) < VERSION) throw new ForeignFileError(OLDER_VERSION);
}

/** Retries while other processes do the same, since SQLite does not wait then. */
function enterWal(db: DatabaseSync, timeoutMs: number): void {
  const until = Date.now() + timeoutMs;
  for (;;)
    try {
      db.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (cause) {
      if (!isBusy(serializeError(cause)) || Date.now() > until) throw cause;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
}

/**
 * A file that is shorter than it says was cut, unless what is missing is still in the log. Others may write meanwhile: what
 * counts is the length of before the log was written back.
 */
function checkWhole(db: DatabaseSync, path: string): void {
  const before = lengthOf(db);
  if (statSync(path).size >= before) return;
  const { busy, log, checkpointed } = db.prepare('PRAGMA wal_checkpoint(PASSIVE)').get()!;
  if (busy !== 0 || log !== checkpointed) return;
  if (statSync(path).size < Math.min(before, lengthOf(db))) throw new CutOff('its end is missing');
}

const lengthOf = (db: DatabaseSync): number =>
  numberOf(db, 'PRAGMA page_count') * numberOf(db, 'PRAGMA page_size');
