/** What fills studies: files of all formats, and games of the library. */
import { type Fault, fail } from '@kifu/core';
import { STUDY_LIMITS, studyTitle } from '@kifu/record/study';
import { faultText } from '../fault-text.ts';
import { text } from '../texts.ts';
import { askWorker } from './ask-worker.ts';
import type { FoundChapter, FoundStudy, StudyFile } from './study-records.ts';
import { addStudy, changeStudy, type StoredStudy, storable } from './study-store.ts';

/** The largest file that is read. */
const MAX_FILE_BYTES = 1 << 26;

/** How many chapters were added, and what to tell the reader. */
export interface Addition {
  readonly added: number;
  readonly told: string;
}

const TOO_LARGE = fail('too-large', `files have at most ${MAX_FILE_BYTES} bytes`).fault;

/** Reads chapters of files. */
async function readFiles(files: readonly (StudyFile | File)[]): Promise<FoundStudy> {
  const found: FoundStudy[] = [];
  for (const file of files) {
    const isLarge = file instanceof File && file.size > MAX_FILE_BYTES;
    if (isLarge) found.push({ title: '', chapters: [], faults: [TOO_LARGE] });
    else {
      const { name } = file;
      const asked =
        file instanceof File ? { name, bytes: new Uint8Array(await file.arrayBuffer()) } : file;
      found.push(await askWorker('read', asked));
    }
  }
  return {
    title: found.find(({ title }) => title !== '')?.title ?? '',
    chapters: found.flatMap(({ chapters }) => chapters),
    faults: found.flatMap(({ faults }) => faults),
  };
}

/** Adds the records of files to a study, as many as it has room for. */
export async function addChapters(
  id: string,
  files: readonly (StudyFile | File)[],
): Promise<Addition> {
  const { chapters, faults } = await readFiles(files);
  return addFound(id, chapters, faults);
}

/** Adds chapters to a study, as many as it has room for. */
export async function addFound(
  id: string,
  found: readonly FoundChapter[],
  faults: readonly Fault[] = [],
): Promise<Addition> {
  let added = 0;
  await changeStudy(id, ({ title, chapters }) => {
    const fitting = found.slice(0, STUDY_LIMITS.chapters - chapters.length);
    added = fitting.length;
    return { title, chapters: [...chapters, ...storable(fitting)] };
  });
  return { added, told: tellAdded(added, found.length, faults) };
}

/** Makes a study of files; null where they have no record. */
export async function importFiles(
  files: readonly File[],
): Promise<{ readonly study: StoredStudy | null; readonly told: string }> {
  const { title, chapters, faults } = await readFiles(files);
  const fitting = chapters.slice(0, STUDY_LIMITS.chapters);
  const told = tellAdded(fitting.length, chapters.length, faults);
  if (fitting.length === 0) return { study: null, told };
  const named = title || studyTitle((files[0]?.name ?? '').replace(/\.[^.]*$/, ''));
  return { study: await addStudy(named, fitting), told };
}

function tellAdded(added: number, found: number, [fault, ...more]: readonly Fault[]): string {
  return [
    added > 0 ? text.study.added(added) : '',
    added < found ? text.study.full(STUDY_LIMITS.chapters) : '',
    fault === undefined ? '' : text.study.notAdded(more.length + 1, faultText(fault)),
  ]
    .filter(told => told !== '')
    .join(' ');
}
