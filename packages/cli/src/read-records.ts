/** Records in files and streams. */
import { Readable } from 'node:stream';
import { type Fail, fail, ok, type Result } from '@kifu/core';
import { findRecords, type Games, type RecordSource } from '@kifu/record/file';
import { isDoubleSigning } from '@kifu/record/sign';
import type { Io } from './io.ts';
import { findKept } from './library/records.ts';
import { inputName, MAX_INPUT_BYTES, readInput, readStream } from './read-input.ts';
import { within } from './run-command.ts';
import { packingOf, UnpackError, unpack } from './unpack/index.ts';

/** A record of a file, or why it is none. */
export interface FoundRecord {
  /** The file, with `#2` for the second of a collection. */
  readonly name: string;
  readonly source: Result<RecordSource>;
  /** The bytes of the file, if it is not a record but a proof that a key signed twice. */
  readonly proof?: Uint8Array;
}

/** All records of a file, or the one of the library that an id names; the bad ones as faults, which do not name the file. `-` is standard input. */
export async function* readRecords(
  io: Io,
  path: string,
  as: string | null = null,
): AsyncGenerator<FoundRecord> {
  const name = inputName(path);
  const kept = as === null ? await findKept(io, path) : null;
  if (kept !== null) {
    yield { name, source: kept };
    return;
  }
  const bytes = await readInput(io, path);
  if (!bytes.ok) yield { name, source: bytes };
  else yield* fromBytes(io.games, path, bytes.value, as);
}

/** All records of a file that has been read; one that is packed is unpacked first. */
async function* fromBytes(
  games: Games,
  path: string,
  bytes: Uint8Array,
  as: string | null,
): AsyncGenerator<FoundRecord> {
  const packing = packingOf(bytes);
  if (packing === null) {
    yield* recordsIn(games, path, bytes, as);
    return;
  }
  try {
    for await (const file of unpack(path, packing, Readable.from([bytes]))) {
      const unpacked = await readStream(file.chunks, file.path, MAX_INPUT_BYTES);
      if (unpacked.ok) yield* recordsIn(games, file.path, unpacked.value, as, file.name);
      else yield { name: file.name, source: unpacked };
    }
  } catch (cause) {
    if (!(cause instanceof UnpackError)) throw cause;
    yield { name: inputName(path), source: cause.failed };
  }
}

/** All records of a file that has been read. */
export async function* recordsIn(
  games: Games,
  path: string,
  bytes: Uint8Array,
  as: string | null,
  name = inputName(path),
): AsyncGenerator<FoundRecord> {
  const more = as === null && isDoubleSigning(bytes) ? { proof: bytes } : {};
  for await (const found of numbered(name, findRecords(games, path, bytes, as)))
    yield { ...found, ...more };
}

/** Records with the name of their file, and from the second on with their number. */
async function* numbered(
  name: string,
  records: AsyncIterable<Result<RecordSource>>,
): AsyncGenerator<FoundRecord> {
  let i = 0;
  for await (const source of records) {
    i++;
    const own = nameOf(name, i);
    yield { name: own, source: source.ok ? ok({ ...source.value, name: own }) : source };
  }
  if (i === 0) yield { name, source: NOTHING_IN_IT };
}

/** The name of a record: that of its file, from the second on with its number. */
export const nameOf = (file: string, number: number): string =>
  number === 1 ? file : `${file}#${number}`;

/** Of a file without a record. */
export const NOTHING_IN_IT = fail('malformed', 'contains no record');

/** The only record of a file; of a collection the first, or the one with that number. Faults name the file. */
export async function readRecord(
  io: Io,
  path: string,
  number = 1,
  as: string | null = null,
): Promise<Result<RecordSource>> {
  let i = 0;
  for await (const { name, source } of readRecords(io, path, as))
    if (++i === number) return source.ok ? source : naming(name, source);
  const count = i === 1 ? 'one record' : `${i} records`;
  return fail('not-found', `${inputName(path)} has ${count}, not ${number}`);
}

/** Adds the name of a file to a fault that does not name it yet. */
export const naming = (name: string, failed: Fail): Fail =>
  [name, `cannot read ${name}`].some(start => failed.fault.message.startsWith(start))
    ? failed
    : within(name, failed);
