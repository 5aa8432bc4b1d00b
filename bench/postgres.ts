/** The PostgreSQL server that stores are compared with: the one that tests start. */
export { type Postgres, startPostgres } from '../packages/stores/test/postgres-server.ts';
