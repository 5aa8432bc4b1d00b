/** A store in an SQLite file keeps all contracts. */
import {
  appendContract,
  blockStoreContract,
  headsContract,
  libraryContract,
  vaultContract,
} from '@kifu/record/contracts';
import { describe, test } from 'vitest';
import { tempPaths } from '../../test/files.ts';
import { createSqliteStore, type SqliteOptions, type SqliteStore } from './index.ts';

const path = tempPaths('.sqlite');

const make = async (options?: SqliteOptions): Promise<SqliteStore> =>
  createSqliteStore(path(), options);
const part =
  <T>(pick: (store: SqliteStore) => T, options?: SqliteOptions) =>
  async () => {
    const store = await make(options);
    return { store: pick(store), close: () => store.close() };
  };

describe('blocks', () => {
  for (const [name, check] of blockStoreContract(part(({ blocks }) => blocks))) test(name, check);
});
describe('blocks, swept into the index all the time', () => {
  const swept = part(({ blocks }) => blocks, { tailLength: 1 });
  for (const [name, check] of blockStoreContract(swept)) test(name, check);
});
describe('heads', () => {
  for (const [name, check] of headsContract(part(({ heads }) => heads))) test(name, check);
});
describe('append', () => {
  for (const [name, check] of appendContract(part(store => store))) test(name, check);
});
describe('vault', () => {
  for (const [name, check] of vaultContract(part(({ vault }) => vault))) test(name, check);
});
describe('library', () => {
  for (const [name, check] of libraryContract(part(({ library }) => library))) test(name, check);
});
