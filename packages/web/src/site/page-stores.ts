/** Matches that this browser stores (IndexedDB): each node and each secret is durable before it is sent. */
import { type Cid, cidOf, formatCid, hashesTo, type Json, parseCid } from '@kifu/core';
import {
  type Ask,
  BlockCorruptError,
  BlockNotFoundError,
  loadNodes,
  type Stores,
  type Vault,
} from '@kifu/record/store';
import { answer, databaseOf } from './database.ts';

/** The database of matches with other peers and of live ones, and that of matches in this browser alone. */
export type PageDatabase = 'kifu-peer' | 'kifu-local';

export interface PageStores extends Required<Stores> {
  readonly vault: Vault;
  /** Removes the nodes of a match. */
  forget(match: Cid): Promise<void>;
}

type StoreName = 'blocks' | 'heads' | 'vault';
const STORE_NAMES: readonly StoreName[] = ['blocks', 'heads', 'vault'];

/** Opens the stores of this browser; rejects where it blocks them. Arguments are read before the first await, since callers may change them. */
export async function openPageStores(name: PageDatabase): Promise<PageStores> {
  const database = databaseOf(name, STORE_NAMES, made => {
    for (const store of STORE_NAMES) made.createObjectStore(store);
  });
  await database.open();
  const read = async <T>(
    store: StoreName,
    ask: Ask | undefined,
    request: (store: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T> => {
    ask?.signal?.throwIfAborted();
    return database.read(store, request);
  };
  const change = async <T>(
    ask: Ask | undefined,
    work: (stores: (store: StoreName) => IDBObjectStore) => T | Promise<T>,
  ): Promise<T> => {
    ask?.signal?.throwIfAborted();
    return database.change(work);
  };
  const moveHead = async (
    heads: IDBObjectStore,
    match: string,
    from: string | null,
    to: string,
  ) => {
    const now = (await answer<unknown>(heads.get(match))) ?? null;
    if (now !== from) return false;
    heads.put(to, match);
    return true;
  };
  const blocks: PageStores['blocks'] = {
    async get(cid, ask) {
      const id = formatCid(cid);
      const bytes = await read<Uint8Array | undefined>('blocks', ask, all => all.get(id));
      if (bytes === undefined) throw new BlockNotFoundError(cid);
      if (!hashesTo(cid, bytes)) throw new BlockCorruptError(cid);
      return bytes;
    },
    async put(cid, bytes, ask) {
      const [id, checked] = [formatCid(cid), checkedCopy(cid, bytes)];
      await change(ask, stores => void stores('blocks').put(checked, id));
    },
    async has(cid, ask) {
      const id = formatCid(cid);
      return (await read('blocks', ask, all => all.count(id))) > 0;
    },
  };
  const heads: PageStores['heads'] = {
    async get(match, ask) {
      const id = formatCid(match);
      return toCid(await read<unknown>('heads', ask, all => all.get(id)));
    },
    async move(match, from, to, ask) {
      const [id, before, after] = [formatCid(match), textOf(from), formatCid(to)];
      return change(ask, stores => moveHead(stores('heads'), id, before, after));
    },
  };
  return {
    blocks,
    heads,
    async append(nodes, match, from, to, ask) {
      const checked = nodes.map(
        ({ cid, bytes }) => [formatCid(cid), checkedCopy(cid, bytes)] as const,
      );
      const [id, before, after] = [formatCid(match), textOf(from), formatCid(to)];
      return change(ask, async stores => {
        if (!(await moveHead(stores('heads'), id, before, after))) return false;
        for (const [cid, bytes] of checked) stores('blocks').put(bytes, cid);
        return true;
      });
    },
    async forget(match) {
      const head = await heads.get(match);
      const nodes = head === null ? null : await loadNodes({ blocks }, head);
      await change(undefined, stores => {
        stores('heads').delete(formatCid(match));
        for (const bytes of nodes?.ok ? nodes.value : [])
          stores('blocks').delete(formatCid(cidOf('dag-cbor', bytes)));
      });
    },
    vault: {
      async get(kind, name, ask) {
        const text = await read<unknown>('vault', ask, all => all.get(inVault(kind, name)));
        return typeof text === 'string' ? (JSON.parse(text) as Json) : undefined;
      },
      async put(kind, name, value, ask) {
        const text = JSON.stringify(value);
        await change(ask, stores => void stores('vault').put(text, inVault(kind, name)));
      },
      async add(kind, name, value, ask) {
        const [key, text] = [inVault(kind, name), JSON.stringify(value)];
        return change(ask, async stores => {
          if ((await answer(stores('vault').count(key))) > 0) return false;
          stores('vault').put(text, key);
          return true;
        });
      },
      remove: (kind, name, ask) =>
        change(ask, stores => void stores('vault').delete(inVault(kind, name))),
      async names(kind, ask) {
        const start = inVault(kind, '');
        const range = IDBKeyRange.bound(start, `${start}\uffff`);
        const keys = await read('vault', ask, all => all.getAllKeys(range));
        return keys.map(key => String(key).slice(start.length));
      },
    },
  };
}

/** The first slash ends the kind. */
const inVault = (kind: string, name: string): string =>
  `${kind.replaceAll('%', '%25').replaceAll('/', '%2F')}/${name}`;

/** A copy, which no caller can change after it was checked. */
export function checkedCopy(cid: Cid, bytes: Uint8Array): Uint8Array {
  const copy = Uint8Array.from(bytes);
  if (!hashesTo(cid, copy)) throw new BlockCorruptError(cid);
  return copy;
}

/** A content ID as text, which no caller can change. */
export const textOf = (cid: Cid | null): string | null => (cid === null ? null : formatCid(cid));

function toCid(text: unknown): Cid | null {
  const cid = typeof text === 'string' ? parseCid(text) : null;
  return cid?.ok ? cid.value : null;
}
