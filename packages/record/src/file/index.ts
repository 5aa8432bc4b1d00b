/** Records in files of all formats: found in bytes, and opened by the rules of their games. */
export { CAR_LIMITS } from './car-source.ts';
export {
  allFormats,
  expectHead,
  findFormat,
  findRecords,
  isCar,
  isJson,
  type NodeSource,
  type RecordSource,
} from './find.ts';
export {
  findGameIn,
  type Games,
  type MakeReaders,
  type OpenedSource,
  openSource,
  type ReadArchive,
} from './open.ts';
export { type VerifiedSource, verifySource } from './verify.ts';
export {
  type FormatInfo,
  formsOf,
  isWhole,
  type WholeForm,
  type Writable,
  writeAs,
  writeWhole,
} from './write.ts';
