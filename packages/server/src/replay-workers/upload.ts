/** Records from strangers: found in bytes of any form, played through, and everything they say compared. */
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
import {
  checkSignatures,
  hasRemarks,
  Lister,
  type ListingOptions,
  type Report,
  reportData,
  type ToList,
  Verification,
  verdictOf,
  verify,
  type WhichSignatures,
} from '@kifu/record';
import {
  findGameIn,
  findRecords,
  type Games,
  type NodeSource,
  type Opened,
  openSource,
  type Source,
} from '@kifu/record/file';

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
  /** What to keep; null where it is not good, or nobody wants to. */
  readonly toKeep: {
    readonly nodes: readonly Uint8Array[];
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
async function checkOne(games: Games, source: Source, job: UploadJob): Promise<CheckedRecord> {
  let verification = new Verification();
  let lister: Lister | null = null;
  // called again where a record breaks off, for the part before that
  const opened = await openSource(games, source, kit => {
    verification = new Verification();
    lister = new Lister(kit.game as Game, listingOptions(kit));
    return job.keep ? [verification, lister] : [verification];
  });
  const { form, losses } = source;
  if (!opened.ok)
    return 'kifu' in source
      ? broken(opened.fault, form)
      : { report: reportData(await verifyStart(games, source)), form, losses, toKeep: null };
  const report = await reportOf(opened.value, verification, job.signatures);
  const isGood = ['verified', 'unsigned'].includes(verdictOf(report));
  const toKeep = isGood && job.keep ? keepable(opened.value, lister!) : null;
  const left = toKeep !== null && hasRemarks(opened.value.kifu) ? ['notes and variations'] : [];
  return { report: reportData(report), form, losses: [...losses, ...left], toKeep };
}

/** The report of nodes that have no start that could be played. */
const verifyStart = (games: Games, { nodes, head }: NodeSource): Promise<Report> =>
  verify(nodes, findGameIn(games), { signatures: 'none', head: head.digest });

async function reportOf(
  { replay, fault }: Opened,
  verification: Verification,
  signatures: WhichSignatures,
): Promise<Report> {
  const unsigned = verification.report(replay);
  const report =
    signatures === 'none'
      ? unsigned
      : await checkSignatures(unsigned, verification.claims, signatures);
  return { ...report, fault: report.fault ?? fault };
}

function keepable({ kifu, nodes, replay }: Opened, lister: Lister): CheckedRecord['toKeep'] {
  const { match, head, ...listing } = lister.listing(replay, kifu);
  return { nodes, listing, match: formatCid(match), head: formatCid(head) };
}

const listingOptions = ({ notations: [notation] }: Kit): ListingOptions => ({
  visibility: 'public',
  source: 'upload',
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
