/** The ports of stores and libraries, and the open match that is stored in them. */
export * from './explore.ts';
export {
  type ComparedColumn,
  comparedBy,
  ecoPrefix,
  FILTER_NAMES,
  FILTERS,
  type Filter,
  type FilterName,
  type FilterValue,
  filterOf,
  hasStart,
  type Kind,
  parseFilters,
  type Query,
  type Searched,
  secondOf,
  testOf,
} from './filters.ts';
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
export { memoryLibrary } from './memory-library.ts';
export { memoryVault } from './memory-vault.ts';
export * from './ports.ts';
export { formatPageEnd, limitOf, parsePageEnd, sortOf, startOf } from './query.ts';
export * from './tally.ts';
export {
  foldName,
  hasTag,
  hasWords,
  splitTag,
  tagWords,
  wordsOf,
} from './tokenize.ts';
