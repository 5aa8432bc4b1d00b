/** Matches with other peers, kept in the browser (IndexedDB): each node, and each secret, before the other hears of it. */
import { type Cid, formatCid, hashesTo, type Json, parseCid } from '@kifu/core';
import type { PeerStores } from '@kifu/peer/match';
import { BlockCorruptError, BlockNotFoundError } from '@kifu/record/store';

const NAME = 'kifu-peer';
type StoreName = 'blocks' | 'heads' | 'vault';

/** The stores of this browser. */
export async function openPageStores(): Promise<PeerStores> {
  const database = await open();
  const read = <T>(table: StoreName, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> =>
    settled(ask(database.transaction(table).objectStore(table)));
  /** Durable when it resolves. */
  const change = async <T>(
    table: StoreName,
    work: (store: IDBObjectStore) => T | Promise<T>,
  ): Promise<T> => {
    const transaction = database.transaction(table, 'readwrite', { durability: 'strict' });
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onerror = () => reject(transaction.error);
      transaction.onabort = () => reject(transaction.error);
    });
    const result = await work(transaction.objectStore(table));
    await done;
    return result;
  };
  const inVault = (kind: string, name: string): string => `${kind}/${name}`;
  return {
    blocks: {
      async get(cid) {
        const bytes = await read<Uint8Array | undefined>('blocks', all => all.get(formatCid(cid)));
        if (bytes === undefined) throw new BlockNotFoundError(cid);
        if (!hashesTo(cid, bytes)) throw new BlockCorruptError(cid);
        return bytes;
      },
      async put(cid, bytes) {
        if (!hashesTo(cid, bytes)) throw new BlockCorruptError(cid);
        await change('blocks', all => void all.put(Uint8Array.from(bytes), formatCid(cid)));
      },
      has: async cid => (await read('blocks', all => all.count(formatCid(cid)))) > 0,
    },
    heads: {
      get: async match => toCid(await read<unknown>('heads', all => all.get(formatCid(match)))),
      move: (match, from, to) =>
        change('heads', async all => {
          const id = formatCid(match);
          const now = (await settled<unknown>(all.get(id))) ?? null;
          if (now !== (from === null ? null : formatCid(from))) return false;
          all.put(formatCid(to), id);
          return true;
        }),
    },
    vault: {
      async get(kind, name) {
        const text = await read<unknown>('vault', all => all.get(inVault(kind, name)));
        return typeof text === 'string' ? (JSON.parse(text) as Json) : undefined;
      },
      put: (kind, name, value) =>
        change('vault', all => void all.put(JSON.stringify(value), inVault(kind, name))),
      add: (kind, name, value) =>
        change('vault', async all => {
          const key = inVault(kind, name);
          if ((await settled(all.count(key))) > 0) return false;
          all.put(JSON.stringify(value), key);
          return true;
        }),
      remove: (kind, name) => change('vault', all => void all.delete(inVault(kind, name))),
      async names(kind) {
        const start = inVault(kind, '');
        const range = IDBKeyRange.bound(start, `${start}\uffff`);
        const keys = await read('vault', all => all.getAllKeys(range));
        return keys.map(key => String(key).slice(start.length));
      },
    },
  };
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

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => {
    for (const table of ['blocks', 'heads', 'vault'] satisfies StoreName[])
      request.result.createObjectStore(table);
  };
  return settled(request);
}
