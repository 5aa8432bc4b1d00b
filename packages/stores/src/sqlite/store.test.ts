/** A store in an SQLite file keeps all contracts. */
import { DatabaseSync } from 'node:sqlite';
import {
  appendContract,
  blockStoreContract,
  headsContract,
  libraryContract,
  type MakeStore,
  playerStoreContract,
  remarkStoreContract,
  vaultContract,
} from '@kifu/record/contracts';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { tempPaths } from '../../test/files.ts';
import { createSqliteStore, type SqliteOptions, type SqliteStore } from './index.ts';

const path = tempPaths('.sqlite');

/** A part of a new store for each check. */
const part =
  <T>(pick: (store: SqliteStore) => T, options?: SqliteOptions): MakeStore<T> =>
  async () => {
    const store = await createSqliteStore(path(), options);
    return { store: pick(store), close: () => store.close() };
  };

describe('blocks', () => {
  for (const [name, check] of blockStoreContract(part(({ blocks }) => blocks))) test(name, check);
});
describe('blocks that are swept into the index at once', () => {
  const swept = part(({ blocks }) => blocks, { tailLength: 1 });
  for (const [name, check] of blockStoreContract(swept)) test(name, check);
});
describe.each([
  ['by threads', false],
  ['without threads', true],
])('append %s', (_, isHere) => {
  const contract = appendContract(part(store => store, { isHere }));
  for (const [name, check] of contract) test(name, check);
});

describe.each([
  ['by threads', false],
  ['without threads', true],
])('in one file, which is emptied after each check, %s', (_, isHere) => {
  const at = path();
  let store: SqliteStore;
  beforeAll(async () => {
    store = await createSqliteStore(at, { isHere });
  });
  afterAll(() => store.close());

  const shared =
    <T>(pick: (store: SqliteStore) => T): MakeStore<T> =>
    async () => ({ store: pick(store), close: async () => empty(at) });

  describe('heads', () => {
    for (const [name, check] of headsContract(shared(({ heads }) => heads))) test(name, check);
  });
  describe('vault', () => {
    for (const [name, check] of vaultContract(shared(({ vault }) => vault))) test(name, check);
  });
  describe('remarks', () => {
    const contract = remarkStoreContract(shared(({ remarks }) => remarks));
    for (const [name, check] of contract) test(name, check);
  });
  describe('players', () => {
    const contract = playerStoreContract(shared(({ players }) => players));
    for (const [name, check] of contract) test(name, check);
  });
  describe('library', () => {
    const contract = libraryContract(shared(({ library }) => library));
    for (const [name, check] of contract) test(name, check);
  });
});

const TABLES = [
  'heads',
  'vault',
  'remarks',
  'players',
  'handles',
  'matches',
  'names',
  'seats',
  'traces',
  'runs',
  'leaves',
];

function empty(at: string): void {
  const db = new DatabaseSync(at, { timeout: 1000 });
  for (const table of TABLES) db.exec(`DELETE FROM ${table}`);
  for (const index of ['words', 'name_parts'])
    db.exec(`INSERT INTO ${index} (${index}) VALUES ('delete-all')`);
  db.close();
}
