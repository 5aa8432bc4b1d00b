/**
 * What stores promise, as suites that any store runs: each check makes its own empty store, and throws if a promise
 * is broken.
 *
 *     for (const [name, check] of blockStoreContract(make)) test(name, check);
 */

export { remarkStoreContract } from './annotations.ts';
export { type AppendingStores, appendContract } from './append.ts';
export type { MadeStore, MakeStore, StoreCheck } from './assert.ts';
export { blockStoreContract } from './blocks.ts';
export { busContract } from './bus.ts';
export { type HeadsOptions, headsContract, type MadeHeads } from './heads.ts';
export { leasesContract, type MadeShared } from './leases.ts';
export { libraryContract } from './library.ts';
export { playerStoreContract } from './players.ts';
export { vaultContract } from './vault.ts';
