/** What can be wrong with a database, by name. */

/** The library that speaks to PostgreSQL is not installed: it is optional, because most keep their matches in a file. */
export class PostgresMissingError extends Error {
  override readonly name = 'PostgresMissingError';
  constructor(options?: ErrorOptions) {
    super('PostgreSQL support is not installed; run npm install pg', options);
  }
}

/** Every other error says which database it is about. */
class PostgresError extends Error {
  readonly where: string;
  constructor(where: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.where = where;
  }
}

/** The database cannot be used as a store, and why: no such database, a wrong password, tables of another version. */
export class PostgresOpenError extends PostgresError {
  override readonly name = 'PostgresOpenError';
  constructor(where: string, why: string, options?: ErrorOptions) {
    super(where, `cannot open ${where}: ${why}`, options);
  }
}

/**
 * The server cannot be reached, or the connection was cut. Whether a write that was under way was made is unknown: read again.
 * The next call reconnects.
 */
export class PostgresConnectionError extends PostgresError {
  override readonly name = 'PostgresConnectionError';
  constructor(where: string, options?: ErrorOptions) {
    super(where, `cannot reach ${where}`, options);
  }
}

/** A match is packed and cannot be unpacked: without the rules of its game, or because its pack is damaged. Others can be read. */
export class PostgresPackedError extends PostgresError {
  override readonly name = 'PostgresPackedError';
  /** The row of the pack. */
  readonly pack: number;
  constructor(where: string, pack: number, why: string, options?: ErrorOptions) {
    super(where, `cannot open pack ${pack} in ${where}: ${why}`, options);
    this.pack = pack;
  }
}

/** The role lacks a permission. Nothing was stored. */
export class PostgresAccessError extends PostgresError {
  override readonly name = 'PostgresAccessError';
  constructor(where: string, why: string, options?: ErrorOptions) {
    super(where, `${where} denied access: ${why}`, options);
  }
}

/** The server is a read-only copy, or is set to read-only. Nothing was stored. */
export class PostgresReadOnlyError extends PostgresError {
  override readonly name = 'PostgresReadOnlyError';
  constructor(where: string, options?: ErrorOptions) {
    super(where, `${where} is read-only`, options);
  }
}

/** The server has no space left, on its disk or in its memory. Nothing of the write was stored; reading still works. */
export class PostgresFullError extends PostgresError {
  override readonly name = 'PostgresFullError';
  constructor(where: string, options?: ErrorOptions) {
    super(where, `no space left in ${where}`, options);
  }
}

/** Other processes locked the tables for too long, or it took too long. Nothing of the write was stored; it can be retried. */
export class PostgresBusyError extends PostgresError {
  override readonly name = 'PostgresBusyError';
  constructor(where: string, options?: ErrorOptions) {
    super(where, `${where} is busy`, options);
  }
}

/** Something in the tables is not what was written there. */
export class PostgresDamagedError extends PostgresError {
  override readonly name = 'PostgresDamagedError';
  constructor(where: string, what: string, options?: ErrorOptions) {
    super(where, `${where} is damaged: ${what}`, options);
  }
}

/** The server does not accept a value, such as a name that is too long for an index. Nothing of it was stored. */
export class PostgresRefusedError extends PostgresError {
  override readonly name = 'PostgresRefusedError';
  constructor(where: string, why: string, options?: ErrorOptions) {
    super(where, `${where} refused a value: ${why}`, options);
  }
}

/** The store was closed. */
export class PostgresClosedError extends PostgresError {
  override readonly name = 'PostgresClosedError';
  constructor(where: string, options?: ErrorOptions) {
    super(where, `${where} is closed`, options);
  }
}

/** What PostgreSQL calls it: five letters or digits, the first two a class. https://www.postgresql.org/docs/current/errcodes-appendix.html */
const STATE = /^[0-9A-Z]{5}$/;

/** By code or, where the whole class means the same, by its first two. */
const NAMES: {
  readonly [state: string]: (where: string, cause: Error) => Error;
} = {
  '08': connection,
  '57P01': connection, // ended by an administrator
  '57P02': connection, // after a crash of another process of the server
  '57P03': connection, // starting up
  '57P05': connection, // idle for too long
  '25P03': connection, // idle in a transaction for too long
  '53300': connection, // too many connections
  '28': (where, cause) =>
    new PostgresOpenError(where, `authentication failed: ${cause.message}`, { cause }),
  '3D000': (where, cause) => new PostgresOpenError(where, 'the database does not exist', { cause }),
  '42501': (where, cause) => new PostgresAccessError(where, cause.message, { cause }),
  '42P07': (where, cause) =>
    new PostgresOpenError(where, 'it has tables of another program', { cause }),
  '25006': (where, cause) => new PostgresReadOnlyError(where, { cause }),
  '53': (where, cause) => new PostgresFullError(where, { cause }),
  '40': busy,
  '55': busy,
  '57014': busy, // it took longer than it may
  '42P01': (where, cause) => new PostgresDamagedError(where, 'a table is missing', { cause }),
  '42703': (where, cause) => new PostgresDamagedError(where, 'a column is missing', { cause }),
  '58': (where, cause) => new PostgresDamagedError(where, cause.message, { cause }),
  XX: (where, cause) => new PostgresDamagedError(where, cause.message, { cause }),
};

function connection(where: string, cause: Error): Error {
  return new PostgresConnectionError(where, { cause });
}

function busy(where: string, cause: Error): Error {
  return new PostgresBusyError(where, { cause });
}

/** The code that PostgreSQL gave; null where the error is not its own. */
function stateOf(error: unknown): string | null {
  const { code } = error as { readonly code?: unknown };
  // those of the system are longer, but for EPIPE and EPERM
  return typeof code === 'string' && STATE.test(code) && !code.startsWith('EP') ? code : null;
}

/** The error that a failure is, by name. What is not the server's is the connection's. */
export function namedError(where: string, error: unknown): Error {
  const cause = error instanceof Error ? error : new Error(String(error));
  const state = stateOf(cause);
  if (state === null) return isOurs(cause) ? cause : clientError(where, cause);
  const name = NAMES[state] ?? NAMES[state.slice(0, 2)];
  return name?.(where, cause) ?? new PostgresRefusedError(where, cause.message, { cause });
}

/** An error of the client library. Without a password, or with a server that does not know ours, it gives up on its own (RFC 5802). */
const clientError = (where: string, cause: Error): Error =>
  cause.message.startsWith('SASL')
    ? new PostgresOpenError(where, 'wrong or missing password', { cause })
    : connection(where, cause);

/** Whether it has a name already, or is a bug. */
const isOurs = (error: Error): boolean =>
  error instanceof PostgresError || error instanceof TypeError;

/** Whether others in the same moment would fail in the same way. */
export const isOfServer = (error: Error): boolean => !(error instanceof PostgresRefusedError);

/** Whether another try may help at once: of two who waited for each other one was stopped, or they did what cannot be in one order. */
export const isPassing = (error: unknown): boolean => stateOf(error)?.startsWith('40') === true;
