/** Errors of CAR files that are recorded into. */
import { type Fault, formatFault } from '@kifu/core';

/** The file is not a CAR, cannot be recorded into, or is damaged beyond a torn end. It is not changed. */
export class CarFileError extends Error {
  override readonly name = 'CarFileError';
  readonly path: string;
  readonly fault: Fault;
  constructor(path: string, fault: Fault) {
    super(`cannot record into ${path}: ${formatFault(fault)}`);
    this.path = path;
    this.fault = fault;
  }
}

/** Another store records into the file. */
export class CarLockedError extends Error {
  override readonly name = 'CarLockedError';
  readonly path: string;
  /** The process that does; this one, if it opened the file twice. */
  readonly pid: number;
  constructor(path: string, pid: number) {
    super(`process ${pid} is already recording into ${path}`);
    this.path = path;
    this.pid = pid;
  }
}

/** The file would exceed the limit for reading it again. Nothing was written. */
export class CarFullError extends Error {
  override readonly name = 'CarFullError';
  readonly path: string;
  constructor(path: string, limit: string) {
    super(`no space left in ${path}: ${limit}`);
    this.path = path;
  }
}

/** A file contains one match, that of its first block. */
export class CarMatchError extends Error {
  override readonly name = 'CarMatchError';
  readonly path: string;
  constructor(path: string) {
    super(`${path} contains another match`);
    this.path = path;
  }
}

/** The file was closed, or a write failed; then `cause` says why, and opening it again finds what is durable. */
export class CarClosedError extends Error {
  override readonly name = 'CarClosedError';
  readonly path: string;
  constructor(path: string, options?: ErrorOptions) {
    super(options === undefined ? `${path} is closed` : `cannot write ${path}`, options);
    this.path = path;
  }
}
