/** A database that cannot be opened, is cut off, kept busy or damaged: what that is called, and that it works again afterwards. */
import { BlockCorruptError, LeaseLostError } from '@kifu/record/store';
import { describe, expect, test } from 'vitest';
import { node } from '../../test/blocks.ts';
import { command, isLeftOut, newSchema, QUICK, usePostgres } from '../../test/databases.ts';
import { manyListing } from '../../test/many-listings.ts';
import { createProxy } from '../../test/proxy.ts';
import {
  createPostgresStore,
  PostgresAccessError,
  PostgresBusyError,
  PostgresClosedError,
  PostgresConnectionError,
  PostgresDamagedError,
  PostgresOpenError,
  PostgresReadOnlyError,
  PostgresRefusedError,
  type PostgresStore,
} from './index.ts';

const PASSWORD = 'not to be shown';

/** Something of everything that a store does. */
const CALLS: { readonly [name: string]: (store: PostgresStore) => Promise<unknown> } = {
  get: ({ blocks }) => blocks.get(node(1).cid),
  has: ({ blocks }) => blocks.has(node(1).cid),
  put: ({ blocks }) => blocks.put(node(2).cid, node(2).bytes),
  head: ({ heads }) => heads.get(node(1).cid),
  move: ({ heads }) => heads.move(node(1).cid, node(1).cid, node(1).cid),
  append: ({ append }) => append([node(3)], node(1).cid, node(1).cid, node(1).cid),
  async watch({ heads }) {
    const stopping = new AbortController();
    await heads.watch(null, () => {}, { signal: stopping.signal });
    stopping.abort();
  },
  secret: ({ vault }) => vault.get('kind', 'name'),
  keep: ({ vault }) => vault.put('kind', 'name', 1),
  remove: ({ vault }) => vault.remove('kind', 'other'),
  names: ({ vault }) => vault.names('kind'),
  list: ({ library }) => library.list(manyListing(1, 10)),
  listing: ({ library }) => library.get(manyListing(1, 10).match),
  find: ({ library }) => library.find({ player: 'a' }),
  stats: ({ library }) => library.stats({}),
  hide: ({ library }) => library.hide(manyListing(1, 10).match, false),
  forget: ({ library }) => library.remove(manyListing(2, 10).match),
  take: ({ leases }) => leases.take(node(1).cid, 'ann', 1000),
  renew: ({ leases }) => leases.renew(node(1).cid, 1, 1000),
  release: ({ leases }) => leases.release(node(1).cid, 1),
};
const READING = ['get', 'has', 'head', 'secret', 'names', 'listing', 'find', 'stats'];

/** Retries a call that was cut, or that failed temporarily. */
async function steady<T>(
  ask: () => Promise<T>,
  passing: readonly (new (...args: never[]) => Error)[] = [PostgresConnectionError],
): Promise<T> {
  for (;;)
    try {
      return await ask();
    } catch (error) {
      if (!passing.some(one => error instanceof one)) throw error;
    }
}

/** So that every call has something to find. */
async function fill(store: PostgresStore): Promise<void> {
  await store.append([node(1)], node(1).cid, null, node(1).cid);
  await store.vault.put('kind', 'name', 0);
  await store.library.list(manyListing(1, 10));
}

describe.skipIf(isLeftOut)('what is wrong with a database', () => {
  const server = usePostgres({ ...QUICK, withPassword: ['locked'] });
  const run = (text: string, database?: string) => command(server(), text, database);

  describe('opening refuses', () => {
    const refusal = async (url: string, schema = newSchema(), options = {}): Promise<Error> => {
      const store = createPostgresStore(url, { schema, ...options });
      const error = await store.then(
        () => new Error('it opens'),
        (cause: Error) => cause,
      );
      expect(error.message).not.toContain(PASSWORD);
      return error;
    };

    test('a wrong password, or none', async () => {
      await run(`CREATE ROLE locked LOGIN PASSWORD 'another'`);
      for (const password of [PASSWORD, undefined]) {
        const error = await refusal(server().url('postgres', 'locked', password));
        expect(error).toBeInstanceOf(PostgresOpenError);
        expect(error.message).toMatch(/^cannot open postgres:\/\/locked@.*: /);
      }
    });

    test('an unknown role, an unknown database', async () => {
      expect(await refusal(server().url('postgres', 'nobody'))).toBeInstanceOf(PostgresOpenError);
      const error = await refusal(server().url('nowhere'));
      expect(error).toBeInstanceOf(PostgresOpenError);
      expect(error.message).toContain('the database does not exist');
    });

    test('an address at which no server listens', async () => {
      // a name may be looked up for long
      for (const url of [
        `postgres://me:${PASSWORD}@127.0.0.1:1/x`,
        'postgres://me@/x?host=/nowhere',
        'postgres://me@no.such.host.invalid/x',
      ])
        expect(await refusal(url, undefined, { timeoutMs: 5000 })).toBeInstanceOf(
          PostgresConnectionError,
        );
    });

    test('a text that is not a URL', async () => {
      for (const url of [`postgres://me:${PASSWORD}@[x`, `postgres://me:${PASSWORD}@h:port/x`])
        expect((await refusal(url)).name).toMatch(/^Postgres(Open|Connection)Error$/);
    });

    test.each<[string, number, string]>([
      ['a newer version', 99, 'newer version'],
      [
        'an older development version',
        5,
        'an older development version wrote it; export it with that version, then import it here',
      ],
    ])('tables of %s, which stay as they are', async (_name, version, why) => {
      const schema = newSchema();
      await (await createPostgresStore(server().url(), { schema })).close();
      await run(`UPDATE "${schema}".marks SET value = ${version} WHERE name = 'schema'`);
      const error = await refusal(server().url(), schema);
      expect(error).toBeInstanceOf(PostgresOpenError);
      expect(error.message).toContain(why);
      const mark = `SELECT value FROM "${schema}".marks WHERE name = 'schema'`;
      expect(await run(mark)).toEqual([{ value: String(version) }]);
    });

    test.each(['matches', 'marks', 'anything'])('a table %s of another program', async table => {
      const schema = newSchema();
      const columns = table === 'marks' ? 'name text, value bigint' : 'x integer';
      await run(`CREATE SCHEMA "${schema}"; CREATE TABLE "${schema}".${table} (${columns})`);
      const error = await refusal(server().url(), schema);
      expect(error).toBeInstanceOf(PostgresOpenError);
      expect(error.message).toContain('another program');
    });

    test('a database of another encoding', async () => {
      await run(
        `CREATE DATABASE latin ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0`,
      );
      const error = await refusal(server().url('latin'));
      expect(error).toBeInstanceOf(PostgresOpenError);
      expect(error.message).toContain('LATIN1');
    });

    test('a role that may not make tables', async () => {
      await run('CREATE ROLE guest LOGIN');
      const error = await refusal(server().url('postgres', 'guest'));
      expect(error).toBeInstanceOf(PostgresAccessError);
    });
  });

  test('a plain role that owns its database needs nothing else', async () => {
    await run('CREATE ROLE owner LOGIN');
    await run('CREATE DATABASE owned OWNER owner');
    const store = await createPostgresStore(server().url('owned', 'owner'));
    await fill(store);
    for (const call of Object.values(CALLS)) await call(store);
    const tables = await run(`SELECT tableowner FROM pg_tables WHERE schemaname = 'kifu'`, 'owned');
    expect(new Set(tables.map(({ tableowner }) => tableowner))).toEqual(new Set(['owner']));
    await store.close();
  });

  test('many stores that are opened at once make the tables once', async () => {
    const schema = newSchema();
    const stores = await Promise.all(
      Array.from({ length: 5 }, () => createPostgresStore(server().url(), { schema })),
    );
    for (const store of stores) expect(await store.blocks.has(node(1).cid)).toBe(false);
    await Promise.all(stores.map(store => store.close()));
  });

  test('reads, and refuses writes, as a role that may only read and on a server that is read-only', async () => {
    const schema = newSchema();
    const store = await createPostgresStore(server().url(), { schema });
    await fill(store);
    await store.close();
    await run(`CREATE ROLE reader LOGIN; GRANT USAGE ON SCHEMA "${schema}" TO reader;
      GRANT SELECT ON ALL TABLES IN SCHEMA "${schema}" TO reader;
      CREATE ROLE standby LOGIN SUPERUSER; ALTER ROLE standby SET default_transaction_read_only = on`);
    for (const [role, error] of [
      ['reader', PostgresAccessError],
      ['standby', PostgresReadOnlyError],
    ] as const) {
      const reading = await createPostgresStore(server().url('postgres', role), { schema });
      for (const [name, call] of Object.entries(CALLS))
        if (READING.includes(name)) await call(reading);
        else if (!['watch', 'hide', 'forget'].includes(name))
          await expect(call(reading), name).rejects.toThrow(error);
      await reading.close();
    }
  });

  describe('connections', () => {
    test.each(['question', 'answer'] as const)(
      'cut at the %s fail a call, and the next one succeeds',
      async when => {
        const proxy = await createProxy(server());
        const store = await createPostgresStore(proxy.url(), { schema: newSchema() });
        await fill(store);
        for (const [name, call] of Object.entries(CALLS)) {
          proxy.cutAt(when);
          await expect(call(store), name).rejects.toThrow(PostgresConnectionError);
          proxy.cutAt(null);
          await call(store);
        }
        await store.close();
        await proxy.close();
      },
    );

    test('callers do not notice that an idle connection was cut', async () => {
      const proxy = await createProxy(server());
      const store = await createPostgresStore(proxy.url(), { schema: newSchema() });
      await fill(store);
      await proxy.end();
      for (const call of Object.values(CALLS)) await call(store);
      await store.close();
      await proxy.close();
    });

    test('when connections are cut, confirmed blocks are there, and a head is where it was or where it was to be', async () => {
      const proxy = await createProxy(server());
      const schema = newSchema();
      const store = await createPostgresStore(proxy.url(), { schema });
      const match = node(0);
      await store.append([match], match.cid, null, match.cid);
      let last = match;
      const kept: ReturnType<typeof node>[] = [];
      for (let n = 1; n < 60; n++) {
        const next = node(1000 + n);
        const puts = Array.from({ length: 5 }, (_, i) => node(2000 + 10 * n + i)).map(one =>
          store.blocks.put(one.cid, one.bytes).then(() => kept.push(one)),
        );
        const appending = store.append([next], match.cid, last.cid, next.cid);
        if (n % 3 === 0) proxy.cutAt(n % 2 === 0 ? 'question' : 'answer');
        if (n % 5 === 0) setImmediate(() => proxy.cut());
        const all = await Promise.allSettled([appending, ...puts]);
        proxy.cutAt(null);
        for (const one of all)
          if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(PostgresConnectionError);
        const head = await steady(() => store.heads.get(match.cid));
        if (all[0]!.status === 'fulfilled') expect(head).toEqual(next.cid);
        expect([last.cid, next.cid]).toContainEqual(head);
        if (head!.digest[0] === next.cid.digest[0] && head!.digest[1] === next.cid.digest[1])
          last = next;
        await steady(() => store.blocks.get(head!));
      }
      expect(kept.length).toBeGreaterThan(50);
      for (const { cid, bytes } of kept) expect(await store.blocks.get(cid)).toEqual(bytes);
      await store.close();
      await proxy.close();
    });

    test('calls are refused while the server is gone, and succeed when it is back', async () => {
      const store = await createPostgresStore(server().url(), { schema: newSchema() });
      await fill(store);
      await server().crash('immediate');
      for (const [name, call] of Object.entries(CALLS))
        await expect(call(store), name).rejects.toThrow(PostgresConnectionError);
      await server().restart();
      for (const call of Object.values(CALLS)) await call(store);
      await store.close();
    });
  });

  test('gives up after the time-out when another client has locked a table', async () => {
    const schema = newSchema();
    const patient = await createPostgresStore(server().url(), { schema });
    await fill(patient);
    await patient.close();
    // a busy machine may take longer than that for anything
    const inTime = <T>(ask: () => Promise<T>): Promise<T> =>
      steady(ask, [PostgresConnectionError, PostgresBusyError]);
    const options = { schema, timeoutMs: 300 };
    const store = await inTime(() => createPostgresStore(server().url(), options));
    const { default: pg } = await import('pg');
    const other = new pg.Client({ connectionString: server().url() });
    await other.connect();
    await other.query(`BEGIN; LOCK TABLE "${schema}".heads, "${schema}".matches`);
    for (const name of ['head', 'append', 'list', 'find'])
      await expect(
        steady(() => CALLS[name]!(store)),
        name,
      ).rejects.toThrow(PostgresBusyError);
    // unrelated work continues
    await inTime(() => store.vault.put('kind', 'name', 2));
    await other.query('ROLLBACK');
    await other.end();
    for (const call of Object.values(CALLS)) await inTime(() => call(store));
    await store.close();
  });

  test('rows that were changed in the database are refused as damaged', async () => {
    const schema = newSchema();
    const store = await createPostgresStore(server().url(), { schema });
    await fill(store);
    await run(`SET search_path = "${schema}";
      UPDATE heads SET head = '\\x00'; UPDATE blocks SET bytes = '\\x00';
      UPDATE vault SET value = '1'; UPDATE matches SET players = 'nobody'`);
    await expect(CALLS.get!(store)).rejects.toThrow(BlockCorruptError);
    // a block that is put again is mended
    await store.blocks.put(node(1).cid, node(1).bytes);
    expect(await CALLS.get!(store)).toEqual(node(1).bytes);
    for (const name of ['head', 'secret', 'listing', 'find'])
      await expect(CALLS[name]!(store), name).rejects.toThrow(PostgresDamagedError);
    await run(`DROP TABLE "${schema}".heads`);
    await expect(CALLS.append!(store)).rejects.toThrow(PostgresDamagedError);
    await expect(CALLS.head!(store)).rejects.toThrow('a table is missing');
    await store.close();
  });

  test('a value that is refused does not fail those that are written with it', async () => {
    const store = await createPostgresStore(server().url(), { schema: newSchema() });
    const long = Array.from({ length: 9000 }, (_, i) => (i * 7919).toString(36)).join('');
    const puts = ['a', long, 'b'].map(name => store.vault.put('kind', name, name.length));
    const [a, refused, b] = await Promise.allSettled(puts);
    expect([a!.status, refused!.status, b!.status]).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect((refused as PromiseRejectedResult).reason).toBeInstanceOf(PostgresRefusedError);
    expect(await store.vault.names('kind')).toEqual(['a', 'b']);
    for (const fence of [0.5, Number.NaN, 2 ** 60])
      await expect(
        store.append([node(1)], node(1).cid, null, node(1).cid, { fence }),
      ).rejects.toThrow(LeaseLostError);
    await store.close();
  });

  test('a closed store finishes what was asked before, and refuses every call', async () => {
    const store = await createPostgresStore(server().url(), { schema: newSchema() });
    const putting = store.blocks.put(node(9).cid, node(9).bytes);
    const closing = Promise.all([store.close(), store.close()]);
    // what was asked for before is done
    await putting;
    await closing;
    for (const [name, call] of Object.entries(CALLS))
      await expect(call(store), name).rejects.toThrow(PostgresClosedError);
  });
});
