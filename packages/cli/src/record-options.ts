/** What all commands that read one record share. */
import { type Fail, fail, type Game, ok, type Result } from '@kifu/core';
import { createPoints, type Frame, type Timeline, timelineOf } from '@kifu/record';
import {
  type MakeReaders,
  type OpenedSource,
  openSource,
  type RecordSource,
  verifySource,
} from '@kifu/record/file';
import type { TimelinePoints } from '@kifu/record/replay';
import { type Command, Option } from 'commander';
import type { Io } from './io.ts';
import { wholeNumber } from './options.ts';
import { whilePlaying } from './progress.ts';
import { readRecord } from './read-records.ts';
import { type CommandReport, within } from './run-command.ts';
import { counted } from './text.ts';

/** Which record of a file, and its format. */
export interface RecordOptions {
  readonly number: number;
  readonly as?: string;
}

/** `FILE`, `--number` and `--as`. */
export const addRecordOptions = (command: Command): Command =>
  command
    .argument('<FILE>')
    .addOption(new Option('--number <N>').argParser(wholeNumber(1, 1_000_000_000)).default(1))
    .addOption(new Option('--as <FORMAT>'));

/** `--at`: after how many entries. */
export const atOption = (): Option =>
  new Option('--at <N>').argParser(wholeNumber(0, 1_000_000_000));

/** Opens a record; of one that is broken, what can be played. Faults name the file. */
export async function openRecord(
  io: Io,
  file: string,
  { number, as }: Partial<RecordOptions> = {},
  readers?: MakeReaders,
): Promise<Result<OpenedSource>> {
  const source = await readRecord(io, file, number, as ?? null);
  if (!source.ok) return source;
  const opened = await whilePlaying(io, lengthOf(source.value), () =>
    openSource(io.games, source.value, readers),
  );
  return opened.ok ? opened : within(source.value.name, opened);
}

/** A record that can be looked at from any point. */
export interface Seekable extends OpenedSource {
  readonly line: Timeline;
}

/** Opens a record and makes it seekable, in one pass. */
export async function openSeekable(
  io: Io,
  file: string,
  options: Partial<RecordOptions> = {},
): Promise<Result<Seekable>> {
  let points: TimelinePoints | null = null;
  const opened = await openRecord(io, file, options, ({ game }) => {
    points = createPoints(game as Game, BUDGET_BYTES);
    return [points];
  });
  if (!opened.ok) return opened;
  if (opened.value.replay.table === null)
    return within(file, fail('unsupported', 'the hands are hidden until the match has ended'));
  return ok({ ...opened.value, line: timelineOf(points!) });
}

const lengthOf = (source: RecordSource): number =>
  'kifu' in source ? source.kifu.entries.length : source.nodes.length - 1;

/** Opens a record that must be whole, with all its signatures good. */
export async function openWhole(
  io: Io,
  file: string,
  { number, as }: Partial<RecordOptions> = {},
): Promise<Result<OpenedSource>> {
  const source = await readRecord(io, file, number, as ?? null);
  if (!source.ok) return source;
  const { opened, fault } = await whilePlaying(io, lengthOf(source.value), () =>
    verifySource(io.games, source.value),
  );
  return opened === null || fault !== null
    ? within(source.value.name, { ok: false, fault: fault! })
    : ok(opened);
}

/** Adds to a report where a broken record breaks. */
export function reportOf(opened: OpenedSource, report: CommandReport): CommandReport {
  const broken = brokenAt(opened);
  return broken === null ? report : { ...report, fault: broken.fault };
}

/** Where a record breaks, with the name of its file; null where it does not. */
export const brokenAt = ({ source, fault }: OpenedSource): Fail | null =>
  fault === null ? null : within(source.name, { ok: false, fault });

/** How much memory checkpoints may take: lists look at every point of a record, one after the other. */
const BUDGET_BYTES = 1 << 26;

/** The frame of a record after N entries (default: at the end). */
export function frameOf(record: Seekable, at: number | undefined): Result<Frame> {
  const { line, fault, entries, source } = record;
  const n = at ?? line.length;
  if (n <= line.length) return ok(line.at(n));
  if (fault !== null && n <= entries) return brokenAt(record)!;
  const count = counted(entries, 'entry', 'entries');
  return fail('not-found', `${source.name}: the record has ${count}, not ${n}`);
}
