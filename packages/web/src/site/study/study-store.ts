/** Studies that this browser stores (IndexedDB). */
import type { Study } from '@kifu/record/study';
import { answer, databaseOf } from '../database.ts';
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

const database = databaseOf('kifu-studies', ['studies'], made => {
  made.createObjectStore('studies', { keyPath: 'id' });
});

const freshId = (): string => crypto.randomUUID().slice(0, 13);

/** Chapters that can be stored. */
export const storable = (chapters: readonly FoundChapter[]): StoredChapter[] =>
  chapters.map(chapter => ({ ...chapter, id: freshId() }));

/** All studies, those that were changed last first. */
export async function listStudies(): Promise<readonly StoredStudy[]> {
  const all = await database.read<StoredStudy[]>('studies', all => all.getAll());
  return all.toSorted((a, b) => b.changedMs - a.changedMs);
}

/** A study; null where there is none with this id. */
export const getStudy = async (id: string): Promise<StoredStudy | null> =>
  (await database.read<StoredStudy | undefined>('studies', all => all.get(id))) ?? null;

/** Stores a new study. */
export async function addStudy(
  title: string,
  chapters: readonly FoundChapter[],
): Promise<StoredStudy> {
  const study = { id: freshId(), title, chapters: storable(chapters), changedMs: Date.now() };
  await database.change(store => void store('studies').add(study));
  return study;
}

/** Changes a study as it is now, which another tab may have changed too; null where it is gone. */
export async function changeStudy(
  id: string,
  change: (study: StoredStudy) => Pick<StoredStudy, 'title' | 'chapters'>,
): Promise<StoredStudy | null> {
  return database.change(async store => {
    const study = await answer<StoredStudy | undefined>(store('studies').get(id));
    if (study === undefined) return null;
    const changed = { ...study, ...change(study), changedMs: Date.now() };
    store('studies').put(changed);
    return changed;
  });
}

/** Removes a study. */
export const removeStudy = (id: string): Promise<void> =>
  database.change(store => void store('studies').delete(id));
