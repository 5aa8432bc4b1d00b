/** The database of the browser's library (IndexedDB): files as they came, an index entry per match, and apart from these, which queries read, the pictures. */

const NAME = 'kifu';
/** In the first, the pictures were in the index entries. */
const VERSION = 2;

const STORES = ['files', 'matches', 'pictures'] as const;
export type LibraryStore = (typeof STORES)[number];

let opened: Promise<IDBDatabase> | null = null;

function openDatabase(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = ({ oldVersion }) => {
      const { result, transaction } = request;
      if (oldVersion < 1) {
        result.createObjectStore('files', { autoIncrement: true });
        result.createObjectStore('matches', { keyPath: 'match' });
      }
      result.createObjectStore('pictures');
      if (oldVersion === 1) movePictures(transaction!);
    };
    request.onsuccess = () => {
      const { result } = request;
      // another tab has a later version of the site
      result.onversionchange = () => {
        opened = null;
        result.close();
      };
      resolve(result);
    };
    request.onerror = () => reject(request.error);
  });
  return opened;
}

/** Takes the pictures out of the index entries. */
function movePictures(transaction: IDBTransaction): void {
  const pictures = transaction.objectStore('pictures');
  const request = transaction.objectStore('matches').openCursor();
  request.onsuccess = () => {
    const cursor = request.result;
    if (cursor === null) return;
    const { picture, ...match } = cursor.value as { picture?: string | null; match: string };
    if (typeof picture === 'string') pictures.put(picture, match.match);
    cursor.update(match);
    cursor.continue();
  };
}

/** Asks one store one thing. */
export async function ask<Value>(
  store: LibraryStore,
  mode: IDBTransactionMode,
  request: (store: IDBObjectStore) => IDBRequest,
): Promise<Value> {
  const database = await openDatabase();
  return answer<Value>(request(database.transaction(store, mode).objectStore(store)));
}

/** Changes several stores at once: what it answers is durable, or nothing has changed. */
export async function change<Value>(
  work: (store: (name: LibraryStore) => IDBObjectStore) => Promise<Value> | Value,
): Promise<Value> {
  const transaction = (await openDatabase()).transaction(STORES, 'readwrite');
  const done = new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
  });
  const [result] = await Promise.all([work(name => transaction.objectStore(name)), done]);
  return result;
}

/** The answer to a request. */
export const answer = <Value>(request: IDBRequest): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result as Value);
    request.onerror = () => reject(request.error);
  });
