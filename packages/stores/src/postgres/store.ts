/**
 * A store in a PostgreSQL database: blocks, heads, a library, annotations, players, a vault and leases, which several processes share.
 * Writes of a process at the same time share a transaction, and return once it is durable.
 */
import { type Cid, encodeCid } from '@kifu/core';
import type { FindGame } from '@kifu/record';
import type {
  Ask,
  Bus,
  Library,
  PlayerStore,
  SharedStores,
  Vault,
  WatchedHeads,
} from '@kifu/record/store';
import type {
  GcOptions,
  GcResult,
  Inventory,
  StoreChecked,
  UpkeepOptions,
} from '../library/upkeep.ts';
import { packNodesBy } from '../sql/pack-ended.ts';
import { createPackThread } from '../sql/pack-thread.ts';
import { NOTHING_PACKED, type PackedCount } from '../sql/packer.ts';
import { createRemarks, postgresRemarks } from './annotations.ts';
import { createAppends } from './appends.ts';
import { checkStore } from './check.ts';
import {
  type ConnectionOptions,
  type Connections,
  createConnections,
  type Driver,
} from './connections.ts';
import { PostgresMissingError, PostgresOpenError } from './errors.ts';
import { collectGarbage } from './gc.ts';
import { postgresLeases } from './leases.ts';
import { postgresLibrary } from './library.ts';
import { createLookup } from './lookup.ts';
import { createDatabasePacker, postgresPacked } from './packs.ts';
import { postgresPlayers } from './players.ts';
import { eachHead } from './rows.ts';
import { type OpenedSchema, openSchema } from './schema.ts';
import { postgresAppend, postgresBlocks, postgresHeads, postgresVault } from './stores.ts';
import { createLister } from './summary-writer.ts';
import { createSecrets } from './vault.ts';
import { createWatching } from './watch.ts';

/** Everything that several servers keep together. */
export interface PostgresStore extends SharedStores, Inventory {
  readonly append: SharedStores['append'];
  readonly heads: WatchedHeads;
  readonly library: Library;
  readonly vault: Vault;
  /** What processes tell each other by: notices of the server. */
  readonly bus: Bus;
  readonly players: PlayerStore;
  /**
   * Checks everything: every block and secret, all remarks, every match from its head to its header by the rules of its game, every listing. What is wrong
   * is in `problems`.
   */
  check(findGame: FindGame, options?: UpkeepOptions): Promise<StoreChecked>;
  /** Deletes blocks that no head, summary or branch references, while others write. */
  gc(options?: GcOptions): Promise<GcResult>;
  /** Packs all that has ended, at once: for when it is quiet. */
  pack(options?: UpkeepOptions): Promise<PackedCount>;
  /** Forgets a match with all that it is found by, and says whether it was there. Blocks of it that are not packed are waste then, which `gc` removes. */
  forget(match: Cid, ask?: Ask): Promise<boolean>;
  /** Waits for what is being written, and closes all connections. */
  close(): Promise<void>;
}

/** How a store is opened. */
export interface PostgresOptions {
  /** Schema of the tables (default: `kifu`). It is created if missing. */
  readonly schema?: string;
  /** How many connections may read (default: 8). There are up to 4 more to write, and one to watch heads. */
  readonly connections?: number;
  /** The rules of games: without them packed matches cannot be read, and nothing is packed. */
  readonly findGame?: FindGame;
  /** Module that knows the games (its `loadKit`): with it, a separate thread packs, and live matches do not wait. */
  readonly gamesModule?: string;
  /** Whether ended matches stay unpacked; by default, they are packed in the background. */
  readonly keepBlocks?: boolean;
  /** How many bytes of recently opened packed matches are cached (default: 16 MiB). */
  readonly cacheBytes?: number;
  /** Whether the server notifies of moved heads (default: yes). Without it `heads.watch` never fires. */
  readonly tellsHeads?: boolean;
  /** How long to wait for a connection, and for an answer, in milliseconds (default: 30,000). */
  readonly timeoutMs?: number;
}

const SCHEMA = 'kifu';
const CONNECTIONS = 8;
const TIMEOUT_MS = 30_000;
const CACHE_BYTES = 16 * 2 ** 20;

/** Opens a store by the URL of a database, `postgres://user:password@host:port/database`, and makes its tables where there are none. */
export async function createPostgresStore(
  url: string,
  options: PostgresOptions = {},
): Promise<PostgresStore> {
  const { schema = SCHEMA, connections: count = CONNECTIONS, timeoutMs = TIMEOUT_MS } = options;
  const driver = await loadDriver();
  const connections = connect(driver, { url, schema, connections: count, timeoutMs });
  try {
    const opened = await openSchema(connections, schema);
    return assemble(connections, opened, options);
  } catch (cause) {
    await connections.close();
    throw cause;
  }
}

const FORGET = `
WITH gone AS (DELETE FROM heads WHERE match = $1 RETURNING id),
unpacked AS (DELETE FROM packs WHERE id IN (SELECT id FROM gone))
SELECT id FROM gone`;

async function loadDriver(): Promise<Driver> {
  try {
    return (await import('pg')).default;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND')
      throw new PostgresMissingError({ cause });
    throw cause;
  }
}

function connect(driver: Driver, options: ConnectionOptions): Connections {
  try {
    return createConnections(driver, options);
  } catch {
    // what is wrong with it is not said: a password may be in it
    throw new PostgresOpenError('the database', 'the URL is invalid');
  }
}

function assemble(
  connections: Connections,
  opened: OpenedSchema,
  options: PostgresOptions,
): PostgresStore {
  const { tellsHeads = true, findGame, keepBlocks = false, cacheBytes = CACHE_BYTES } = options;
  const appends = createAppends(connections, tellsHeads ? opened.channel : null);
  const secrets = createSecrets(connections);
  const lister = createLister(connections);
  const remarks = createRemarks(connections);
  const watching = createWatching(connections, opened);
  const blocksWith = (rules: FindGame | undefined) =>
    postgresBlocks(connections, blockOf, appends, postgresPacked(connections, rules, cacheBytes));
  const blockOf = createLookup(connections, 'blocks', ['cid', 'bytes']);
  const headOf = createLookup(connections, 'heads', ['match', 'head']);
  const blocks = blocksWith(findGame);
  const { gamesModule } = options;
  const thread = keepBlocks || gamesModule === undefined ? null : createPackThread(gamesModule);
  const packNodes = thread?.packNodes ?? (findGame && packNodesBy(findGame));
  const packer =
    keepBlocks || packNodes === undefined
      ? null
      : createDatabasePacker({ connections, blocks, packNodes, isHere: thread === null });
  const append = postgresAppend(appends, (match, head, bytes) => packer?.offer(match, head, bytes));
  let closing: Promise<void> | undefined;
  const close = async () => {
    await packer?.close();
    await thread?.close();
    const writers = [appends, secrets, lister, remarks];
    await Promise.all([...writers, watching].map(one => one.close()));
    await connections.close();
  };
  const store: PostgresStore = {
    blocks,
    heads: postgresHeads(connections, headOf, append, watching.watch),
    append,
    leases: postgresLeases(connections),
    bus: watching.bus,
    vault: postgresVault(connections, secrets),
    library: postgresLibrary(connections, lister),
    remarks: postgresRemarks(connections, remarks),
    players: postgresPlayers(connections),
    eachHead: ask => eachHead(connections, ask),
    // with these rules packs can be opened, even if the store was opened without any
    check: (rules, options) =>
      checkStore({ connections, store: { ...store, blocks: blocksWith(rules) } }, rules, options),
    pack: async options => (await packer?.packAll(options)) ?? NOTHING_PACKED,
    async forget(match, ask) {
      ask?.signal?.throwIfAborted();
      const rows = await connections.write({ text: FORGET, values: [encodeCid(match)] });
      await store.library.remove(match, ask);
      await store.remarks.remove(match, ask);
      return rows.length > 0;
    },
    gc: options => collectGarbage({ connections, store }, options),
    close() {
      closing ??= close();
      return closing;
    },
  };
  return store;
}
