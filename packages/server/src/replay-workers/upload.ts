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
export interface CheckedUpload {
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
  /** What to store; null if the record is invalid, or was not sent to be stored. */
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

/** One pass: what is verified is listed on the way. */
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

/** Where such records come from, as listings say it. */
export const UPLOADED = 'upload';

const listingOptions = async (kit: Kit): Promise<ListingOptions> => ({
  visibility: 'public',
  source: UPLOADED,
  ...(await listingBy(kit)),
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
