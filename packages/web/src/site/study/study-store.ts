/** Studies that this browser stores (IndexedDB). */
import type { Study } from '@kifu/record/study';
import type { FoundChapter } from './study-records.ts';

/** A chapter as it is stored: the page knows it by its id, wherever it is moved. */
export interface StoredChapter extends FoundChapter {
  readonly id: string;
}

/** A study as it is stored. */
export interface StoredStudy extends Study {
  readonly id: string;
  readonly chapters: readonly StoredChapter[];
  /** Milliseconds since 1970. */
  readonly changedMs: number;
}

const NAME = 'kifu-studies';
const STORE = 'studies';

const freshId = (): string => crypto.randomUUID().slice(0, 13);

/** Chapters that can be stored. */
export const storable = (chapters: readonly FoundChapter[]): StoredChapter[] =>
  chapters.map(chapter => ({ ...chapter, id: freshId() }));

/** All studies, those that were changed last first. */
export async function listStudies(): Promise<readonly StoredStudy[]> {
  const all = await run<readonly StoredStudy[]>('readonly', store => store.getAll());
  return all.toSorted((a, b) => b.changedMs - a.changedMs);
}

/** A study; null where there is none with this id. */
export const getStudy = async (id: string): Promise<StoredStudy | null> =>
  (await run<StoredStudy | undefined>('readonly', store => store.get(id))) ?? null;

/** Stores a new study. */
export async function addStudy(
  title: string,
  chapters: readonly FoundChapter[],
): Promise<StoredStudy> {
  const study = { id: freshId(), title, chapters: storable(chapters), changedMs: Date.now() };
  await run('readwrite', store => store.add(study));
  return study;
}

/** Changes a study as it is now, which another tab may have changed too; null where it is gone. */
export async function changeStudy(
  id: string,
  change: (study: StoredStudy) => Pick<StoredStudy, 'title' | 'chapters'>,
): Promise<StoredStudy | null> {
  let changed: StoredStudy | null = null;
  await run('readwrite', store => {
    const asked = store.get(id) as IDBRequest<StoredStudy | undefined>;
    asked.addEventListener('success', () => {
      const study = asked.result;
      if (study === undefined) return;
      changed = { ...study, ...change(study), changedMs: Date.now() };
      store.put(changed);
    });
    return asked;
  });
  return changed;
}

/** Removes a study. */
export const removeStudy = (id: string): Promise<unknown> =>
  run('readwrite', store => store.delete(id));

let opened: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' });
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
