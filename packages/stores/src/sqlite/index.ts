/** A store in one SQLite file, made by Node's own SQLite: nothing to install, nothing to start. */

export type { PackedCount } from '../sql/packer.ts';
export type { BackupOptions } from './backup.ts';
export type { FileChecked } from './check.ts';
export {
  SqliteBusyError,
  SqliteClosedError,
  SqliteDamagedError,
  SqliteFileError,
  SqliteFullError,
  SqliteIoError,
  SqliteLostError,
  SqlitePackedError,
  SqliteReadOnlyError,
} from './errors.ts';
export { type SalvageResult, salvage } from './salvage.ts';
export { createSqliteStore, type SqliteOptions, type SqliteStore } from './store.ts';
