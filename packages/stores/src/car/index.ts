/** CAR files: blocks one after another after a header with the roots. Matches are recorded into them; `@kifu/record/car` reads and writes them as bytes. */
export {
  CarClosedError,
  CarFileError,
  CarFullError,
  CarLockedError,
  CarMatchError,
} from './errors.ts';
export { type CarOptions, type CarStore, createCarStore } from './store.ts';
