/** Records as files have them, in any form: found in bytes, and opened by the rules of their games. */
export { allDialects, CAR_LIMITS, findRecords, type Source } from './find.ts';
export { type Games, type Opened, openSource } from './open.ts';
export { isWhole, type WholeForm, type Writable, writeAs, writeWhole } from './write.ts';
