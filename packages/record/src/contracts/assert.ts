/** What the checks of stores have in common: a store for each, and what is said when a promise is broken. */
import { type Cid, canonicalText, cidOf, formatCid, type Json } from '@kifu/core';
import type { Ask } from '../store/ports.ts';

/** A store with nothing in it, and how to be done with it. */
export interface MadeStore<Store> {
  readonly store: Store;
  close(): Promise<void>;
}

/** Makes a new store for one check. */
export type MakeStore<Store> = () => Promise<MadeStore<Store>>;

/** One promise of a store: its name, and what throws where it is broken. */
export type StoreCheck = [name: string, check: () => Promise<void>];

/** The checks, each with its own store, which is closed afterwards. */
export const withStores = <M extends MadeStore<unknown>>(
  make: () => Promise<M>,
  checks: readonly [name: string, check: (made: M) => Promise<void>][],
): StoreCheck[] =>
  checks.map(([name, run]) => [
    name,
    async () => {
      const made = await make();
      try {
        await run(made);
      } finally {
        await made.close();
      }
    },
  ]);

export function check(good: boolean, message: string): asserts good {
  if (!good) throw new Error(message);
}

/** Throws unless two JSON values are the same; keys may stand in any order. */
export function equal(actual: Json | undefined, expected: Json | undefined, message: string): void {
  const [a, b] = [show(actual), show(expected)];
  if (a !== b) throw new Error(`${message}: ${a.slice(0, 200)} is not ${b.slice(0, 200)}`);
}

const show = (value: Json | undefined): string =>
  value === undefined ? 'nothing' : canonicalText(value);

/** A content ID as text, for comparing. */
export const idText = (cid: Cid | null): string | null => (cid === null ? null : formatCid(cid));

/** The error that a call must end in. */
export async function refusal(call: () => Promise<unknown>, message: string): Promise<unknown> {
  try {
    await call();
  } catch (error) {
    return error;
  }
  throw new Error(message);
}

/** Checks that calls with a signal that is aborted already do not do what they are asked. */
export async function givesUp(calls: readonly ((ask: Ask) => Promise<unknown>)[]): Promise<void> {
  for (const call of calls) {
    const ask = { signal: AbortSignal.abort() };
    await refusal(() => call(ask), `it continues after the signal to give up: ${call}`);
  }
}

/** A small DAG-CBOR block that differs from those of other numbers, up to 65535: the number itself (RFC 8949 §3.1). */
export function block(n: number): { cid: Cid; bytes: Uint8Array } {
  const bytes = Uint8Array.of(0x19, n >> 8, n & 0xff);
  return { cid: cidOf('dag-cbor', bytes), bytes };
}

/** A content ID that shares no memory with another. */
export const twin = (cid: Cid): Cid => ({ ...cid, digest: cid.digest.slice() });

/** The numbers from 0 up to but without n. */
export const range = (n: number): number[] => Array.from({ length: n }, (_, i) => i);
