/**
 * A store in one SQLite file: blocks, heads, a library and a vault. Another thread writes, so that no sync of the disk holds
 * up this one; whatever is written at once shares a transaction, and nobody is told before it is durable. Single things are
 * read here, which is quicker than asking another thread; searches have a thread of their own.
 */
import { resolve } from 'node:path';
import { type Cid, encodeCid } from '@kifu/core';
import type { BlockStore, Heads, Library, Stores, Vault } from '@kifu/record';
import { type Batches, createBatches } from './batches.ts';
import { isReadOnly, namedError, SqliteDamagedError, SqliteReadOnlyError } from './errors.ts';
import { sqliteLibrary } from './library.ts';
import { createReads, type Reads } from './reads.ts';
import { createSearches, type Searches } from './searches.ts';
import { sqliteAppend, sqliteBlocks, sqliteHeads, sqliteVault } from './stores.ts';
import { startThread, type Thread } from './thread.ts';
import type { Started } from './worker.ts';

/** Everything that a server or a peer keeps, in one file. */
export interface SqliteStore extends Required<Stores> {
  readonly blocks: BlockStore;
  readonly heads: Heads;
  readonly library: Library;
  readonly vault: Vault;
  /** At most so many matches in the order of their ids, from one on: whoever has the beginning of an id finds the rest. */
  matches(from: Cid, limit: number): Promise<readonly Cid[]>;
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
  /** How many blocks are kept out of the index: for tests. */
  readonly tailLength?: number;
}

const TIMEOUT_MS = 10_000;
/** Reading waits for nobody but those who open or close the file at the same moment, and the thread waits with it. */
const READ_TIMEOUT_MS = 500;

/**
 * Opens a store, or makes a new file that only its owner may read. Several processes may have the file open. A file that
 * cannot be written is opened to be read: `refusal` says why.
 */
export async function createSqliteStore(
  path: string,
  { readOnly = false, timeoutMs = TIMEOUT_MS, ...more }: SqliteOptions = {},
): Promise<SqliteStore> {
  // whole, so that `:memory:` and the like are files as well
  const file = resolve(path);
  const options = { ...more, timeoutMs };
  const { thread, refusal } = readOnly
    ? { thread: null, refusal: new SqliteReadOnlyError(file) }
    : await startWriting(file, options);
  const isUnwritable = refusal !== null;
  try {
    const reads = createReads(file, {
      timeoutMs: Math.min(timeoutMs, READ_TIMEOUT_MS),
      isUnwritable,
    });
    const batches = createBatches(file, thread, refusal);
    const searches = createSearches(file, { ...options, isUnwritable });
    return assemble({ thread, reads, batches, searches });
  } catch (cause) {
    await thread?.end();
    throw cause;
  }
}

/** The thread that writes, or why there is none. */
async function startWriting(
  path: string,
  options: SqliteOptions & { readonly timeoutMs: number },
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

interface Parts {
  readonly thread: Thread | null;
  readonly reads: Reads;
  readonly batches: Batches;
  readonly searches: Searches;
}

function assemble({ thread, reads, batches, searches }: Parts): SqliteStore {
  let closing: Promise<void> | undefined;
  const close = async () => {
    await Promise.all([batches.close(), searches.close()]);
    // the one who writes comes last: whoever closes the file last tidies up
    reads.close();
    await thread?.end();
  };
  return {
    blocks: sqliteBlocks(reads, batches),
    heads: sqliteHeads(reads, batches),
    append: sqliteAppend(batches),
    vault: sqliteVault(reads, batches),
    library: sqliteLibrary(reads, batches, searches),
    matches: async (from, limit) => reads.matches(encodeCid(from), limit),
    get refusal() {
      return batches.refusal;
    },
    close() {
      closing ??= close();
      return closing;
    },
  };
}
