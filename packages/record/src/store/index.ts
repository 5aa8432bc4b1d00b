/** The ports of stores and libraries, and the open match that is kept in them. */
export * from './library.ts';
export {
  beginMatch,
  keepRecord,
  loadMatch,
  loadNodes,
  type MatchOptions,
  type MatchStores,
  type OpenMatch,
  openMatch,
} from './match.ts';
export { memoryVault } from './memory-vault.ts';
export * from './ports.ts';
