/** The stores as the rest of the server sees them: a failure is the same error for all callers, and is counted. */
import {
  BadQueryError,
  BlockCorruptError,
  BlockNotFoundError,
  LeaseLostError,
  type Leases,
} from '@kifu/record/store';
import type { ServerStores } from './options.ts';

/** A store call failed: the store is full, gone, or does not answer. A write may or may not have succeeded. */
export class StoreFailedError extends Error {
  override readonly name = 'StoreFailedError';
  constructor(cause: unknown) {
    super('the store cannot be written or read', { cause });
  }
}

/** Watched stores, and a way to watch whatever may fail with them. */
export interface WatchedStores {
  readonly stores: ServerStores;
  watchLeases(leases: Leases): Leases;
}

/** Watches every call. */
export function watchStores(stores: ServerStores, onFailure: () => void): WatchedStores {
  const named = (cause: unknown): unknown => {
    if (isAnswer(cause)) return cause;
    onFailure();
    return new StoreFailedError(cause);
  };
  const watch = <Port extends object>(port: Port): Port => {
    const known = new Map<PropertyKey, unknown>();
    return new Proxy(port, {
      get(target, key) {
        const member: unknown = Reflect.get(target, key);
        if (typeof member !== 'function') return member;
        const watched = known.get(key) ?? guard(member.bind(target));
        known.set(key, watched);
        return watched;
      },
    });
  };
  const guard =
    (call: (...given: unknown[]) => unknown) =>
    (...given: unknown[]): unknown => {
      try {
        const answer = call(...given);
        return answer instanceof Promise ? answer.catch(throwNamed) : answer;
      } catch (cause) {
        throw named(cause);
      }
    };
  const throwNamed = (cause: unknown): never => {
    throw named(cause);
  };
  const { append, library, players } = stores;
  const watched: ServerStores = {
    blocks: watch(stores.blocks),
    heads: watch(stores.heads),
    vault: watch(stores.vault),
    remarks: watch(stores.remarks),
    ...(append === undefined ? {} : { append: guard(append as never) as typeof append }),
    ...(library === undefined ? {} : { library: watch(library) }),
    ...(players === undefined ? {} : { players: watch(players) }),
  };
  return { stores: watched, watchLeases: watch };
}

/** Errors of a working store: not found, not as expected, an invalid query, another writer, an aborted call. */
const isAnswer = (cause: unknown): boolean =>
  cause instanceof BlockNotFoundError ||
  cause instanceof BlockCorruptError ||
  cause instanceof BadQueryError ||
  cause instanceof LeaseLostError ||
  (cause instanceof Error && ['AbortError', 'TimeoutError'].includes(cause.name));
