/** A store in a PostgreSQL database, for servers of several processes. */
export type { StoreChecked } from '../library/upkeep.ts';
export type { PackedCount } from '../sql/packer.ts';
export {
  PostgresAccessError,
  PostgresBusyError,
  PostgresClosedError,
  PostgresConnectionError,
  PostgresDamagedError,
  PostgresFullError,
  PostgresMissingError,
  PostgresOpenError,
  PostgresPackedError,
  PostgresReadOnlyError,
  PostgresRefusedError,
} from './errors.ts';
export { createPostgresStore, type PostgresOptions, type PostgresStore } from './store.ts';
