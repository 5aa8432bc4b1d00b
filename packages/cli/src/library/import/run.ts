/**
 * Imports records: threads read, verify and pack them while this one writes the previous ones, many per transaction. A bad record is
 * reported and skipped. Records imported before the user stops it stay in the library.
 */
import { type Fault, ok, type Result } from '@kifu/core';
import type { FoundPart, SkipReason } from '../../find-sources.ts';
import type { Io } from '../../io.ts';
import type { FoundRecord } from '../../read-records.ts';
import { workOnAll } from '../../record-workers/work-on-all.ts';
import { createTurns } from '../../turns.ts';
import { attempt, type Library, type LibraryFile } from '../open.ts';
import type { Labels, ToKeep } from '../prepare.ts';
import { createDryRun, type SaveOutcome, saveToLibrary } from '../save.ts';
import type { MarkedPlace } from './file-marks.ts';
import type { MarkWriter } from './mark-writer.ts';

/** How many records may be on their way into the store: enough to fill a large transaction while the one before is written. */
const IN_FLIGHT = 10_240;
/** How many bytes of records may be on their way: long ones, and those stored as blocks, count for more. */
const IN_FLIGHT_BYTES = 2 ** 26;

/** How an import went so far. */
export interface ImportTally {
  records: number;
  new: number;
  grown: number;
  known: number;
  bad: number;
  /** Records that were imported before, and were not read again. */
  unread: number;
  /** Files that were passed over, and why. */
  readonly skipped: Map<string, SkipReason>;
  /** What foreign forms said that a record has no room for, and of how many records. */
  readonly losses: Map<string, number>;
}

/** Options of an import. */
export interface ImportPlan {
  readonly labels: Labels;
  /** Names the source where the labels do not: the file that a record is from. */
  sourceOf(name: string): string | null;
  /** Whether nothing is to be written. */
  readonly isDry: boolean;
  /** Aborted when the user stops the import. */
  readonly signal: AbortSignal;
  /** Marks how far files are imported; null where nothing is marked. */
  readonly marks: MarkWriter | null;
  /** Called with each record in the order of completion. */
  onRecord(name: string, kept: Result<SaveOutcome>): Promise<void>;
}

/** A tally of nothing. */
export const newTally = (): ImportTally => ({
  records: 0,
  new: 0,
  grown: 0,
  known: 0,
  bad: 0,
  unread: 0,
  skipped: new Map(),
  losses: new Map(),
});

/** Imports what is found. A fault is the store's: nothing more can be kept. */
export async function importAll(
  io: Io,
  library: Library,
  found: AsyncIterable<FoundRecord | FoundPart>,
  plan: ImportPlan,
  tally: ImportTally,
): Promise<Result<void>> {
  const keep = plan.isDry ? createDryRun() : saveToLibrary;
  const { file } = library;
  const isPacked = !plan.isDry && library.keepPack !== undefined && file?.keepsBlocks !== true;
  const workFor = (file: string) =>
    ({ do: 'prepare', labels: labelsOf(plan, file), isPacked }) as const;
  const inTurn = createMatchTurns(() => file?.flush());
  const writing = new Set<Promise<void>>();
  let writingBytes = 0;
  let wake = () => {};
  let failure: Fault | null = null;
  const othersTurn = createTurns(io);
  const onWorked = (one: FoundRecord | FoundPart) => {
    if ('source' in one || one.place === undefined) plan.marks?.leave();
    else if (one.place !== null) plan.marks?.reach(one.place as MarkedPlace);
  };
  for await (const { name, done } of workOnAll(io, found, workFor, onWorked)) {
    if (plan.signal.aborted || failure !== null) break;
    const { record, losses } = done;
    tally.records++;
    countLosses(tally, losses);
    const settled = plan.marks?.begin();
    if (!record.ok) {
      tally.bad++;
      settled?.(true);
      await plan.onRecord(name, record);
    } else {
      const keeping = inTurn(record.value, toKeep => keep(io.games, library, toKeep)).then(
        async kept => {
          // a match that cannot be read does not stop the import; a library that cannot be written does
          if (!kept.ok && (isRefused(library) || kept.fault.code === 'unwritable')) {
            failure ??= kept.fault;
            plan.marks?.stop();
          } else await settle(name, kept);
          settled?.(!kept.ok);
        },
      );
      const bytes = bytesOf(record.value);
      const mine = keeping.finally(() => {
        writing.delete(mine);
        writingBytes -= bytes;
        wake();
      });
      writing.add(mine);
      writingBytes += bytes;
      if (writing.size >= IN_FLIGHT || writingBytes >= IN_FLIGHT_BYTES) {
        file?.flush();
        await new Promise<void>(resolve => (wake = resolve));
      }
    }
    await othersTurn();
  }
  file?.flush(true);
  await Promise.all(writing);
  await plan.marks?.finish();
  if (failure === null && !plan.isDry && file !== undefined) await tidyUp(file, plan);
  return failure === null ? ok(undefined) : { ok: false, fault: failure };

  async function settle(name: string, kept: Result<SaveOutcome>): Promise<void> {
    tally[kept.ok ? kept.value.status : 'bad']++;
    if (kept.ok) countLosses(tally, kept.value.losses);
    await plan.onRecord(name, kept);
  }
}

/** What a record takes on its way, about. */
const bytesOf = ({ digests, pack, nodes }: ToKeep): number =>
  2 * digests.length + (pack?.length ?? 0) + (nodes ?? []).reduce((n, { length }) => n + length, 0);

/** Saves records of one match one after the other: each is compared with what the ones before have left. `onWait` is called when a record waits. */
function createMatchTurns(onWait: () => void) {
  const last = new Map<string, Promise<unknown>>();
  return (
    record: ToKeep,
    keep: (record: ToKeep) => Promise<Result<SaveOutcome>>,
  ): Promise<Result<SaveOutcome>> => {
    const match = Buffer.from(record.listing.match.digest).toString('latin1');
    const before = last.get(match);
    const work = () => attempt(() => keep(record));
    if (before !== undefined) onWait();
    const mine = (before === undefined ? work() : before.then(work)).finally(() => {
      if (last.get(match) === mine) last.delete(match);
    });
    last.set(match, mine);
    return mine;
  };
}

const isRefused = ({ file }: Library): boolean => (file?.refusal ?? null) !== null;

/** Packs updated matches that are over now, and returns free space. */
async function tidyUp(file: LibraryFile, { signal }: ImportPlan): Promise<void> {
  try {
    if (!signal.aborted) await file.pack({ signal });
    if (!signal.aborted) await file.shrink({ signal });
  } catch (cause) {
    if (!signal.aborted) throw cause;
  }
}

const labelsOf = ({ labels, sourceOf }: ImportPlan, file: string): Labels => ({
  ...labels,
  source: labels.source ?? sourceOf(file),
});

/** Number of different loss messages that are collected. */
const MAX_LOSSES = 100;

function countLosses({ losses }: ImportTally, lost: readonly string[]): void {
  for (const loss of new Set(lost))
    if (losses.has(loss) || losses.size < MAX_LOSSES) losses.set(loss, (losses.get(loss) ?? 0) + 1);
}
