/** A store in one SQLite file, made by Node's own SQLite: nothing to install, nothing to start. */
export {
  SqliteBusyError,
  SqliteClosedError,
  SqliteDamagedError,
  SqliteFileError,
  SqliteFullError,
  SqliteIoError,
  SqliteReadOnlyError,
} from './errors.ts';
export { createSqliteStore, type SqliteOptions, type SqliteStore } from './store.ts';
