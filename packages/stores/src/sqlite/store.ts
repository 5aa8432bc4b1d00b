/**
 * A store in one SQLite file: blocks, heads, a library, annotations, players and a vault. Another thread writes, so that no sync of the disk delays
 * this one; writes at the same time share a transaction, and return once it is durable. Single items are
 * read here, which is faster than asking another thread; searches have a separate thread.
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

/** A match that was unpacked, and its pack as it is stored. */
interface StoredPack extends Unpacked {
  readonly pack: Uint8Array;
}

/** All stores of a server or a peer, in one file. */
export interface SqliteStore extends Required<Inventory>, PackStore {
  readonly blocks: BlockStore;
  readonly heads: Heads;
  readonly library: Library;
  readonly vault: Vault;
  readonly players: PlayerStore;
  /** How far each file was imported. */
  readonly imports: ImportMarks;
  /** Lists matches in the order of their ids, from one of them and up to a limit: a caller with a prefix of an id finds the rest. */
  matches(from: Cid, limit: number): Promise<readonly Cid[]>;
  /**
   * Checks everything: the file as SQLite sees it, every block, pack and secret, all annotations, every match from its head to its header by the rules of
   * its game, every index entry. The problems are in `problems`.
   */
  check(findGame: FindGame, options?: UpkeepOptions): Promise<FileChecked>;
  /** Deletes blocks that no head, summary or branch references, while others write, and returns free space to the file system. */
  gc(options?: GcOptions): Promise<GcResult>;
  /** Returns free space to the file system: after many deletions, or from before. */
  shrink(ask?: Ask): Promise<void>;
  /** Copies the file as it is now, while others write. The copy appears when it is complete. */
  backup(path: string, options?: BackupOptions): Promise<void>;
  /** Packs every ended match at once; nothing if the file keeps blocks. Otherwise this happens in the background. */
  pack(options?: UpkeepOptions): Promise<PackedCount>;
  /**
   * All nodes of a match that is packed: played by its rules and hashed, up to the head that the match has. Null where the match is not packed,
   * or its pack is not whole; then its nodes are read one by one, which says what is wrong.
   */
  unpack(match: Cid): Promise<StoredPack | null>;
  /** Writes what waits at once, where the store was opened to write in bulk; `isLast` says that nothing more is coming. */
  flush(isLast?: boolean): void;
  /** Whether ended matches stay unpacked: in this file, permanently and for everyone who opens it. */
  readonly keepsBlocks: boolean;
  /** Says so, or takes it back; says whether that is new. Nothing that is packed is unpacked. */
  keepBlocks(isKept: boolean, ask?: Ask): Promise<boolean>;
  /** Forgets a match with all that it is found by and all that was said about it, and says whether it was there; `gc` then finds that its blocks are in no use. */
  forget(match: Cid, ask?: Ask): Promise<boolean>;
  /** Why nothing can be written; null if it can. Reading may still work. */
  readonly refusal: Error | null;
  /** Waits for what is being written, and closes the file. */
  close(): Promise<void>;
}

/** How a store is opened. */
export interface SqliteOptions {
  /** How large the file may grow (default: as large as the disk). */
  readonly maxBytes?: number;
  /** How long to wait for another process that is writing, in milliseconds (default: 10,000). */
  readonly timeoutMs?: number;
  /** Opens the file to read only. */
  readonly readOnly?: boolean;
  /** Writes and searches in the caller's own thread: ready at once, for programs that would only wait for the others. */
  readonly isHere?: boolean;
  /** Finds the rules of games. With it, ended matches are stored packed; without, packed matches cannot be read. */
  readonly findGame?: FindGame;
  /** Leaves ended matches unpacked while it is open; `keepBlocks()` does so permanently. */
  readonly keepBlocks?: boolean;
  /** How many bytes of packed matches are cached unpacked (default: 32 MiB). */
  readonly cacheBytes?: number;
  /** How many bytes of the file each connection caches (default: 64 MiB). A store has one to read, one to write, and one for each kind of search. */
  readonly pageCacheBytes?: number;
  /** Gathers what is written for large transactions, each write up to ten seconds: for imports, which wait for no single write. */
  readonly isBulk?: boolean;
  /** How many blocks stay out of the index; for tests. */
  readonly tailLength?: number;
}

const TIMEOUT_MS = 10_000;
const CACHE_BYTES = 2 ** 25;
/** Reading waits only for processes that open or close the file at the same moment, and blocks this thread meanwhile. */
const READ_TIMEOUT_MS = 500;

/**
 * Opens a store, or creates a file that only its owner can read. Several processes may have the file open. A file that
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
  fail('unknown-game', `the store was opened without the game ${name}`);

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

/** Returns why a file can only be read; throws if it cannot be opened at all. */
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
  /** Undefined if nothing is to be packed. */
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
    library: sqliteLibrary(reader.path, reads, batches, searches),
    matches: async (from, limit) => reads.matches(encodeCid(from), limit),
    eachHead: ask => eachHead(rows, ask),
    async unpack(match) {
      const row = rows.head(encodeCid(match));
      const bytes = row === null ? null : (rows.pack(row.id)?.bytes ?? null);
      if (row === null || bytes === null) return null;
      const unpacked = await unpack(parts.findGame, bytes);
      return unpacked.ok && Buffer.compare(encodeCid(unpacked.value.head), row.head) === 0
        ? { ...unpacked.value, pack: bytes }
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

/** A row that cannot be read is skipped here; a check reports it. */
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
