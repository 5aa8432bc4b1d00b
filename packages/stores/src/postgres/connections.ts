/** Connections to a database: a few to write, some to read. They are opened on demand, and again after a failure. */
import type pg from 'pg';
import { isPassing, namedError, PostgresClosedError } from './errors.ts';

/** How to connect. */
export interface ConnectionOptions {
  readonly url: string;
  /** Where the tables are. */
  readonly schema: string;
  /** How many connections are open to read at the same time. */
  readonly connections: number;
  /** How long to wait for a connection, and for an answer. */
  readonly timeoutMs: number;
}

/** The library that speaks to the server. It is loaded when a store is opened: it is optional. */
export type Driver = typeof pg;

/** A statement that is sent by name and kept by the server. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
  /** Rows as lists instead of objects. */
  readonly rowMode?: 'array';
}

/** What runs a statement and gives its rows. */
export type Run = <Row>(statement: Statement) => Promise<Row[]>;

/** Connections to one database. Everything throws the errors of the store. */
export interface Connections {
  /** For messages: who, where, which database. Never a password. */
  readonly where: string;
  /** The name of a schema or a channel as it stands in a statement. */
  quote(name: string): string;
  /** One statement that only reads. */
  read: Run;
  /** Several at one moment of the database. */
  readAtOnce<T>(look: (run: Run) => Promise<T>): Promise<T>;
  /** One statement that is durable when it resolves. */
  write: Run;
  /** Several that are done all or not at all, and durable when it resolves. Tried again where others were in the way. */
  transact<T>(work: (run: Run) => Promise<T>): Promise<T>;
  /** Dedicated connection. */
  connect(): Promise<pg.Client>;
  close(): Promise<void>;
}

/** Appends, vault, remarks and library each have one under way. */
const WRITERS = 4;
const TRIES = 10;
/** How long a process that stalls in the middle of a transaction can block the others. */
const STANDING_MS = 5000;
const INT8 = 20;
const NUMERIC = 1700;

/** Numbers of 64 bits come as numbers: ours fit into 53 bits, and positions are never read as numbers. */
const typesOf = ({ types: { getTypeParser } }: Driver): pg.CustomTypesConfig => ({
  getTypeParser: ((id: number, format?: 'text') =>
    id === INT8 || id === NUMERIC ? Number : getTypeParser(id, format)) as typeof getTypeParser,
});

/** Connects to a database when something is asked of it. */
export function createConnections(driver: Driver, options: ConnectionOptions): Connections {
  const { url, connections, timeoutMs } = options;
  const base = {
    connectionString: url,
    types: typesOf(driver),
    connectionTimeoutMillis: timeoutMs,
    // the server gives up first, so that a timeout means that nothing was stored
    statement_timeout: timeoutMs,
    query_timeout: timeoutMs + 1000,
    keepAlive: true,
    allowExitOnIdle: true,
    application_name: 'kifu',
  };
  const where = describe(driver, url);
  const path = `SET search_path = ${driver.escapeIdentifier(options.schema)}`;
  const reading = pool(driver, { ...base, max: connections }, `${path}; SET jit = off`);
  const writing = pool(
    driver,
    { ...base, max: WRITERS, idle_in_transaction_session_timeout: STANDING_MS },
    `${path}; ${SET_WRITING}`,
  );
  let isClosed = false;

  const named = async <T>(work: () => Promise<T>): Promise<T> => {
    if (isClosed) throw new PostgresClosedError(where);
    try {
      return await work();
    } catch (error) {
      throw namedError(where, error);
    }
  };

  return {
    where,
    quote: name => driver.escapeIdentifier(name),
    read: statement => named(() => runIn(reading)(statement)),
    readAtOnce: look =>
      named(() => inTransaction(reading, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', look)),
    write: statement => named(() => again(() => runIn(writing)(statement))),
    transact: work => named(() => again(() => inTransaction(writing, 'BEGIN', work))),
    connect: () =>
      named(async () => {
        const { statement_timeout: _, query_timeout: __, ...rest } = base;
        const client = new driver.Client(rest);
        // the caller listens to `end`
        client.on('error', () => {});
        try {
          await client.connect();
          await client.query(path);
          return client;
        } catch (cause) {
          client.end().catch(() => {});
          throw cause;
        }
      }),
    async close() {
      if (isClosed) return;
      isClosed = true;
      await Promise.all([reading.end(), writing.end()]);
    },
  };
}

/**
 * Durable even if the database is configured otherwise. Prepared statements are planned while the tables may still be
 * small: by index is right at any size.
 */
const SET_WRITING = `
  SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off';
  SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off`;

function pool({ Pool }: Driver, config: pg.PoolConfig, setUp: string): pg.Pool {
  const made = new Pool({
    ...config,
    onConnect: async client => {
      // a query in progress fails when the connection ends
      client.on('error', () => {});
      await client.query(setUp);
    },
  });
  // an idle connection was cut: the pool drops it
  made.on('error', () => {});
  return made;
}

const runIn =
  (client: pg.Pool | pg.ClientBase): Run =>
  async <Row>(statement: Statement) =>
    (await client.query(statement as pg.QueryConfig)).rows as Row[];

async function inTransaction<T>(
  from: pg.Pool,
  begin: string,
  work: (run: Run) => Promise<T>,
): Promise<T> {
  const client = await from.connect();
  let isGood = false;
  try {
    await client.query(begin);
    const done = await work(runIn(client));
    await client.query('COMMIT');
    isGood = true;
    return done;
  } catch (error) {
    isGood = await client.query('ROLLBACK').then(
      () => true,
      () => false,
    );
    throw error;
  } finally {
    client.release(!isGood);
  }
}

/** What others were in the way of was not done at all. */
async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await work();
    } catch (error) {
      if (!isPassing(error) || tries === TRIES) throw error;
    }
}

/** `postgres://kifu@host:5432/kifu` without what is secret in it. */
function describe({ Client }: Driver, url: string): string {
  const { user, host, port, database } = new Client({ connectionString: url });
  return `postgres://${user ?? ''}@${host}${host.startsWith('/') ? '' : `:${port}`}/${database ?? ''}`;
}
