/** What all commands that read one record share. */
import type { Result } from '@kifu/core';
import { type Command, Option } from 'commander';
import { within } from './fault.ts';
import type { Io } from './io.ts';
import { wholeNumber } from './options.ts';
import { type Opened, openSource, readRecord } from './record-file.ts';

/** Which record of a file, in which form. */
export interface RecordOptions {
  readonly number: number;
  readonly as?: string;
}

/** `FILE`, `--number` and `--as`. */
export const addRecordOptions = (command: Command): Command =>
  command
    .argument('<FILE>', 'a record in any form: CAR, JSON, PGN, …; - for standard input')
    .addOption(
      new Option('--number <N>', 'which record of a collection')
        .argParser(wholeNumber(1, 1_000_000_000))
        .default(1),
    )
    .addOption(new Option('--as <FORM>', 'take the file to be in this form: car, json, pgn, …'));

/** `--at`: after how many entries. */
export const atOption = (): Option =>
  new Option('--at <N>', 'after so many entries (default: at the end)').argParser(
    wholeNumber(0, 1_000_000_000),
  );

/** Opens the record and does something with it; faults name the file. */
export async function withRecord<T>(
  io: Io,
  file: string,
  { number, as }: RecordOptions,
  work: (opened: Opened) => Result<T> | Promise<Result<T>>,
): Promise<Result<T>> {
  const source = await readRecord(io, file, number, as ?? null);
  if (!source.ok) return source;
  const opened = await openSource(io.games, source.value);
  return opened.ok ? work(opened.value) : within(file, opened);
}
