/** CAR files as bytes: blocks one after another behind a header that names the roots. Read and written. */
export { encodeHeader } from './header.ts';
export {
  type Car,
  type CarBlock,
  type CarLimits,
  LIMITS,
  MAX_CID_BYTES,
  MIN_CID_BYTES,
  readCar,
  readSection,
  scanCar,
} from './read.ts';
export { CUT, readVarint, varintLength, writeVarint } from './varint.ts';
export { sectionLength, writeCar, writeSection } from './write.ts';
