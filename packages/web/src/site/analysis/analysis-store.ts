/** Analyses that were made in this browser (IndexedDB), by match; where storage is blocked, they are lost with the page. */
import type { StoredAnalysis } from './analysis-worker.ts';

const NAME = 'kifu-analyses';
const STORE = 'analyses';
/** Older ones make room for new ones. */
const MOST = 200;

/** The analysis of a match as it stands; null where there is none. */
export async function findAnalysis(match: string, head: string): Promise<StoredAnalysis | null> {
  const found = await run<StoredAnalysis | undefined>('readonly', store => store.get(match)).catch(
    () => undefined,
  );
  return found?.head === head ? found : null;
}

/** Stores an analysis in place of the one before; false where the browser does not store it. */
export async function storeAnalysis(analysis: StoredAnalysis): Promise<boolean> {
  try {
    await run('readwrite', store => store.put({ ...analysis, madeMs: Date.now() }));
    const kept = await run<readonly IDBValidKey[]>('readonly', store =>
      store.index('madeMs').getAllKeys(),
    );
    for (const match of kept.slice(0, Math.max(0, kept.length - MOST)))
      await run('readwrite', store => store.delete(match));
    return true;
  } catch {
    return false;
  }
}

/** Removes the analysis of a match. */
export async function forgetAnalysis(match: string): Promise<void> {
  await run('readwrite', store => store.delete(match)).catch(() => {});
}

let opened: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () =>
      request.result.createObjectStore(STORE, { keyPath: 'match' }).createIndex('madeMs', 'madeMs');
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opened;
}

/** Asks the store; resolves once a change is stored. */
async function run<Value>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest,
): Promise<Value> {
  const transaction = (await open()).transaction(STORE, mode);
  const request = ask(transaction.objectStore(STORE));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result as Value);
    transaction.onabort = () => reject(transaction.error);
  });
}
