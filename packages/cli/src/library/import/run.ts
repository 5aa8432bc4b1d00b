/**
 * Imports records: reads and verifies one after the other while the store writes those before, many in a transaction. A bad one
 * is told and passed over. Whoever stops it keeps what was imported.
 */
import { type Cid, type Fail, type Fault, type Header, ok, type Result } from '@kifu/core';
import { termsOf, verify } from '@kifu/record';
import { findGameIn, type NodeSource, openSource, type Source } from '@kifu/record/file';
import type { Io } from '../../io.ts';
import type { FoundRecord } from '../../read-records.ts';
import {
  type KeptRecord,
  keepRecord,
  type Labels,
  prepareKifu,
  prepareNodes,
  setApart,
  standingOf,
  type ToKeep,
} from '../keep.ts';
import { attempt, type Library } from '../open.ts';

/** How many records may be on their way into the store: enough for large transactions, and no more memory than that. */
const IN_FLIGHT = 128;
/** After how many records those that have ended are packed. */
const PACK_EVERY = 4096;
/** How long to work before others get a turn: signals, and the store's answers. */
const TURN_MS = 20;

/** How an import went so far. */
export interface Tally {
  records: number;
  new: number;
  grown: number;
  known: number;
  bad: number;
  /** What foreign forms said that a record has no room for, and of how many records. */
  readonly losses: Map<string, number>;
}

/** What an import is told. */
export interface ImportPlan {
  readonly labels: Labels;
  /** Names the source where the labels do not: the file that a record is from. */
  sourceOf(name: string): string | null;
  /** Whether nothing is to be written. */
  readonly isDry: boolean;
  /** Tells when somebody wants it to stop. */
  readonly signal: AbortSignal;
  /** Hears of each record, in the order in which they are done. */
  onRecord(name: string, kept: Result<KeptRecord>): Promise<void>;
}

/** A tally of nothing. */
export const newTally = (): Tally => ({
  records: 0,
  new: 0,
  grown: 0,
  known: 0,
  bad: 0,
  losses: new Map(),
});

/** Imports what is found. A fault is the store's: nothing more can be kept. */
export async function importAll(
  io: Io,
  library: Library,
  found: AsyncIterable<FoundRecord>,
  plan: ImportPlan,
  tally: Tally,
): Promise<Result<void>> {
  const keep = plan.isDry ? pretend : keepRecord;
  const writing = new Set<Promise<void>>();
  let wake = () => {};
  let trouble: Fault | null = null;
  let turn = io.now();
  for await (const { name, source } of found) {
    if (plan.signal.aborted || trouble !== null) break;
    const record = source.ok ? await prepare(io, source.value, labelsOf(plan, name)) : source;
    tally.records++;
    if (source.ok) countLosses(tally, record.ok ? record.value.losses : source.value.losses);
    if (!record.ok) {
      tally.bad++;
      await plan.onRecord(name, record);
    } else {
      const done = attempt(() => keep(library, record.value)).then(async kept => {
        // one match that cannot be read stops nobody; a file that cannot be written does
        if (
          !kept.ok &&
          ((library.file?.refusal ?? null) !== null || kept.fault.code === 'unwritable')
        )
          trouble ??= kept.fault;
        else await settle(name, kept);
      });
      const mine = done.finally(() => {
        writing.delete(mine);
        wake();
      });
      writing.add(mine);
      if (writing.size >= IN_FLIGHT) await new Promise<void>(resolve => (wake = resolve));
    }
    if (tally.records % PACK_EVERY === 0) {
      await Promise.all(writing);
      await packAll(library, plan);
    }
    if (io.now() - turn > TURN_MS) {
      await io.sleep(0);
      turn = io.now();
    }
  }
  await Promise.all(writing);
  if (trouble === null) await packAll(library, plan);
  return trouble === null ? ok(undefined) : { ok: false, fault: trouble };

  async function settle(name: string, kept: Result<KeptRecord>): Promise<void> {
    tally[kept.ok ? kept.value.status : 'bad']++;
    if (kept.ok) countLosses(tally, kept.value.losses);
    await plan.onRecord(name, kept);
  }
}

/** Packs what has ended, so that the room of its blocks is there for those to come. */
async function packAll(library: Library, { isDry, signal }: ImportPlan): Promise<void> {
  if (isDry || signal.aborted) return;
  await library.file?.pack({ signal }).catch((cause: unknown) => {
    if (!signal.aborted) throw cause;
  });
}

const labelsOf = ({ labels, sourceOf }: ImportPlan, name: string): Labels => ({
  ...labels,
  source: labels.source ?? sourceOf(name),
});

/** How many different sentences about losses are kept. */
const MAX_LOSSES = 100;

function countLosses({ losses }: Tally, lost: readonly string[]): void {
  for (const loss of new Set(lost))
    if (losses.has(loss) || losses.size < MAX_LOSSES) losses.set(loss, (losses.get(loss) ?? 0) + 1);
}

/** A record to keep, and what reading had to leave behind. */
interface Prepared extends ToKeep {
  readonly losses: readonly string[];
}

/** A record, played through by its rules; where it is signed, the last signature of each key is checked too. */
async function prepare(io: Io, source: Source, labels: Labels): Promise<Result<Prepared>> {
  if (!('kifu' in source)) return prepareFromNodes(io, source, labels);
  const { header } = source.kifu;
  const kit = await io.games.load(header.game, header.version);
  const record = kit.ok ? prepareKifu(kit.value, source.kifu, labels) : kit;
  if (!record.ok) return record;
  const { blocks, listing } = record.value;
  const nodes = blocks.map(({ bytes }) => bytes);
  const broken = hasKeys(header) ? await refuseBroken(io, nodes, listing.head) : null;
  return broken ?? ok({ ...record.value, losses: source.losses });
}

/** Whether anybody signs what happens. Playing a record through does not look at signatures. */
const hasKeys = (header: Header): boolean =>
  termsOf(header).referee !== null || header.players.some(({ key }) => key !== undefined);

async function refuseBroken(
  { games }: Io,
  nodes: readonly Uint8Array[],
  head: Cid,
): Promise<Fail | null> {
  const { fault } = await verify(nodes, findGameIn(games), { head: head.digest });
  return fault === null ? null : { ok: false, fault };
}

async function prepareFromNodes(
  io: Io,
  source: NodeSource,
  labels: Labels,
): Promise<Result<Prepared>> {
  const { games } = io;
  const { nodes, head } = source;
  const broken = await refuseBroken(io, nodes, head);
  if (broken !== null) return broken;
  const opened = await openSource(games, source);
  if (!opened.ok) return opened;
  const { kit, kifu, losses } = opened.value;
  const record = prepareNodes(kit, kifu, nodes, labels);
  return record.ok ? ok({ ...record.value, losses }) : record;
}

/** What would become of a record. One that comes twice would be new only once; nobody is told that here. */
async function pretend(library: Library, record: ToKeep): Promise<Result<KeptRecord>> {
  const { match, head } = record.listing;
  const standing = await standingOf(library, record);
  if (standing === 'other') {
    const own = setApart(record);
    return own.ok ? pretend(library, own.value) : own;
  }
  const status = standing === 'none' ? 'new' : standing === 'behind' ? 'grown' : 'known';
  return ok({ status, match, head, losses: [] });
}
