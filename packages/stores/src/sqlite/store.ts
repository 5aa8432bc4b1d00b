/**
 * A store in one SQLite file: blocks, heads, a library, remarks, players and a vault. Another thread writes, so that no sync of the disk holds
 * up this one; what is written at once shares a transaction, and callers are told when it is durable. Single things are
 * read here, which is quicker than asking another thread; searches have a thread of their own.
 */
import { resolve } from 'node:path';
import { type Cid, encodeCid, fail, unwrap } from '@kifu/core';
import type { FindGame } from '@kifu/record';
import { type Unpacked, unpack } from '@kifu/record/pack';
import type {
  Ask,
  BlockStore,
  Heads,
  Library,
  PackStore,
  PlayerStore,
  Vault,
} from '@kifu/record/store';
import type {
  GcOptions,
  GcResult,
  Inventory,
  MatchHead,
  UpkeepOptions,
} from '../library/upkeep.ts';
import type { Thread } from '../sql/ask-thread.ts';
import { NOTHING_PACKED, type PackedCount, type Packer } from '../sql/packer.ts';
import { type BackupOptions, backUp } from './backup.ts';
import { type Batches, createBatches } from './batches.ts';
import { BULK_CACHE_BYTES, BULK_READ_CACHE_BYTES, GATHER } from './bulk.ts';
import { checkFile, type FileChecked } from './check.ts';
import { isReadOnly, namedError, SqliteDamagedError, SqliteReadOnlyError } from './errors.ts';
import { forget } from './forget.ts';
import { collectGarbage, shrink } from './gc.ts';
import { type ImportMarks, importMarks } from './import-marks.ts';
import { sqliteLibrary } from './library.ts';
import type { OpenOptions } from './open.ts';
import { createPackedInFile, type PackedInFile } from './packed.ts';
import { createFilePacker, isLoose } from './packer.ts';
import { createReader, type Reader } from './reader.ts';
import { createReads, type Reads } from './reads.ts';
import type { Started } from './roles.ts';
import { createRows, type FileRows, readHead } from './rows-of-file.ts';
import { createSearches, type Searches } from './searches.ts';
import {
  sqliteAppend,
  sqliteBlocks,
  sqliteHeads,
  sqliteKeepPack,
  sqlitePlayers,
  sqliteRemarks,
  sqliteVault,
} from './stores.ts';
import { startThread } from './thread.ts';
import type { WriterOptions } from './writer.ts';

/** Everything that a server or a peer keeps, in one file. */
export interface SqliteStore extends Required<Inventory>, PackStore {
  readonly blocks: BlockStore;
  readonly heads: Heads;
  readonly library: Library;
  readonly vault: Vault;
  readonly players: PlayerStore;
  /** How far each file was imported. */
  readonly imports: ImportMarks;
  /** At most so many matches in the order of their ids, from one on: a caller that has the beginning of an id finds the rest. */
  matches(from: Cid, limit: number): Promise<readonly Cid[]>;
  /**
   * Checks everything: the file as SQLite sees it, every block, pack and secret, all remarks, every match from its head to its header by the rules of
   * its game, every listing. What is wrong is in `troubles`.
   */
  check(findGame: FindGame, options?: UpkeepOptions): Promise<FileChecked>;
  /** Removes blocks that no head, listing or branch leads to, while others go on writing, and gives free room back to the file system. */
  gc(options?: GcOptions): Promise<GcResult>;
  /** Gives free room back to the file system: what is left where much was removed, or was in the file for a while. */
  shrink(ask?: Ask): Promise<void>;
  /** Makes a copy of the file as it is now, while others go on writing. It appears when it is whole. */
  backup(path: string, options?: BackupOptions): Promise<void>;
  /** Packs every match that has ended, at once; nothing where the file keeps blocks. Without being asked it happens in the background. */
  pack(options?: UpkeepOptions): Promise<PackedCount>;
  /**
   * All nodes of a match that is packed: played by its rules and hashed, up to the head that the match has. Null where the match is not packed,
   * or its pack is not whole; then its nodes are read one by one, which says what is wrong.
   */
  unpack(match: Cid): Promise<Unpacked | null>;
  /** Writes what waits at once, where the store was opened to write in bulk; `isLast` says that nothing more is coming. */
  flush(isLast?: boolean): void;
  /** Whether matches that have ended stay as they are: in this file, for good and for everybody who opens it. */
  readonly keepsBlocks: boolean;
  /** Says so, or takes it back; says whether that is new. Nothing that is packed is unpacked. */
  keepBlocks(isKept: boolean, ask?: Ask): Promise<boolean>;
  /** Forgets a match with all that it is found by and all that was said about it, and says whether it was there; `gc` then finds that its blocks are in no use. */
  forget(match: Cid, ask?: Ask): Promise<boolean>;
  /** Why nothing can be written; null where it can. What can be read can be read in any case. */
  readonly refusal: Error | null;
  /** Waits for what is being written, and closes the file. */
  close(): Promise<void>;
}

/** How a store is opened. */
export interface SqliteOptions {
  /** How large the file may grow; as large as the disk unless told. */
  readonly maxBytes?: number;
  /** How long to wait for another process that is writing, in milliseconds; 10,000 unless told. */
  readonly timeoutMs?: number;
  /** Opens the file to read only. */
  readonly readOnly?: boolean;
  /** Writes and searches in the caller's own thread: ready at once, for programs that would only wait for the others. */
  readonly isHere?: boolean;
  /** Finds the rules of games. With it, matches that have ended are kept packed; without, packed matches cannot be read. */
  readonly findGame?: FindGame;
  /** Leaves matches that have ended as they are, as long as it is open; `keepBlocks()` says so for good. */
  readonly keepBlocks?: boolean;
  /** How much of packed matches is kept unpacked in memory, in bytes; 32 MiB unless told. */
  readonly cacheBytes?: number;
  /** How much of the file each connection keeps in memory, in bytes; 64 MiB unless told. A store has one to read, one to write, and one for each kind of search. */
  readonly pageCacheBytes?: number;
  /** Gathers what is written for large transactions, each write up to ten seconds: for imports, which wait for no single write. */
  readonly isBulk?: boolean;
  /** How many blocks are kept out of the index: for tests. */
  readonly tailLength?: number;
}

const TIMEOUT_MS = 10_000;
const CACHE_BYTES = 2 ** 25;
/** Reading waits only for processes that open or close the file at the same moment, and blocks this thread meanwhile. */
const READ_TIMEOUT_MS = 500;

/**
 * Opens a store, or makes a new file that only its owner may read. Several processes may have the file open. A file that
 * cannot be written is opened to be read: `refusal` says why.
 */
export async function createSqliteStore(
  path: string,
  {
    readOnly = false,
    timeoutMs = TIMEOUT_MS,
    cacheBytes = CACHE_BYTES,
    findGame,
    keepBlocks = false,
    ...more
  }: SqliteOptions = {},
): Promise<SqliteStore> {
  // whole, so that `:memory:` and the like are files as well
  const file = resolve(path);
  const { isBulk = false } = more;
  const options = { ...more, ...(isBulk && { pageCacheBytes: BULK_READ_CACHE_BYTES }), timeoutMs };
  const { thread, refusal } = readOnly
    ? { thread: null, refusal: new SqliteReadOnlyError(file) }
    : await startWriting(file, {
        ...options,
        ...(isBulk && { pageCacheBytes: BULK_CACHE_BYTES }),
      });
  const isUnwritable = refusal !== null;
  try {
    const reader = createReader(file, {
      ...options,
      timeoutMs: Math.min(timeoutMs, READ_TIMEOUT_MS),
      isUnwritable,
    });
    const rows = createRows(reader);
    const reads = createReads(reader);
    const batches = createBatches(file, thread, refusal, isBulk ? GATHER : null);
    return assemble({
      options: { ...options, isUnwritable },
      thread,
      reader,
      rows,
      reads,
      packed: createPackedInFile(file, rows, findGame, cacheBytes),
      batches,
      searches: createSearches(file, { ...options, isUnwritable }),
      cacheBytes,
      findGame: findGame ?? NO_GAMES,
      packWith: keepBlocks || isUnwritable ? undefined : findGame,
    });
  } catch (cause) {
    await thread?.end();
    throw cause;
  }
}

const NO_GAMES: FindGame = async name =>
  fail('unknown-game', `the store was opened without the rules of ${name}`);

/** The thread that writes, or why there is none. */
async function startWriting(
  path: string,
  options: OpenOptions & WriterOptions,
): Promise<{ readonly thread: Thread | null; readonly refusal: Error | null }> {
  const { thread, started } = await startThread({ role: 'write', path, options });
  return started === null
    ? { thread, refusal: null }
    : { thread: null, refusal: why(path, started) };
}

/** Why a file can only be read; throws where it cannot be opened at all. */
function why(path: string, started: NonNullable<Started>): Error {
  if (started.isCut) return new SqliteDamagedError(path, started.message);
  const error = namedError(path, started);
  if (isReadOnly(started)) return new SqliteReadOnlyError(path, { cause: error });
  if (error instanceof SqliteDamagedError) return error;
  throw error;
}

interface StoreParts {
  readonly options: OpenOptions;
  readonly thread: Thread | null;
  readonly reader: Reader;
  readonly rows: FileRows;
  readonly reads: Reads;
  readonly packed: PackedInFile;
  readonly batches: Batches;
  readonly searches: Searches;
  readonly cacheBytes: number;
  readonly findGame: FindGame;
  /** Undefined where nothing is to be packed. */
  readonly packWith: FindGame | undefined;
}

function assemble(parts: StoreParts): SqliteStore {
  const { options, reader, rows, reads, packed, batches, searches, packWith, cacheBytes } = parts;
  const { path } = reader;
  const blocks = sqliteBlocks(reads, batches, packed);
  const packer = packWith && createFilePacker({ path, rows, blocks, batches, findGame: packWith });
  const moved = (match: Uint8Array, head: Uint8Array, bytes: Uint8Array | null) =>
    packer?.offer(match, head, bytes);
  const append = sqliteAppend(batches, moved);
  const nodesToKeep = async (pack: Uint8Array) =>
    packer === undefined || isLoose(rows) ? unwrap(await unpack(parts.findGame, pack)).nodes : null;
  const vault = sqliteVault(reads, batches);
  let closing: Promise<void> | undefined;
  const store: SqliteStore = {
    blocks,
    heads: sqliteHeads(reads, batches, moved),
    append,
    keepPack: sqliteKeepPack(batches, append, nodesToKeep),
    vault,
    imports: importMarks(vault),
    remarks: sqliteRemarks(reads, batches),
    players: sqlitePlayers(reads, batches),
    library: sqliteLibrary(reads, batches, searches),
    matches: async (from, limit) => reads.matches(encodeCid(from), limit),
    eachHead: ask => eachHead(rows, ask),
    async unpack(match) {
      const row = rows.head(encodeCid(match));
      const bytes = row === null ? null : (rows.pack(row.id)?.bytes ?? null);
      if (row === null || bytes === null) return null;
      const unpacked = await unpack(parts.findGame, bytes);
      return unpacked.ok && Buffer.compare(encodeCid(unpacked.value.head), row.head) === 0
        ? unpacked.value
        : null;
    },
    flush: isLast => batches.flush(isLast),
    forget: async (match, ask) => {
      ask?.signal?.throwIfAborted();
      return forget({ rows, packed, batches }, encodeCid(match), ask?.signal);
    },
    async check(findGame, asked) {
      reader.checkOpen();
      // with these rules packs can be opened, even if the store was opened without any
      const opening = createPackedInFile(path, rows, findGame, cacheBytes);
      const checked = { ...store, blocks: sqliteBlocks(reads, batches, opening) };
      const all = { path, options, store: checked, reads, rows };
      return checkFile(all, findGame, asked);
    },
    async gc(asked) {
      return collectGarbage({ path, store, reads, rows, packed, batches }, asked);
    },
    async shrink(ask) {
      ask?.signal?.throwIfAborted();
      await shrink(batches, ask?.signal);
    },
    async backup(to, asked) {
      reader.checkOpen();
      return backUp(path, to, options, asked);
    },
    async pack(asked) {
      reader.checkOpen();
      if (batches.refusal !== null) throw batches.refusal;
      return (isLoose(rows) ? undefined : packer?.packAll(asked)) ?? NOTHING_PACKED;
    },
    get keepsBlocks() {
      return isLoose(rows);
    },
    async keepBlocks(isKept, ask) {
      ask?.signal?.throwIfAborted();
      return batches.write({ do: 'loose', isLoose: isKept }, ask?.signal);
    },
    get refusal() {
      return batches.refusal;
    },
    close() {
      closing ??= close(parts, packer);
      return closing;
    },
  };
  return store;
}

/** A row that cannot be read is passed over here; a check tells of it. */
async function* eachHead(rows: FileRows, ask: Ask = {}): AsyncGenerator<MatchHead> {
  for (let page = rows.heads(0); page.length > 0; page = rows.heads(page.at(-1)!.id))
    for (const row of page) {
      ask.signal?.throwIfAborted();
      const head = readHead(row);
      if (head !== null) yield head;
    }
}

async function close(
  { thread, reader, batches, searches }: StoreParts,
  packer?: Packer,
): Promise<void> {
  await packer?.close();
  await Promise.all([batches.close(), searches.close()]);
  // the writer comes last: the last connection to close tidies up the log, which only a writer can
  reader.close();
  await thread?.end();
}
