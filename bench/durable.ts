/**
 * How fast entries become durable: many matches at once, each entry on disk before the next. The peer is what servers usually do: PostgreSQL, a
 * row and a commit a move. By the wall clock, because the disk does the work; and by the CPU time of this process and of the server together, since
 * nothing else that runs on the machine changes that.
 */
import { type Cid, cidOf, encodeCid } from '@kifu/core';
import type { Stores } from '@kifu/record/store';
import pg from 'pg';
import { type Figure, figuresOf, sumOf, takeTurns } from './measure.ts';
import { type Postgres, serverCpuMs } from './postgres.ts';

const ROUND_MS = 2500;
const ROUNDS = 5;
/** Matches in flight. */
const MATCHES = 64;
const CONNECTIONS = 32;
/** Of an entry in the record of a signed match. */
const NODE_BYTES = 98;

/** Appends one entry to a match; resolves when it is durable. */
type Append = (match: Match, n: number, cid: Cid, bytes: Uint8Array) => Promise<void>;

interface Match {
  readonly id: Cid;
  head: Cid | null;
}

/** Somewhere to append to. */
interface Appender {
  readonly append: Append;
  close(): Promise<void>;
}

/** A store that can append, and is closed when it was measured. */
interface Measured extends Required<Stores> {
  close(): Promise<void>;
}

/** A store of ours and the peer in turn, in a new table; without the peer where there is no PostgreSQL. */
export async function compareDurable(
  store: Measured,
  postgres: Postgres | null,
  figure: string,
): Promise<Figure[]> {
  const peers = postgres && {
    'row-per-move': await rowPerMove(postgres, figure.replaceAll('-', '_')),
  };
  const sides: [string, Appender][] = Object.entries({ ours: inStore(store), ...peers });
  const { ours, ...theirs } = await takeTurns(
    figure,
    ROUNDS,
    Object.fromEntries(sides.map(([name, { append }]) => [name, () => rate(append, postgres)])),
  );
  for (const [, side] of sides) await side.close();
  return (
    [
      ['', 'entries/s', 'perSecond'],
      ['-cpu', 'entries/CPU s', 'perCpuSecond'],
    ] as const
  ).flatMap(([suffix, unit, by]) =>
    figuresOf(
      figure + suffix,
      unit,
      ours!.map(rates => rates[by]),
      Object.fromEntries(
        Object.entries(theirs).map(([name, all]) => [name, all.map(rates => rates[by])]),
      ),
    ),
  );
}

/** Appends for a while: entries by the clock, and by the CPU time of this process, its threads and the server. */
async function rate(append: Append, postgres: Postgres | null) {
  const [start, before] = [performance.now(), cpuMs(postgres)];
  const counts = await Promise.all(
    Array.from({ length: MATCHES }, async () => {
      const header = node();
      const match: Match = { id: header.cid, head: null };
      let n = 0;
      for (let next = header; performance.now() - start < ROUND_MS; next = node())
        await append(match, n++, next.cid, next.bytes);
      return n;
    }),
  );
  const entries = 1000 * sumOf(counts);
  return {
    perSecond: entries / (performance.now() - start),
    perCpuSecond: entries / (cpuMs(postgres) - before),
  };
}

function cpuMs(postgres: Postgres | null): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + ((postgres && serverCpuMs(postgres)) ?? 0);
}

let made = 0;
/** An entry like no other. */
function node(): { readonly cid: Cid; readonly bytes: Uint8Array } {
  const bytes = new Uint8Array(NODE_BYTES);
  new DataView(bytes.buffer).setFloat64(0, ++made);
  return { cid: cidOf('dag-cbor', bytes), bytes };
}

const inStore = (store: Measured): Appender => ({
  async append(match, _n, cid, bytes) {
    if (!(await store.append([{ cid, bytes }], match.id, match.head, cid)))
      throw new Error('somebody else moved the head');
    match.head = cid;
  },
  close: () => store.close(),
});

/** Settings are those that PostgreSQL comes with: every commit is synced. */
async function rowPerMove({ host }: Postgres, table: string): Promise<Appender> {
  const pool = new pg.Pool({ host, user: 'postgres', database: 'postgres', max: CONNECTIONS });
  // it says that it has ended before all connections have
  pool.on('error', () => {});
  await pool.query(
    `CREATE TABLE ${table} (match bytea, n integer, cid bytea, bytes bytea, PRIMARY KEY (match, n))`,
  );
  const text = `INSERT INTO ${table} VALUES ($1, $2, $3, $4)`;
  return {
    async append(match, n, cid, bytes) {
      const values = [encodeCid(match.id), n, encodeCid(cid), bytes];
      await pool.query({ name: 'insert', text, values });
    },
    close: () => pool.end(),
  };
}
