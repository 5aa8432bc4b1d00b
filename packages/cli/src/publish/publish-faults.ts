/** What stores throw, as faults: what was wrong, where, and what to do. */
import { type Fail, type FaultCode, fail, formatCid } from '@kifu/core';
import { BlockCorruptError, BlockNotFoundError } from '@kifu/record/store';
import { reason } from '../save.ts';

/** More was read than any record has. */
export class TooMuchError extends Error {
  override readonly name = 'TooMuchError';
}

/** By name and not by class: the classes are in modules that are loaded only where they are used. */
const CODES: { readonly [name: string]: FaultCode } = {
  IpfsAddressError: 'malformed',
  IpfsNetworkError: 'unreachable',
  KuboAddressError: 'malformed',
  KuboUnreachableError: 'unreachable',
  KuboError: 'unreachable',
  GatewayAddressError: 'malformed',
  GatewayError: 'unreachable',
  ArchiveHostError: 'unreachable',
  ArchiveDamagedError: 'unreadable',
  ArchiveBusyError: 'unwritable',
  TooMuchError: 'too-large',
  SqliteFileError: 'unreadable',
  SqliteDamagedError: 'unreadable',
  SqliteIoError: 'unreadable',
  SqliteFullError: 'unwritable',
  SqliteReadOnlyError: 'unwritable',
  SqliteBusyError: 'unwritable',
};

/** The fault for an error of a store. Other errors are thrown. */
export function faultFromError(cause: unknown, place: string): Fail {
  if (cause instanceof BlockNotFoundError)
    return fail(
      'not-found',
      `${place} does not give block ${formatCid(cause.cid)}${because(cause.cause)}`,
    );
  if (cause instanceof BlockCorruptError)
    return fail(
      'broken-chain',
      `${place} gives bytes that are not those of block ${formatCid(cause.cid)}${because(cause.cause)}`,
    );
  const code = cause instanceof Error ? CODES[cause.name] : undefined;
  if (code !== undefined)
    return fail(code, `${(cause as Error).message}${HINTS[(cause as Error).name] ?? ''}`);
  if ((cause as NodeJS.ErrnoException)?.code === 'EADDRINUSE')
    return fail('unreachable', `${place}: another program listens at this port, choose another`);
  if ((cause as NodeJS.ErrnoException)?.syscall !== undefined)
    return fail('unwritable', `${place}: ${reason(cause)}`);
  throw cause;
}

const HINTS: { readonly [name: string]: string } = {
  KuboUnreachableError: '; start it with ipfs daemon, or say where it is: kubo:URL',
};

function because(cause: unknown): string {
  if (cause instanceof AggregateError)
    return cause.errors.length === 0 ? '' : `: ${cause.errors.map(messageOf).join('; ')}`;
  return cause instanceof Error ? `: ${cause.message}` : '';
}

const messageOf = (cause: unknown): string =>
  cause instanceof Error ? cause.message : String(cause);
