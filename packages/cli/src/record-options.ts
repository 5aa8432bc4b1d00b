/** What all commands that read one record share. */
import { fail, type Result } from '@kifu/core';
import { type Frame, type Timeline, timeline } from '@kifu/record';
import { type Command, Option } from 'commander';
import { within } from './fault.ts';
import type { Report } from './handle.ts';
import type { Io } from './io.ts';
import { type Opened, openSource } from './open-record.ts';
import { wholeNumber } from './options.ts';
import { startProgress } from './progress.ts';
import { readRecord, type Source } from './record-file.ts';
import { counted } from './words.ts';

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

/** From so many entries on it takes a moment to play a record through, and a terminal is told. */
const LONG = 20_000;

/** Opens a record; of one that is broken, what can be played. Faults name the file. */
export async function openRecord(
  io: Io,
  file: string,
  { number, as }: Partial<RecordOptions> = {},
): Promise<Result<Opened>> {
  const source = await readRecord(io, file, number, as ?? null);
  if (!source.ok) return source;
  const progress = startProgress(io);
  const length = lengthOf(source.value);
  if (length > LONG)
    await progress.tell(`playing ${counted(length, 'entry', 'entries')} through …`);
  const opened = await openSource(io.games, source.value);
  progress.clear();
  return opened.ok ? opened : within(source.value.name, opened);
}

const lengthOf = (source: Source): number =>
  'kifu' in source ? source.kifu.entries.length : source.nodes.length - 1;

/** Opens a record that must be whole. */
export async function openWhole(
  io: Io,
  file: string,
  options: Partial<RecordOptions> = {},
): Promise<Result<Opened>> {
  const opened = await openRecord(io, file, options);
  return opened.ok && opened.value.fault !== null ? brokenAt(opened.value) : opened;
}

/** Tells of a record what there is to tell, and of a broken one also where it breaks. */
export function reportOf(opened: Opened, report: Report): Report {
  return opened.fault === null ? report : { ...report, fault: brokenAt(opened).fault };
}

const brokenAt = ({ source, fault }: Opened) => within(source.name, { ok: false, fault: fault! });

/** How much memory checkpoints may take: lists look at every point of a record, one after the other. */
const BUDGET_BYTES = 1 << 26;

/** The timeline of a record. */
export function timelineOf({ kit, kifu, source }: Opened): Result<Timeline> {
  const line = timeline(kit.game, kifu, { budgetBytes: BUDGET_BYTES });
  return line.ok ? line : within(source.name, line);
}

/** The timeline of a record, and its frame after so many entries; at the end unless told. */
export function frameOf(
  opened: Opened,
  at: number | undefined,
): Result<{ readonly line: Timeline; readonly frame: Frame }> {
  const line = timelineOf(opened);
  if (!line.ok) return line;
  const { length } = line.value;
  const n = at ?? length;
  if (n <= length) return { ok: true, value: { line: line.value, frame: line.value.at(n) } };
  if (opened.fault !== null && n <= opened.entries) return brokenAt(opened);
  const count = counted(opened.entries, 'entry', 'entries');
  return fail('not-found', `${opened.source.name}: the record has ${count}, there is no ${n}`);
}
