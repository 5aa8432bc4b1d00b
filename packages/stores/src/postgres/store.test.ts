/** A store in a PostgreSQL database keeps all contracts. */
import {
  appendContract,
  blockStoreContract,
  busContract,
  headsContract,
  leasesContract,
  libraryContract,
  type MakeStore,
  playerStoreContract,
  remarkStoreContract,
  vaultContract,
} from '@kifu/record/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command, isLeftOut, newSchema, usePostgres } from '../../test/databases.ts';
import { createPostgresStore, type PostgresStore } from './index.ts';

const TABLES =
  'blocks, heads, vault, remarks, players, handles, matches, names, seats, positions, traces, words, leases, owners, packs'.split(
    ', ',
  );

describe.skipIf(isLeftOut)('PostgreSQL', () => {
  const server = usePostgres();
  const schema = newSchema();
  let store: PostgresStore;
  beforeAll(async () => {
    store = await createPostgresStore(server().url(), { schema });
  });
  afterAll(() => store?.close());

  const run = (text: string) => command(server(), `SET search_path = "${schema}"; ${text}`);
  const empty = async () => {
    await run(`TRUNCATE ${TABLES}`);
  };
  /** A part of the store, which is emptied after each check. */
  const part =
    <T>(pick: (store: PostgresStore) => T): MakeStore<T> =>
    async () => ({ store: pick(store), close: empty });

  describe('blocks', () => {
    for (const [name, check] of blockStoreContract(part(({ blocks }) => blocks))) test(name, check);
  });
  describe('heads', () => {
    for (const [name, check] of headsContract(part(({ heads }) => heads))) test(name, check);
  });
  describe('append', () => {
    for (const [name, check] of appendContract(part(all => all))) test(name, check);
  });
  describe('vault', () => {
    for (const [name, check] of vaultContract(part(({ vault }) => vault))) test(name, check);
  });
  describe('remarks', () => {
    const contract = remarkStoreContract(part(({ remarks }) => remarks));
    for (const [name, check] of contract) test(name, check);
  });
  describe('players', () => {
    const contract = playerStoreContract(part(({ players }) => players));
    for (const [name, check] of contract) test(name, check);
  });
  describe('library', () => {
    const contract = libraryContract(part(({ library }) => library));
    for (const [name, check] of contract) test(name, check);
  });
  describe('leases', () => {
    const pass = async (ms: number) => {
      const past = `${ms} * interval '1 ms'`;
      await run(`UPDATE leases SET until = until - ${past};
        UPDATE owners SET seen = seen - ${past}, until = until - ${past}`);
    };
    const make = async () => ({ store, close: empty, pass });
    for (const [name, check] of leasesContract(make)) test(name, check);
  });

  describe('bus', () => {
    const contract = busContract(part(({ bus }) => bus));
    for (const [name, check] of contract) test(name, check);
  });

  test('has no other tables than those of the schema', async () => {
    const rows = await run(
      `SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = '"${schema}"'::regnamespace`,
    );
    const names = (rows as unknown as { relname: string }[]).map(({ relname }) => relname);
    expect(names.sort()).toEqual([...TABLES, 'marks'].sort());
  });
});
