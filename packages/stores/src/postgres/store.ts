/**
 * A store in a PostgreSQL database: blocks, heads, a library, a vault and leases, which several processes share. Whatever a process writes at
 * once shares a transaction, and nobody is told before it is durable.
 */
import type { Library, SharedStores, Vault, WatchedHeads } from '@kifu/record';
import { createAppends } from './appends.ts';
import { type Connections, createConnections } from './connections.ts';
import { PostgresOpenError } from './errors.ts';
import { postgresLeases } from './leases.ts';
import { postgresLibrary } from './library.ts';
import { createLister } from './lister.ts';
import { openSchema } from './schema.ts';
import { postgresAppend, postgresBlocks, postgresHeads, postgresVault } from './stores.ts';
import { createSecrets } from './vault.ts';
import { createWatching } from './watch.ts';

/** Everything that several servers keep together. */
export interface PostgresStore extends SharedStores {
  readonly heads: WatchedHeads;
  readonly library: Library;
  readonly vault: Vault;
  /** Waits for what is being written, and closes all connections. */
  close(): Promise<void>;
}

/** How a store is opened. */
export interface PostgresOptions {
  /** The schema that the tables are in; `kifu` unless told. It is made where it is missing. */
  readonly schema?: string;
  /** How many connections may be open to read; 8 unless told. There are up to 4 more to write, and one to watch heads. */
  readonly connections?: number;
  /** How long to wait for a connection, and for an answer, in milliseconds; 30,000 unless told. */
  readonly timeoutMs?: number;
}

const SCHEMA = 'kifu';
const CONNECTIONS = 8;
const TIMEOUT_MS = 30_000;

/** Opens a store by the URL of a database, `postgres://user:password@host:port/database`, and makes its tables where there are none. */
export async function createPostgresStore(
  url: string,
  options: PostgresOptions = {},
): Promise<PostgresStore> {
  const { schema = SCHEMA, connections: count = CONNECTIONS, timeoutMs = TIMEOUT_MS } = options;
  const connections = connect({ url, schema, connections: count, timeoutMs });
  try {
    const { channel } = await openSchema(connections, schema);
    return assemble(connections, channel);
  } catch (cause) {
    await connections.close();
    throw cause;
  }
}

function connect(options: Parameters<typeof createConnections>[0]): Connections {
  try {
    return createConnections(options);
  } catch {
    // what is wrong with it is not said: a password may be in it
    throw new PostgresOpenError('the database', 'its URL cannot be read');
  }
}

function assemble(connections: Connections, channel: string): PostgresStore {
  const appends = createAppends(connections, channel);
  const secrets = createSecrets(connections);
  const lister = createLister(connections);
  const watching = createWatching(connections, channel);
  const append = postgresAppend(appends);
  let closing: Promise<void> | undefined;
  const close = async () => {
    await Promise.all([appends.close(), secrets.close(), lister.close(), watching.close()]);
    await connections.close();
  };
  return {
    blocks: postgresBlocks(connections, appends),
    heads: postgresHeads(connections, append, watching.watch),
    append,
    leases: postgresLeases(connections),
    vault: postgresVault(connections, secrets),
    library: postgresLibrary(connections, lister),
    close() {
      closing ??= close();
      return closing;
    },
  };
}
