/** Records of files, folders and standard input, long collections in parts. */
import { createReadStream } from 'node:fs';
import {
  type CutPart,
  decodeNarrowText,
  fail,
  isObject,
  parseJson,
  type RecordFormat,
  wideSetOf,
} from '@kifu/core';
import { allFormats, findFormat, isCar, isJson } from '@kifu/record/file';
import { isPack } from '@kifu/record/pack';
import { filesIn, isFolder } from './files-in.ts';
import type { Io } from './io.ts';
import { inputName, MAX_INPUT_BYTES, readStream } from './read-input.ts';
import { type FoundRecord, recordsIn } from './read-records.ts';
import { reason } from './save.ts';
import { textPieces } from './text-pieces.ts';
import { PACKED_ENDINGS, packingOf, UnpackError, unpack } from './unpack/index.ts';

/** How much of an input is read to detect its format. */
const LOOK_BYTES = 1 << 16;
/** Extensions of record files besides those of the games' formats. */
const ENDINGS = ['car', 'kifu', 'json', 'pack', 'txt', ...PACKED_ENDINGS];
/** Depth of nested compression. */
const MAX_PACKINGS = 2;

/** A part of a collection, or its end. */
export interface FoundPart {
  /** The file. */
  readonly name: string;
  readonly dialect: string;
  /** Null at the end. */
  readonly part: CutPart | null;
  /** Where the part ends; null where reading cannot resume, absent where the file is not marked. */
  readonly place?: PartPlace | null;
  /** How many records of the file were passed over before the first part. */
  readonly before?: number;
}

/** Marks how far files are read, so that they can be read on from there. */
export interface FileMarks {
  /** Null where a file is not marked. */
  begin(path: string): Promise<FileReading | null>;
}

/** A file that is read, with what was read of it before. */
export interface FileReading {
  /** How many parts are passed over; null where there is nothing new in the file. */
  readonly skip: number | null;
  /** How many records are in those. */
  readonly before: { readonly records: number };
  /** Passes the bytes on, and counts and hashes them. */
  watch(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
  /** The place where this many parts have been cut off, or the end of the file. */
  place(parts: number, isEnd: boolean): PartPlace;
}

/** A place in a file. */
export interface PartPlace {
  readonly isEnd: boolean;
}

/** Why a file is skipped. */
export type SkipReason = 'otherEnding' | 'noRecord';

/** Called with a skipped file, and why. */
export type OnSkipped = (path: string, why: SkipReason) => void;

/**
 * All records of files, folders and streams, invalid ones as faults, and collections in parts. Other files in folders are skipped and
 * reported.
 */
export async function* findSources(
  io: Io,
  paths: readonly string[],
  as: string | null,
  skip: OnSkipped = UNHEARD,
  marks: FileMarks | null = null,
): AsyncGenerator<FoundRecord | FoundPart> {
  const dialects = await allFormats(io.games);
  for (const path of paths) {
    const isChosen = as !== null || !(await isFolder(path));
    const isRecord = isChosen ? () => true : recordNames(dialects);
    for await (const file of filesIn(path))
      if (typeof file !== 'string') yield { name: path, source: file };
      else if (isRecord(file))
        yield* fromFile(io, dialects, file, as, { skip, isLoose: !isChosen, marks });
      else skip(file, 'otherEnding');
  }
}

function recordNames(dialects: readonly RecordFormat[]): (path: string) => boolean {
  const endings = [...ENDINGS, ...dialects.flatMap(({ extensions }) => extensions)];
  return path => endings.some(ending => path.toLowerCase().endsWith(`.${ending}`));
}

/** All records of one file, decompressed; collections in parts. */
export async function* fromFile(
  io: Io,
  dialects: readonly RecordFormat[],
  path: string,
  as: string | null,
  more: Partial<Pick<SourceSearch, 'skip' | 'isLoose' | 'marks'>> = {},
): AsyncGenerator<FoundRecord | FoundPart> {
  const search = { io, dialects, as, skip: UNHEARD, isLoose: false, marks: null, ...more };
  const reading = path === '-' ? null : ((await search.marks?.begin(path)) ?? null);
  if (reading?.skip === null) return;
  const bytes = path === '-' ? io.stdin : createReadStream(path);
  const chunks = reading === null ? bytes : reading.watch(bytes as AsyncIterable<Uint8Array>);
  yield* fromStream(search, { name: inputName(path), path, chunks, reading }, 0);
}

/** How to search files. */
interface SourceSearch {
  readonly io: Io;
  readonly dialects: readonly RecordFormat[];
  readonly as: string | null;
  readonly skip: OnSkipped;
  /** Whether the file was found in a folder, not named by the user, so that it may not be a record. */
  readonly isLoose: boolean;
  readonly marks: FileMarks | null;
}

const UNHEARD: OnSkipped = () => {};

/** A stream with its name, and the path that tells its format. */
interface Input {
  readonly name: string;
  readonly path: string;
  readonly chunks: AsyncIterable<Uint8Array | string>;
  readonly reading?: FileReading | null;
}

async function* fromStream(
  search: SourceSearch,
  { name, path, chunks: stream, reading: own = null }: Input,
  depth: number,
): AsyncGenerator<FoundRecord | FoundPart> {
  try {
    const { head, chunks } = await lookInto(stream);
    const packing = packingOf(head);
    // the files of an archive are not marked one by one
    const reading = packing === 'zip' ? null : own;
    if (packing === null) yield* fromUnpacked(search, { name, path, chunks, reading }, head);
    else if (depth === MAX_PACKINGS) yield { name, source: TOO_DEEP };
    else {
      // archives contain other files, as folders do
      const inner = packing === 'zip' && search.as === null ? { ...search, isLoose: true } : search;
      for await (const file of unpack(name, packing, chunks))
        if (packing === 'zip' && inner.isLoose && !recordNames(search.dialects)(file.path))
          search.skip(file.name, 'otherEnding');
        else yield* fromStream(inner, { ...file, reading }, depth + 1);
    }
  } catch (cause) {
    if (cause instanceof UnpackError) yield { name, source: cause.failed };
    // an error without a code is a bug
    else if ((cause as NodeJS.ErrnoException).code === undefined) throw cause;
    else yield { name, source: fail('unreadable', `cannot read ${name}: ${reason(cause)}`) };
  }
}

const TOO_DEEP = fail('unsupported', 'nested archives are not supported');

async function* fromUnpacked(
  { io, dialects, as, skip, isLoose }: SourceSearch,
  { name, path, chunks, reading }: Input,
  head: Uint8Array,
): AsyncGenerator<FoundRecord | FoundPart> {
  const dialect = cuttable(dialects, path, head, as);
  if (dialect !== null) yield* cutParts(name, dialect, { chunks, head, reading: reading ?? null });
  else if (isLoose && /\.txt$/i.test(path) && isOtherText(dialects, path, head))
    skip(name, 'noRecord');
  else {
    const bytes = await readStream(chunks, path, MAX_INPUT_BYTES);
    if (bytes.ok && isLoose && /\.json$/i.test(path) && isOtherJson(dialects, path, bytes.value))
      skip(name, 'noRecord');
    else if (bytes.ok) yield* recordsIn(io.games, path, bytes.value, as, name);
    else yield { name, source: bytes };
  }
}

const isOtherText = (dialects: readonly RecordFormat[], path: string, head: Uint8Array): boolean =>
  !isWhole(head) && findFormat(dialects, path, head, null) === null && !dialects.some(has(head));

/** Returns whether a file is JSON of another kind: native records have a header, and formats recognize theirs. */
function isOtherJson(dialects: readonly RecordFormat[], path: string, bytes: Uint8Array): boolean {
  if (isCar(bytes) || isPack(bytes) || findFormat(dialects, path, bytes, null) !== null)
    return false;
  const json = parseJson(decodeNarrowText(bytes));
  return !json.ok || !isObject(json.value) || !isObject(json.value.header);
}

/** The first bytes of a stream, and all of it. */
async function lookInto(
  stream: AsyncIterable<Uint8Array | string>,
): Promise<{ readonly head: Uint8Array; readonly chunks: AsyncIterable<Uint8Array | string> }> {
  const iterator = stream[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let size = 0;
  while (size < LOOK_BYTES) {
    const { value, done } = await iterator.next();
    if (done) break;
    first.push(typeof value === 'string' ? Buffer.from(value) : value);
    size += first.at(-1)!.length;
  }
  async function* all() {
    try {
      yield* first;
      for (let next = await iterator.next(); !next.done; next = await iterator.next())
        yield next.value;
    } finally {
      await iterator.return?.(); // closes the file if the caller does not read the rest
    }
  }
  return { head: Buffer.concat(first), chunks: all() };
}

/** The format that splits an input into parts; null to read it whole. */
function cuttable(
  dialects: readonly RecordFormat[],
  path: string,
  head: Uint8Array,
  as: string | null,
): RecordFormat | null {
  if (as === null && isWhole(head)) return null;
  const named = findFormat(dialects, path, head, as);
  const able = named ?? (as === null ? dialects.find(has(head)) : undefined);
  return able?.cutter === undefined ? null : able;
}

/** Returns whether an input is binary or one native record. */
const isWhole = (head: Uint8Array): boolean =>
  head.length === 0 || isCar(head) || isPack(head) || isJson(head);

/** Returns whether a format can read some record of a text; the first one may be invalid. */
const has =
  (head: Uint8Array) =>
  ({ readAll }: RecordFormat): boolean => {
    for (const kifu of readAll?.(head) ?? [])
      if (kifu.ok && kifu.value.entries.length > 0) return true;
    return false;
  };

async function* cutParts(
  name: string,
  dialect: RecordFormat,
  {
    chunks,
    head,
    reading,
  }: Required<Pick<Input, 'chunks' | 'reading'>> & { readonly head: Uint8Array },
): AsyncGenerator<FoundPart> {
  const found = {
    name,
    dialect: dialect.name,
    ...(reading !== null && { place: null, before: reading.before.records }),
  };
  const placed = (isEnd: boolean) => reading !== null && { place: reading.place(parts, isEnd) };
  const cutter = dialect.cutter!();
  let parts = 0;
  for await (const text of textPieces(chunks, wideSetOf(head)))
    for (const part of cutter.push(text))
      if (++parts > (reading?.skip ?? 0)) yield { ...found, part, ...placed(false) };
  // the last part may be longer when the file has grown
  for (const part of cutter.end()) yield { ...found, part };
  yield { ...found, part: null, ...placed(true) };
}
