/** Maintenance of any store: check its records, rebuild its index, find the blocks in use. */
export {
  loadMergedNames,
  type MergedNames,
  mergeNames,
  splitNames,
  withMergedNames,
} from './names.ts';
export { type Rebuilt, rebuild } from './rebuild.ts';
export type {
  Checked,
  FindKit,
  GcOptions,
  GcResult,
  Inventory,
  MatchHead,
  Progress,
  StoreProblem,
  UpkeepOptions,
} from './upkeep.ts';
