/** A store in a PostgreSQL database, for servers of several processes. */
export {
  PostgresAccessError,
  PostgresBusyError,
  PostgresClosedError,
  PostgresConnectionError,
  PostgresDamagedError,
  PostgresFullError,
  PostgresOpenError,
  PostgresReadOnlyError,
  PostgresRefusedError,
} from './errors.ts';
export { createPostgresStore, type PostgresOptions, type PostgresStore } from './store.ts';
