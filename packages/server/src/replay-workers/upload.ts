/** Records from strangers: found in bytes of any format, replayed, and compared with the rules in full. */
import {
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
import { judge, reportData, type WhichSignatures } from '@kifu/record';
import { encodeAnnotations, hasRemarks } from '@kifu/record/annotations';
import {
  findRecords,
  type Games,
  type OpenedSource,
  type RecordSource,
  verifySource,
} from '@kifu/record/file';
import { type ListingOptions, listingBy, SummaryWriter } from '@kifu/record/replay';
import type { ToList } from '@kifu/record/store';

/** Uploaded bytes. */
export interface UploadJob {
  readonly do: 'upload';
  readonly bytes: Uint8Array;
  /** Their declared format; null to detect it. */
  readonly as: string | null;
  readonly signatures: WhichSignatures;
  /** Whether valid records are to be stored, so that nodes and summaries are needed. */
  readonly keep: boolean;
}

/** Result of an upload. */
export interface CheckedUpload {
  readonly records: readonly CheckedRecord[];
  /** Whether there were more records than one upload may contain. */
  readonly isCut: boolean;
}

/** One record of an upload. */
export interface CheckedRecord {
  /** A report of `verify`; for an unreadable record only verdict and fault. */
  readonly report: JsonObject;
  readonly form: string | null;
  /** What the format could not represent. */
  readonly losses: readonly string[];
  /** What to store; null if the record is invalid, or was not sent to be stored. */
  readonly toKeep: {
    readonly nodes: readonly Uint8Array[];
    /** The block of its annotations; null if there are none. */
    readonly remarks: Uint8Array | null;
    /** With content IDs as text, for other threads. */
    readonly listing: Omit<ToList, 'match' | 'head'>;
    readonly match: string;
    readonly head: string;
  } | null;
}

/** Limit of records per upload. */
const MAX_RECORDS = 100;

/** Verifies all records in some bytes. */
export async function checkUpload(games: Games, job: UploadJob): Promise<Result<CheckedUpload>> {
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

/** Verifies and summarizes a record in one pass. */
async function checkOne(
  games: Games,
  source: RecordSource,
  job: UploadJob,
): Promise<CheckedRecord> {
  let lister: SummaryWriter | null = null;
  const { report, opened, fault } = await verifySource(games, source, {
    signatures: job.signatures,
    readers: async kit => {
      lister = new SummaryWriter(kit.game as Game, await listingOptions(kit));
      return job.keep ? [lister] : [];
    },
  });
  const { form, losses } = source;
  if (report === null) return broken(fault!, form);
  const judged = judge(report);
  const isGood = fault === null && judged.verdict !== 'sealed';
  const toKeep = isGood && job.keep ? keepable(opened!, lister!) : null;
  return { report: reportData(report, judged), form, losses: opened?.losses ?? losses, toKeep };
}

function keepable(
  { kit, kifu, nodes, replay }: OpenedSource,
  lister: SummaryWriter,
): CheckedRecord['toKeep'] {
  const { match, head, ...listing } = lister.listing(replay, kifu);
  const remarks = hasRemarks(kifu) ? encodeAnnotations(kit.game as Game, head, kifu) : null;
  return { nodes, remarks, listing, match: formatCid(match), head: formatCid(head) };
}

/** Source of uploaded records, for their summaries. */
export const UPLOADED = 'upload';

const listingOptions = async (kit: Kit): Promise<ListingOptions> => ({
  visibility: 'public',
  source: UPLOADED,
  ...(await listingBy(kit)),
});

/** Returns the summary with its content IDs decoded. */
export function summaryOfUpload({
  listing,
  match,
  head,
}: NonNullable<CheckedRecord['toKeep']>): ToList | null {
  const [matchCid, headCid] = [parseCid(match), parseCid(head)];
  return matchCid.ok && headCid.ok
    ? { ...listing, match: matchCid.value, head: headCid.value }
    : null;
}
