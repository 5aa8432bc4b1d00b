/** What goes wrong with an SQLite file. Every error says which file. */

class SqliteError extends Error {
  readonly path: string;
  constructor(path: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.path = path;
  }
}

/** The file cannot be opened as a store: it is not a database, belongs to another program or version, or does not exist. */
export class SqliteFileError extends SqliteError {
  override readonly name = 'SqliteFileError';
  constructor(path: string, why: string, options?: ErrorOptions) {
    super(path, `cannot open ${path}: ${why}`, options);
  }
}

/** Something in the file is not what was written there. The rest can still be read; nothing more is written. */
export class SqliteDamagedError extends SqliteError {
  override readonly name = 'SqliteDamagedError';
  constructor(path: string, what: string, options?: ErrorOptions) {
    super(path, `${path} is damaged: ${what}`, options);
  }
}

/** The disk is full, or the file has reached its limit. Nothing of the write was stored; reading still works. */
export class SqliteFullError extends SqliteError {
  override readonly name = 'SqliteFullError';
  constructor(path: string, options?: ErrorOptions) {
    super(path, `no space left for ${path}`, options);
  }
}

/** The file, or the folder that it is in, may only be read. */
export class SqliteReadOnlyError extends SqliteError {
  override readonly name = 'SqliteReadOnlyError';
  constructor(path: string, options?: ErrorOptions) {
    super(path, `${path} is read-only`, options);
  }
}

/** Another process locked the file for too long. Nothing of the write was stored; it can be retried. */
export class SqliteBusyError extends SqliteError {
  override readonly name = 'SqliteBusyError';
  constructor(path: string, options?: ErrorOptions) {
    super(path, `another process is using ${path}`, options);
  }
}

/** The system could not read or write. Whether a write succeeded is unknown; opening the file again finds what is durable. */
export class SqliteIoError extends SqliteError {
  override readonly name = 'SqliteIoError';
  constructor(path: string, options?: ErrorOptions) {
    super(path, `cannot read or write ${path}`, options);
  }
}

/** The file, or its log, was removed or replaced while it was open: what is written there is lost. Nothing more is written. */
export class SqliteLostError extends SqliteError {
  override readonly name = 'SqliteLostError';
  constructor(path: string, what: string) {
    super(path, `${path} is lost: ${what}`);
  }
}

/** The store was closed. */
export class SqliteClosedError extends SqliteError {
  override readonly name = 'SqliteClosedError';
  constructor(path: string, options?: ErrorOptions) {
    super(path, `${path} is closed`, options);
  }
}

/** A packed match cannot be opened: its game is not known here, or the pack is damaged. Everything else can be read. */
export class SqlitePackedError extends SqliteError {
  override readonly name = 'SqlitePackedError';
  /** The row of the pack. */
  readonly pack: number;
  constructor(path: string, pack: number, why: string, options?: ErrorOptions) {
    super(path, `cannot open pack ${pack} in ${path}: ${why}`, options);
    this.pack = pack;
  }
}

/** The file is not a store, and why. */
export class ForeignFileError extends Error {}

/** What is written goes where no name leads any more, and why. */
export class FileLost extends Error {}

/** Something in the file is not what was written there, as SQLite would say it. */
export class CorruptionError extends Error {
  readonly errcode = CORRUPT;
}

/** An error as it travels between threads. */
export interface SerializedError {
  /** An extended result code of SQLite; 0 where the error is not SQLite's. https://sqlite.org/rescode.html */
  readonly code: number;
  /** What the system calls it, where it is the system's: `EACCES`. */
  readonly system: string | null;
  readonly message: string;
}

/** Our code for a file that is not a store. Codes of SQLite are positive. */
const NOT_OURS = -1;
/** Ours: the file was removed or replaced. */
const LOST = -2;
/** A statement that makes no sense: since ours do, the tables that it is about are damaged. */
const ERROR = 1;
const BUSY = 5;
const LOCKED = 6;
const READONLY = 8;
const IO = 10;
const CORRUPT = 11;
const FULL = 13;
const CANNOT_OPEN = 14;
const PROTOCOL = 15;
const NOT_A_DATABASE = 26;
/** The lowest byte of an extended code is the primary one. */
const PRIMARY = 0xff;

/** What is passed on of an error. */
export function serializeError(error: unknown): SerializedError {
  if (error instanceof ForeignFileError)
    return { code: NOT_OURS, system: null, message: error.message };
  if (error instanceof FileLost) return { code: LOST, system: null, message: error.message };
  const { errcode = 0, code = null, message } = error as Partial<SqliteNative>;
  return { code: errcode, system: errcode === 0 ? code : null, message: message ?? String(error) };
}

/** Errors as Node makes them. */
interface SqliteNative extends Error {
  readonly errcode: number;
  readonly code: string;
}

/** Returns the primary code of an error. */
const primary = ({ code }: SerializedError): number => (code < 0 ? code : code & PRIMARY);

/** Whether every other op fails in the same moment as well. A full disk is not such: where one op has no room, another may have. */
export const isOfFile = (error: SerializedError): boolean =>
  [BUSY, LOCKED, READONLY, IO, CORRUPT, CANNOT_OPEN, PROTOCOL, NOT_A_DATABASE].includes(
    primary(error),
  );

/** Whether nothing more must be written: after a failed sync the system may have forgotten what it was to write. */
export const isFatal = (error: SerializedError): boolean =>
  [LOST, READONLY, IO, CORRUPT, CANNOT_OPEN, NOT_A_DATABASE].includes(primary(error));

/** Whether the file, or the folder that it is in, may only be read. */
export const isReadOnly = (error: SerializedError): boolean =>
  primary(error) === READONLY ||
  primary(error) === CANNOT_OPEN ||
  ['EACCES', 'EPERM', 'EROFS'].includes(error.system ?? '');

/** Whether something in the file cannot be read. */
export const isDamage = (error: SerializedError): boolean => [IO, CORRUPT].includes(primary(error));

export const isBusy = (error: SerializedError): boolean => primary(error) === BUSY;

/** Returns the named error for a serialized one. */
export function namedError(path: string, error: SerializedError): Error {
  const { code, message, system } = error;
  if (code === NOT_OURS) return new SqliteFileError(path, message);
  if (code === LOST) return new SqliteLostError(path, message);
  const options = { cause: Object.assign(new Error(message), { code: system ?? code }) };
  switch (primary(error)) {
    case BUSY:
    case LOCKED:
    case PROTOCOL:
      return new SqliteBusyError(path, options);
    case READONLY:
      return new SqliteReadOnlyError(path, options);
    case FULL:
      return new SqliteFullError(path, options);
    case IO:
      return new SqliteIoError(path, options);
    case NOT_A_DATABASE:
      return new SqliteFileError(path, 'the file is not an SQLite database', options);
    case ERROR:
    case CORRUPT:
      return new SqliteDamagedError(path, message, options);
    case CANNOT_OPEN:
      return new SqliteFileError(path, message, options);
    default:
      return system === null ? options.cause : new SqliteFileError(path, message, options);
  }
}
