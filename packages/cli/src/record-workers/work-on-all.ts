/** Records worked on in threads as they are found; results come in their order. */
import type { FoundPart } from '../find-sources.ts';
import type { Io } from '../io.ts';
import { type FoundRecord, NOTHING_IN_IT, nameOf } from '../read-records.ts';
import { type Work, type WorkDone, workOn } from './jobs.ts';
import { createRecordWorkers, type RecordWorkers } from './pool.ts';

/** The result of the work on one record. */
export interface WorkResult<W extends Work> {
  /** The file, with `#2` for the second of a collection. */
  readonly name: string;
  readonly done: WorkDone[W['do']];
}

/** What is being worked on. */
interface RunningWork<W extends Work> {
  readonly found: FoundRecord | FoundPart;
  readonly done: Promise<WorkDone[W['do']][]>;
}

/** Works on all that is found; what to do may depend on the file. `onWorked` is called for each when all its results have been taken. */
export async function* workOnAll<W extends Work>(
  io: Io,
  found: AsyncIterable<FoundRecord | FoundPart>,
  workFor: (file: string) => W,
  onWorked: (found: FoundRecord | FoundPart) => void = () => {},
): AsyncGenerator<WorkResult<W>> {
  const workers = createRecordWorkers(io);
  const working: RunningWork<W>[] = [];
  /** How many records of the present collection there were. */
  let count = 0;
  const finish = async ({ found: one, done }: RunningWork<W>): Promise<WorkResult<W>[]> => {
    const all = await done;
    if ('source' in one) return all.map(done => ({ name: one.name, done }));
    count = Math.max(count, one.before ?? 0);
    const isEmpty = one.part === null && count === 0;
    const worked = all
      .filter(() => one.part !== null || isEmpty)
      .map(done => ({ name: nameOf(one.name, ++count), done }));
    if (one.part === null) count = 0;
    return worked;
  };
  async function* finishNext(): AsyncGenerator<WorkResult<W>> {
    const next = working.shift()!;
    yield* await finish(next);
    onWorked(next.found);
  }
  try {
    for await (const one of found) {
      working.push({ found: one, done: begin(io, workers, one, workFor(one.name)) });
      if (working.length > workers.appetite) yield* finishNext();
    }
    while (working.length > 0) yield* finishNext();
  } finally {
    // a caller that leaves early does not wait for these any more: their failures are not errors
    for (const { done } of working) done.catch(() => {});
    await workers.close();
  }
}

/** What comes of a record, or of those of a part. At the end of a collection, of one that is missing. */
async function begin<W extends Work>(
  { games }: Io,
  workers: RecordWorkers,
  found: FoundRecord | FoundPart,
  work: W,
): Promise<WorkDone[W['do']][]> {
  if ('source' in found)
    return found.source.ok
      ? workers.run({ record: found.source.value }, work)
      : [await workOn(games, found.source, work)];
  const { part, dialect } = found;
  if (part === null) return [await workOn(games, NOTHING_IN_IT, work)];
  if ('ok' in part) return [await workOn(games, part, work)];
  return workers.run({ dialect, ...part }, work);
}
