/** What is done with records and parts of collections: plain data in, plain data out, so that any thread can do it. */
import {
  type Fault,
  fail,
  isSpoken,
  type Json,
  ok,
  type RecordFormat,
  type Result,
} from '@kifu/core';
import type { Report, WhichSignatures } from '@kifu/record';
import { type Games, type RecordSource, verifySource } from '@kifu/record/file';
import type { CarriedProof } from '../ipgs/carried.ts';
import { type Preparing, prepareSource, type ToKeep } from '../library/prepare.ts';

/** A part of a collection, as a cutter of its dialect gave it. */
interface CollectionPart {
  readonly dialect: string;
  readonly text: string;
  readonly from: Json;
}

/** What a thread is given: a part of a collection, or one record. */
export type Job = CollectionPart | { readonly record: RecordSource };

/** What to do with records. */
export type Work =
  | ({ readonly do: 'prepare' } & Preparing)
  | { readonly do: 'verify'; readonly signatures: WhichSignatures };

/** The result of each kind of work. */
export interface WorkDone {
  readonly prepare: PreparedRecord;
  readonly verify: CheckedRecord;
}

/** What is known of a record that was verified. */
export interface CheckedRecord {
  /** Null where no nodes can be made of it. */
  readonly checks: Report | null;
  /** Why it is invalid, without the name of the file; null if it is valid. */
  readonly fault: Fault | null;
  /** What the commits of IPGS prove that it carries; null where it carries none. */
  readonly carried: CarriedProof | null;
}

/** A record that is ready for the library, or why it is not. */
interface PreparedRecord {
  readonly record: Result<ToKeep>;
  /** What reading had to leave behind. */
  readonly losses: readonly string[];
}

/** Works on a record, or on all records of a part in their order. */
export async function workOnJob<W extends Work>(
  games: Games,
  job: Job,
  work: W,
): Promise<WorkDone[W['do']][]> {
  const sources = 'record' in job ? [ok(job.record)] : readPart(games, job);
  const done: WorkDone[W['do']][] = [];
  for await (const source of sources) done.push(await workOn(games, source, work));
  return done;
}

/** Works on one record; one that cannot be read is bad in any case. */
export async function workOn<W extends Work>(
  games: Games,
  source: Result<RecordSource>,
  work: W,
): Promise<WorkDone[W['do']]>;
export async function workOn(
  games: Games,
  source: Result<RecordSource>,
  work: Work,
): Promise<WorkDone[Work['do']]> {
  if (work.do === 'prepare') {
    if (!source.ok) return { record: source, losses: [] };
    const record = await prepareSource(games, source.value, work);
    return { record, losses: record.ok ? record.value.losses : source.value.losses };
  }
  if (!source.ok) return { checks: null, fault: source.fault, carried: null };
  return verifyRecord(games, source.value, work.signatures);
}

async function verifyRecord(
  games: Games,
  source: RecordSource,
  signatures: WhichSignatures,
): Promise<CheckedRecord> {
  const { report: checks, fault, opened } = await verifySource(games, source, { signatures });
  if (fault !== null || opened === null || opened.remarks.notes.every(isSpoken))
    return { checks, fault, carried: null };
  // not before it is needed: OpenPGP and the formats of IPFS take time to load
  const { carriedProof, checkCarried } = await import('../ipgs/carried.ts');
  const carried = await checkCarried(games, opened.kifu);
  return carried.ok
    ? { checks, fault, carried: carriedProof(carried.value) }
    : { checks, fault: carried.fault, carried: null };
}

/** How much text is read at once, in characters: each record is done with before another is read, while its moves are still known. */
const SLICE = 512;

async function* readPart(
  games: Games,
  { dialect: name, text, from }: CollectionPart,
): AsyncGenerator<Result<RecordSource>> {
  const dialect = await findDialect(games, name);
  if (dialect?.reader === undefined) {
    yield fail('unsupported', `no game knows the form ${name}`);
    return;
  }
  let losses: string[] = [];
  const reader = dialect.reader(what => losses.push(what), from);
  for (let at = 0; ; at += SLICE) {
    const isEnd = at >= text.length;
    for (const kifu of isEnd ? reader.end() : reader.push(text.slice(at, at + SLICE))) {
      yield kifu.ok ? ok({ name: '', form: name, losses, kifu: kifu.value }) : kifu;
      losses = [];
    }
    if (isEnd) return;
  }
}

/** The dialect of that name. Games are loaded one after the other: a thread needs no more of them than the one. */
async function findDialect(games: Games, name: string): Promise<RecordFormat | null> {
  for (const game of games.names()) {
    const kit = await games.load(game);
    const found = kit.ok ? kit.value.formats.find(dialect => dialect.name === name) : undefined;
    if (found !== undefined) return found;
  }
  return null;
}
