/** Records of files, folders and standard input, long collections in parts. */
import { createReadStream } from 'node:fs';
import { type CutPart, type Dialect, fail } from '@kifu/core';
import { allDialects, findDialect, isCar, isJson } from '@kifu/record/file';
import { isPack } from '@kifu/record/pack';
import { filesIn, isFolder } from './files-in.ts';
import type { Io } from './io.ts';
import { inputName, MAX_INPUT_BYTES, readStream } from './read-input.ts';
import { type FoundRecord, recordsIn } from './read-records.ts';
import { reason } from './save.ts';
import { textPieces } from './text-pieces.ts';

/** How much of an input is looked at to tell its form. */
const LOOK_BYTES = 1 << 16;
/** Endings of files that are records, besides those of dialects. */
const ENDINGS = ['car', 'kifu', 'json'];

/** A part of a collection, or its end. */
export interface FoundPart {
  /** The file. */
  readonly name: string;
  readonly dialect: string;
  /** Null at the end. */
  readonly part: CutPart | null;
}

/**
 * All records of files, folders and streams, the bad ones as faults, and collections in parts. Files of folders that are no records
 * are passed over.
 */
export async function* findSources(
  io: Io,
  paths: readonly string[],
  as: string | null,
): AsyncGenerator<FoundRecord | FoundPart> {
  const dialects = await allDialects(io.games);
  for (const path of paths) {
    const isRecord = (await isFolder(path)) && as === null ? recordNames(dialects) : () => true;
    for await (const file of filesIn(path))
      if (typeof file !== 'string') yield { name: path, source: file };
      else if (isRecord(file)) yield* fromFile(io, dialects, file, as);
  }
}

function recordNames(dialects: readonly Dialect[]): (path: string) => boolean {
  const endings = [...ENDINGS, ...dialects.flatMap(({ extensions }) => extensions)];
  return path => endings.some(ending => path.toLowerCase().endsWith(`.${ending}`));
}

/** All records of one file; collections in parts. */
export async function* fromFile(
  io: Io,
  dialects: readonly Dialect[],
  path: string,
  as: string | null,
): AsyncGenerator<FoundRecord | FoundPart> {
  const name = inputName(path);
  try {
    const stream = path === '-' ? io.stdin : createReadStream(path);
    const { head, chunks } = await lookInto(stream);
    const dialect = cuttable(dialects, path, head, as);
    if (dialect !== null) yield* cutParts(name, dialect, chunks);
    else {
      const bytes = await readStream(chunks, path, MAX_INPUT_BYTES);
      if (bytes.ok) yield* recordsIn(io.games, path, bytes.value, as);
      else yield { name, source: bytes };
    }
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === undefined) throw cause; // a bug, and no file's fault
    yield { name, source: fail('unreadable', `${name} cannot be read: ${reason(cause)}`) };
  }
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
      await iterator.return?.(); // closes the file where nobody wants the rest
    }
  }
  return { head: Buffer.concat(first), chunks: all() };
}

/** The dialect by which an input is cut into parts; null where it is read whole. */
function cuttable(
  dialects: readonly Dialect[],
  path: string,
  head: Uint8Array,
  as: string | null,
): Dialect | null {
  if (as === null && isWhole(head)) return null;
  const named = findDialect(dialects, path, head, as);
  const able = named ?? (as === null ? dialects.find(has(head)) : undefined);
  return able?.cutter === undefined ? null : able;
}

/** Whether an input is no text, or one record of ours. */
const isWhole = (head: Uint8Array): boolean =>
  head.length === 0 || isCar(head) || isPack(head) || isJson(head);

/** Whether some record of a text can be read: the first one may be the one that is bad. */
const has =
  (head: Uint8Array) =>
  ({ readAll }: Dialect): boolean => {
    for (const kifu of readAll?.(head) ?? [])
      if (kifu.ok && kifu.value.entries.length > 0) return true;
    return false;
  };

async function* cutParts(
  name: string,
  dialect: Dialect,
  chunks: AsyncIterable<Uint8Array | string>,
): AsyncGenerator<FoundPart> {
  const found = { name, dialect: dialect.name };
  const cutter = dialect.cutter!();
  for await (const text of textPieces(chunks))
    for (const part of cutter.push(text)) yield { ...found, part };
  for (const part of cutter.end()) yield { ...found, part };
  yield { ...found, part: null };
}
