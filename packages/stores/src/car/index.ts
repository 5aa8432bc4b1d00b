/** CAR files: blocks one after another behind a header that names the roots. Read, written, and recorded into. */
export {
  CarClosedError,
  CarFileError,
  CarFullError,
  CarLockedError,
  CarMatchError,
} from './errors.ts';
export { type Car, type CarBlock, type CarLimits, readCar } from './read.ts';
export { type CarOptions, type CarStore, createCarStore } from './store.ts';
export { writeCar } from './write.ts';
