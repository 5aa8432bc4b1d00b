/** Stores that fail on request: at one call, or at every call from some point on. */
import type { ServerStores } from '../src/index.ts';

/** The store is out of order; for tests. */
class InjectedError extends Error {
  override readonly name = 'InjectedError';
}

/** When a call fails: before it is done, or after it, so that only its answer is lost. */
export type FailureKind = 'before' | 'after';

export interface FailingStores {
  readonly stores: ServerStores;
  /** Calls so far, by name: `vault.put`. */
  readonly calls: readonly string[];
  /** Fails the nth call from now on, the first is 0, and no other. */
  failAt(n: number, kind: FailureKind): void;
  /** Fails none any more. */
  disarm(): void;
  /** Fails all of them, or none. */
  isDown: boolean;
}

export function failing(inner: ServerStores): FailingStores {
  const calls: string[] = [];
  let countdown: { left: number; kind: FailureKind } | null = null;
  let isDown = false;
  const call = async (name: string, work: () => unknown): Promise<unknown> => {
    calls.push(name);
    if (isDown) throw new InjectedError(name);
    const isIt = countdown !== null && countdown.left-- === 0;
    if (!isIt) return work();
    const { kind } = countdown!;
    countdown = null;
    if (kind === 'after') await work();
    throw new InjectedError(name);
  };
  const wrap = <Port extends object>(name: string, port: Port): Port =>
    new Proxy(port, {
      get(target, key) {
        const member: unknown = Reflect.get(target, key);
        if (typeof member !== 'function') return member;
        return (...given: unknown[]) =>
          call(`${name}.${String(key)}`, () => member.apply(target, given));
      },
    });
  const stores: ServerStores = {
    blocks: wrap('blocks', inner.blocks),
    heads: wrap('heads', inner.heads),
    vault: wrap('vault', inner.vault),
    remarks: wrap('remarks', inner.remarks),
    ...(inner.library === undefined ? {} : { library: wrap('library', inner.library) }),
    ...(inner.append === undefined
      ? {}
      : {
          append: ((...given: unknown[]) =>
            call('append', () =>
              (inner.append as (...all: unknown[]) => unknown)(...given),
            )) as never,
        }),
  };
  return {
    stores,
    calls,
    failAt(n, kind) {
      countdown = { left: n, kind };
    },
    disarm() {
      countdown = null;
    },
    get isDown() {
      return isDown;
    },
    set isDown(isSo) {
      isDown = isSo;
    },
  };
}
