/** Writes the records of a selection to one file: in sequence if the format has collections, otherwise one file each in a ZIP. */
import type { Fault, Result } from '@kifu/core';
import {
  expectHead,
  type FormatInfo,
  findRecords,
  type Games,
  openSource,
  writeAs,
} from '@kifu/record/file';
import { fileName } from '@kifu/viewer/shared';
import { zipSync } from 'fflate';
import type { WantedRecords } from '../record-files.ts';

/** A record as it is written. */
export interface WrittenRecord {
  /** The names of its players. */
  readonly players: readonly string[];
  readonly output: Uint8Array | string;
  readonly losses: readonly string[];
}

/** Writes the selected records of a file; each is replayed first. */
export async function* writeRecords(
  games: Games,
  { name, bytes, numbers, head }: WantedRecords,
  form: string,
): AsyncGenerator<Result<WrittenRecord>> {
  const last = Math.max(...numbers);
  let number = 0;
  for await (const source of findRecords(games, name, bytes, null)) {
    number++;
    const wanted = source.ok ? expectHead(source.value, head ?? null) : source;
    if (numbers.includes(number)) yield wanted.ok ? writeOne(games, wanted.value, form) : wanted;
    if (number >= last) return;
  }
}

async function writeOne(
  games: Games,
  source: Parameters<typeof openSource>[1],
  form: string,
): Promise<Result<WrittenRecord>> {
  const opened = await openSource(games, source);
  if (!opened.ok) return opened;
  const { kifu, fault, losses } = opened.value;
  if (fault !== null) return refused(fault);
  const written = await writeAs(opened.value, form);
  if (!written.ok) return written;
  const players = kifu.header.players.map(player => player.name);
  const { output, losses: more } = written.value;
  return { ok: true, value: { players, output, losses: [...losses, ...more] } };
}

const refused = (fault: Fault): Result<never> => ({ ok: false, fault });

/** A file to be saved. */
export interface SelectionFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** All that was written as one file. */
export function joinRecords(
  records: readonly WrittenRecord[],
  { ending, isCollection }: FormatInfo,
): SelectionFile {
  const [first] = records;
  if (records.length === 1)
    return { name: fileName(first!.players, ending), bytes: bytesOf(first!.output) };
  if (isCollection) return { name: `matches.${ending}`, bytes: bytesOf(collectionOf(records)) };
  const digits = `${records.length}`.length;
  const files = records.map(({ players, output }, i): [string, Uint8Array] => [
    `${`${i + 1}`.padStart(digits, '0')}-${fileName(players, ending)}`,
    bytesOf(output),
  ]);
  return { name: `matches-${ending}.zip`, bytes: zipSync(Object.fromEntries(files)) };
}

/** One text with an empty line after each record, as collections have it. */
const collectionOf = (records: readonly WrittenRecord[]): string =>
  records.map(({ output }) => `${`${output}`.trimEnd()}\n`).join('\n');

const bytesOf = (output: Uint8Array | string): Uint8Array =>
  typeof output === 'string' ? new TextEncoder().encode(output) : output;
