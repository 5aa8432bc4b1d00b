/** Databases of this browser (IndexedDB): one that is opened stays open, until another tab has a later version of the site. */

export interface Database<Store extends string> {
  /** Opens it; rejects where the browser blocks it. */
  open(): Promise<IDBDatabase>;
  /** Asks one store one thing. */
  read<Value>(store: Store, ask: (store: IDBObjectStore) => IDBRequest<Value>): Promise<Value>;
  /** Changes stores: what it gives is durable, or nothing has changed. */
  change<Value>(
    work: (store: (name: Store) => IDBObjectStore) => Promise<Value> | Value,
  ): Promise<Value>;
}

/** A database by its name, opened when it is first asked; `upgrade` makes the stores that a version lacks. */
export function databaseOf<Store extends string>(
  name: string,
  stores: readonly Store[],
  upgrade: (database: IDBDatabase, oldVersion: number, transaction: IDBTransaction) => void,
  version = 1,
): Database<Store> {
  let opened: Promise<IDBDatabase> | null = null;
  const close = (): void => {
    opened = null;
  };
  const start = async (): Promise<IDBDatabase> => {
    const request = indexedDB.open(name, version);
    request.onupgradeneeded = ({ oldVersion }) =>
      upgrade(request.result, oldVersion, request.transaction!);
    const database = await answer(request);
    database.onversionchange = () => {
      close();
      database.close();
    };
    database.onclose = close;
    return database;
  };
  const open = (): Promise<IDBDatabase> => {
    if (opened !== null) return opened;
    opened = start();
    opened.catch(close); // asked again later, it may open
    return opened;
  };
  return {
    open,
    read: async (store, ask) => answer(ask((await open()).transaction(store).objectStore(store))),
    async change(work) {
      const transaction = (await open()).transaction(stores, 'readwrite', {
        durability: 'strict',
      });
      const done = new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error);
      });
      const worked = async () => work(store => transaction.objectStore(store));
      const [result] = await Promise.all([
        worked().catch(cause => abort(transaction, cause)),
        done,
      ]);
      return result;
    },
  };
}

/** The answer to a request. */
export const answer = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Takes back what a transaction has changed so far. */
function abort(transaction: IDBTransaction, cause: unknown): never {
  try {
    transaction.abort();
  } catch {
    // it has ended already
  }
  throw cause;
}
