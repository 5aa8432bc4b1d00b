/** What all commands that read one record share. */
import { fail, type Result } from '@kifu/core';
import { type Frame, type Timeline, timeline } from '@kifu/record';
import type { Source } from '@kifu/record/file';
import { type Opened, openSource } from '@kifu/record/file';
import { type Command, Option } from 'commander';
import { within } from './fault.ts';
import type { Report } from './handle.ts';
import type { Io } from './io.ts';
import { wholeNumber } from './options.ts';
import { whilePlaying } from './progress.ts';
import { readRecord } from './read-records.ts';
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
    .addOption(
      new Option('--as <FORM>', 'take the file to be in this form: car, json, pack, pgn, …'),
    );

/** `--at`: after how many entries. */
export const atOption = (): Option =>
  new Option('--at <N>', 'after so many entries (default: at the end)').argParser(
    wholeNumber(0, 1_000_000_000),
  );

/** Opens a record; of one that is broken, what can be played. Faults name the file. */
export async function openRecord(
  io: Io,
  file: string,
  { number, as }: Partial<RecordOptions> = {},
): Promise<Result<Opened>> {
  const source = await readRecord(io, file, number, as ?? null);
  if (!source.ok) return source;
  const opened = await whilePlaying(io, lengthOf(source.value), () =>
    openSource(io.games, source.value),
  );
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
export async function timelineOf(io: Io, { kit, kifu, source }: Opened): Promise<Result<Timeline>> {
  const line = await whilePlaying(io, kifu.entries.length, () =>
    timeline(kit.game, kifu, { budgetBytes: BUDGET_BYTES }),
  );
  return line.ok ? line : within(source.name, line);
}

/** The timeline of a record, and its frame after so many entries; at the end unless told. */
export async function frameOf(
  io: Io,
  opened: Opened,
  at: number | undefined,
): Promise<Result<{ readonly line: Timeline; readonly frame: Frame }>> {
  const line = await timelineOf(io, opened);
  if (!line.ok) return line;
  const { length } = line.value;
  const n = at ?? length;
  if (n <= length) return { ok: true, value: { line: line.value, frame: line.value.at(n) } };
  if (opened.fault !== null && n <= opened.entries) return brokenAt(opened);
  const count = counted(opened.entries, 'entry', 'entries');
  return fail('not-found', `${opened.source.name}: the record has ${count}, there is no ${n}`);
}
