/** Chapters of studies: read from files of all formats, started, and written as one file. */
import { type Fault, fail, type Game, type Header, type Kit, ok, type Result } from '@kifu/core';
import { recordKifu } from '@kifu/record';
import {
  type FormatInfo,
  findRecords,
  formsOf,
  type Games,
  type OpenedSource,
  openSource,
  type RecordSource,
  type WholeForm,
  type Writable,
  writeAs,
  writeWhole,
} from '@kifu/record/file';
import {
  type Chapter,
  readStudyCar,
  STUDY_LIMITS,
  type Study,
  studyTitle,
  writeStudyCar,
} from '@kifu/record/study';
import { joinRecords, type WrittenRecord } from '../library/export/write-records.ts';

/** A chapter whose game is known: its record can be opened. */
export interface FoundChapter extends Chapter {
  readonly game: string;
}

/** What was found in a file. */
export interface FoundStudy {
  /** Empty where the file has none. */
  readonly title: string;
  readonly chapters: readonly FoundChapter[];
  /** Why some of its records cannot be chapters. */
  readonly faults: readonly Fault[];
}

/** A study as one file. */
export interface WrittenStudy {
  readonly bytes: Uint8Array;
  readonly extension: string;
  readonly losses: readonly string[];
}

/** Tags by which programs name a study and its chapters, in formats that have tags with any name. */
const STUDY_TAG = 'StudyName';
const CHAPTER_TAG = 'ChapterName';
/** SGF has a property for the name of a game, and none for a collection's. */
const SGF_NAME_TAG = 'GN';

/** A file to read chapters of. */
export interface StudyFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Which of its records, from 1; absent for all. */
  readonly numbers?: readonly number[];
}

/** Reads the chapters of a file: of a study, or of records. */
export async function readStudy(
  games: Games,
  { name, bytes, numbers }: StudyFile,
): Promise<FoundStudy> {
  const study = readStudyCar(bytes);
  if (study?.ok === false) return { title: '', chapters: [], faults: [study.fault] };
  const chapters: FoundChapter[] = [];
  const faults: Fault[] = [];
  let title = study?.value.title ?? '';
  let number = 0;
  try {
    for await (const source of findRecords(games, name, bytes, null)) {
      if (chapters.length >= STUDY_LIMITS.chapters) break;
      number++;
      const own = study?.value.chapters[number - 1]?.title ?? null;
      if (numbers?.includes(number) === false) continue;
      const found = source.ok ? await readChapter(games, source.value, own) : source;
      if (!found.ok) faults.push(found.fault);
      else {
        chapters.push(found.value.chapter);
        title ||= found.value.study;
      }
    }
  } catch (cause) {
    // a file on which its reader throws still has the chapters before
    faults.push({ code: 'unreadable', message: String(cause) });
  }
  return { title, chapters, faults };
}

/** A record as a chapter, and the study that it says it is of. */
async function readChapter(
  games: Games,
  source: RecordSource,
  title: string | null,
): Promise<Result<{ chapter: FoundChapter; study: string }>> {
  const opened = await openSource(games, source);
  if (!opened.ok) return opened;
  const { fault, kifu, kit } = opened.value;
  if (fault !== null) return { ok: false, fault };
  const { tags } = kifu.header;
  const study = studyTitle(tags[STUDY_TAG] ?? '');
  const named = title ?? tags[CHAPTER_TAG] ?? tags[SGF_NAME_TAG] ?? namesOf(kifu.header);
  const record = 'kifu' in source ? withoutTags(opened.value) : ok(opened.value);
  const chapter = record.ok ? packed(record.value, named, kit) : record;
  return chapter.ok ? ok({ chapter: chapter.value, study }) : chapter;
}

/** The record as it was before it was written as a chapter. */
function withoutTags({ kit, kifu, nodes, head }: Writable): Result<Writable> {
  const { [STUDY_TAG]: study, [CHAPTER_TAG]: chapter, ...tags } = kifu.header.tags;
  if (study === undefined && chapter === undefined) return ok({ kit, kifu, nodes, head });
  return recorded(kit, { ...kifu, header: { ...kifu.header, tags } });
}

function recorded(kit: Kit, kifu: Writable['kifu']): Result<Writable> {
  const replay = recordKifu(kit.game as Game, kifu);
  if (!replay.ok) return replay;
  const { nodes, head } = replay.value;
  return ok({ kit, kifu, nodes, head });
}

function packed(record: Writable, title: string, { game }: Kit): Result<FoundChapter> {
  const pack = writeWhole(record, 'pack');
  return pack.ok
    ? ok({ title: studyTitle(title), game: game.name, pack: pack.value as Uint8Array })
    : pack;
}

const namesOf = ({ players }: Header): string =>
  players.every(({ name }) => name === '') ? '' : players.map(({ name }) => name).join(' – ');

/** A chapter that begins at a position, or at the start of its game where none is written. */
export function beginChapter(kit: Kit, position: string, seed: number): Result<FoundChapter> {
  const { game } = kit as Kit<unknown>;
  const [notation] = kit.positions;
  if (position !== '' && notation === undefined)
    return fail('unsupported', `${game.name} has no way to write positions`);
  const state = position === '' ? null : notation!.parse(position);
  if (state?.ok === false) return state;
  const seats = state === null ? [...Array(game.seats[0]).keys()] : game.seated(state.value);
  const start = state && {
    canon: game.states.canon(state.value),
    aside: game.states.aside(state.value),
  };
  const record = recorded(kit, {
    header: {
      ...{ game: game.name, version: game.version, options: {}, start, startedAt: null, tags: {} },
      players: seats.map(seat => ({ seat, name: '' })),
      seed: game.chance === undefined ? null : seed,
    },
    ...{ entries: [], ending: null, notes: [], variations: [] },
  });
  return record.ok ? packed(record.value, '', kit) : record;
}

/** The formats that have a whole study in one text: those of collections that all its games share. */
export async function studyForms(games: Games, names: readonly string[]): Promise<FormatInfo[]> {
  const kits = await Promise.all([...new Set(names)].map(name => games.load(name)));
  const [first = [], ...others] = kits.map(kit => (kit.ok ? formsOf(kit.value.formats) : []));
  return first.filter(
    ({ name, isCollection }) =>
      isCollection && others.every(forms => forms.some(form => form.name === name)),
  );
}

/** A study as one file: in a format of collections, or as a study, which loses nothing. */
export async function writeStudy(
  games: Games,
  study: Study,
  form: FormatInfo | null,
): Promise<Result<WrittenStudy>> {
  if (form === null) {
    const bytes = writeStudyCar(study);
    return bytes.ok ? ok({ bytes: bytes.value, extension: 'car', losses: [] }) : bytes;
  }
  const written: WrittenRecord[] = [];
  for (const chapter of study.chapters) {
    const record = await writeChapter(games, study.title, chapter, form);
    if (!record.ok) return record;
    written.push(record.value);
  }
  const losses = [...new Set(written.flatMap(record => record.losses))];
  return ok({ bytes: joinRecords(written, form).bytes, extension: form.ending, losses });
}

async function writeChapter(
  games: Games,
  study: string,
  { title, pack }: Chapter,
  { name }: FormatInfo,
): Promise<Result<WrittenRecord>> {
  const opened = await openRecord(games, pack, 'pack');
  if (!opened.ok) return opened;
  const { kifu } = opened.value;
  const own: { [tag: string]: string } =
    name === 'sgf' ? { [SGF_NAME_TAG]: title } : { [STUDY_TAG]: study, [CHAPTER_TAG]: title };
  const said = Object.entries(own).filter(([, value]) => value !== '');
  const tags = { ...kifu.header.tags, ...Object.fromEntries(said) };
  const named = { ...kifu, header: { ...kifu.header, tags } };
  const written = await writeAs({ ...opened.value, kifu: named }, name);
  return written.ok ? ok({ players: [], ...written.value }) : written;
}

/** The record of a chapter, as it is now or with its analysis. */
export async function openRecord(
  games: Games,
  bytes: Uint8Array,
  form: WholeForm,
): Promise<Result<OpenedSource>> {
  for await (const source of findRecords(games, '', bytes, form))
    return source.ok ? openSource(games, source.value) : source;
  return fail('malformed', 'a chapter has no record');
}
