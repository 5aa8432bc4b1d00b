/** Stores in memory: for tests, for tools, and for data that need not outlive the process. */
export { memoryLibrary, memoryVault } from '@kifu/record/store';
export { memoryRemarks } from './annotations.ts';
export { memoryBlocks } from './blocks.ts';
export { memoryHeads } from './heads.ts';
export { memoryStores } from './leases.ts';
export { memoryPlayers } from './players.ts';
