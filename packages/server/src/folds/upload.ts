/** Records from strangers: found in bytes of any form, played through, and everything they say compared. */
import {
  cidOf,
  type Fault,
  formatCid,
  type Game,
  type Json,
  type JsonObject,
  type Kit,
  ok,
  parseCid,
  type Result,
} from '@kifu/core';
import {
  encodeRemarks,
  type FindGame,
  hasRemarks,
  listingOf,
  type Report,
  reportData,
  type ToList,
  verdictOf,
  verify,
  type WhichSignatures,
} from '@kifu/record';
import { findRecords, type Games, type Opened, openSource, type Source } from '@kifu/record/file';

/** Bytes to look at. */
export interface UploadJob {
  readonly do: 'upload';
  readonly bytes: Uint8Array;
  /** The form they are said to have; null to find out. */
  readonly as: string | null;
  readonly signatures: WhichSignatures;
  /** Whether good ones are to be kept, so that nodes and listing are wanted. */
  readonly keep: boolean;
}

/** What was found in an upload. */
export interface Checked {
  readonly records: readonly CheckedRecord[];
  /** Whether there was more than is looked at in one go. */
  readonly isCut: boolean;
}

/** One record of an upload. */
export interface CheckedRecord {
  /** A report of `verify`; of what cannot even be read only verdict and fault. */
  readonly report: JsonObject;
  readonly form: string | null;
  /** What reading had to leave behind. */
  readonly losses: readonly string[];
  /** What to keep; null where it is not good, or nobody wants to. */
  readonly toKeep: {
    readonly nodes: readonly Uint8Array[];
    /** The block of remarks about it; null where nothing is said. */
    readonly remarks: Uint8Array | null;
    /** With content ids as text, as it goes through threads. */
    readonly listing: Omit<ToList, 'match' | 'head'>;
    readonly match: string;
    readonly head: string;
  } | null;
}

/** Records that are looked at in one go. */
const MAX_RECORDS = 100;

/** Looks at all records in some bytes. */
export async function checkUpload(games: Games, job: UploadJob): Promise<Result<Checked>> {
  const records: CheckedRecord[] = [];
  for await (const source of findRecords(games, '', job.bytes, job.as)) {
    if (records.length === MAX_RECORDS) return ok({ records, isCut: true });
    records.push(source.ok ? await checkOne(games, source.value, job) : broken(source.fault));
  }
  return ok({ records, isCut: false });
}

const broken = (fault: Fault, form: string | null = null): CheckedRecord => ({
  report: { verdict: 'broken', fault: fault as unknown as Json },
  form,
  losses: [],
  toKeep: null,
});

async function checkOne(games: Games, source: Source, job: UploadJob): Promise<CheckedRecord> {
  const findGame: FindGame = async (name, version) => {
    const kit = await games.load(name, version);
    return kit.ok ? ok(kit.value.game as Game) : kit;
  };
  const { signatures } = job;
  const opened = await openSource(games, source);
  if (!('kifu' in source)) {
    const report = await verify(source.nodes, findGame, { signatures, head: source.head.digest });
    return checked(report, source, opened.ok ? opened.value : null, job);
  }
  if (!opened.ok) return broken(opened.fault, source.form);
  const { nodes, head, fault } = opened.value;
  const report = await verify(nodes, findGame, { signatures, head: head.digest });
  return checked({ ...report, fault: report.fault ?? fault }, source, opened.value, job);
}

function checked(
  report: Report,
  { form, losses }: Source,
  opened: Opened | null,
  { keep }: UploadJob,
): CheckedRecord {
  const isGood = ['verified', 'unsigned'].includes(verdictOf(report));
  const toKeep = keep && isGood && opened !== null ? keepable(opened) : null;
  return { report: reportData(report), form, losses: opened?.losses ?? losses, toKeep };
}

function keepable({ kit, kifu, nodes, head }: Opened): CheckedRecord['toKeep'] {
  const match = cidOf('dag-cbor', nodes[0]!);
  const listed = listingOf(kit.game as Game, kifu, { match, head }, listingOptions(kit));
  if (!listed.ok) return null;
  const { match: _, head: __, ...listing } = listed.value;
  const remarks = hasRemarks(kifu) ? encodeRemarks(head, kifu) : null;
  return { nodes, remarks, listing, match: formatCid(match), head: formatCid(head) };
}

/** Where such records come from, as listings say it. */
export const SOURCE = 'upload';

const listingOptions = ({ notations: [notation] }: Kit) => ({
  visibility: 'public' as const,
  source: SOURCE,
  ...(notation === undefined ? {} : { formatMove: notation.format }),
});

/** The listing with its content ids again. */
export function listingOfKept({
  listing,
  match,
  head,
}: NonNullable<CheckedRecord['toKeep']>): ToList | null {
  const [matchCid, headCid] = [parseCid(match), parseCid(head)];
  return matchCid.ok && headCid.ok
    ? { ...listing, match: matchCid.value, head: headCid.value }
    : null;
}
