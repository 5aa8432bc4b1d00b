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

/** The database of matches with other peers and of live ones, and that of matches in this browser alone. */
export type PageDatabase = 'kifu-peer' | 'kifu-local';

export interface PageStores extends Required<Stores> {
  readonly vault: Vault;
  /** Removes the nodes of a match. */
  forget(match: Cid): Promise<void>;
}

type StoreName = 'blocks' | 'heads' | 'vault';
const STORE_NAMES: readonly StoreName[] = ['blocks', 'heads', 'vault'];

/** Opens the stores of this browser; rejects where it blocks them. */
export async function openPageStores(name: PageDatabase): Promise<PageStores> {
  const database = await open(name);
  const read = async <T>(
    table: StoreName,
    ask: Ask | undefined,
    request: (store: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T> => {
    ask?.signal?.throwIfAborted();
    return settled(request(database.transaction(table).objectStore(table)));
  };
  /** Durable when it resolves. */
  const change = async <T>(
    ask: Ask | undefined,
    work: (stores: (table: StoreName) => IDBObjectStore) => T | Promise<T>,
  ): Promise<T> => {
    ask?.signal?.throwIfAborted();
    const transaction = database.transaction(STORE_NAMES, 'readwrite', { durability: 'strict' });
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onerror = () => reject(transaction.error);
      transaction.onabort = () => reject(transaction.error);
    });
    const [result] = await Promise.all([work(table => transaction.objectStore(table)), done]);
    return result;
  };
  const moveHead = async (heads: IDBObjectStore, match: Cid, from: Cid | null, to: Cid) => {
    const id = formatCid(match);
    const now = (await settled<unknown>(heads.get(id))) ?? null;
    if (now !== (from === null ? null : formatCid(from))) return false;
    heads.put(formatCid(to), id);
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
      const checked = checkedCopy(cid, bytes);
      await change(ask, stores => void stores('blocks').put(checked, formatCid(cid)));
    },
    has: async (cid, ask) => (await read('blocks', ask, all => all.count(formatCid(cid)))) > 0,
  };
  const heads: PageStores['heads'] = {
    get: async (match, ask) =>
      toCid(await read<unknown>('heads', ask, all => all.get(formatCid(match)))),
    move: (match, from, to, ask) =>
      change(ask, stores => moveHead(stores('heads'), match, from, to)),
  };
  return {
    blocks,
    heads,
    async append(nodes, match, from, to, ask) {
      const checked = nodes.map(({ cid, bytes }) => [checkedCopy(cid, bytes), cid] as const);
      return change(ask, async stores => {
        if (!(await moveHead(stores('heads'), match, from, to))) return false;
        for (const [bytes, cid] of checked) stores('blocks').put(bytes, formatCid(cid));
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
          if ((await settled(stores('vault').count(key))) > 0) return false;
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

function toCid(text: unknown): Cid | null {
  const cid = typeof text === 'string' ? parseCid(text) : null;
  return cid?.ok ? cid.value : null;
}

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

async function open(name: PageDatabase): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => {
    for (const table of STORE_NAMES) request.result.createObjectStore(table);
  };
  return settled(request);
}
