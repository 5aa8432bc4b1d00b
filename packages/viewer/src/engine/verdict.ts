/** Verifies an open record: everything but its signatures is known when it opens; these are checked in batches. */
import type { Fault, Result } from '@kifu/core';
import {
  type JudgeContext,
  type Judgment,
  judge,
  type Report,
  type ReportRow,
  reportRows,
} from '@kifu/record';
import type { SignatureCheck } from '@kifu/record/sign';
import type { RecordTexts } from '../language.ts';
import type { CommitProof } from './types.ts';

/** What is known so far: the judgment, as `kifu verify` gives it, and the progress. Plain data. */
export interface CheckedRecord extends Judgment {
  /** Whether everything is checked; until then the verdict is not shown. */
  readonly isDone: boolean;
  readonly fault: Fault | null;
  /** How many entries from the first are valid. */
  readonly good: number;
  /** Up to which entry everything has been checked, signatures too. */
  readonly until: number;
  readonly checked: Report['checked'];
  readonly match: string | null;
  readonly head: string | null;
  /** What the IPGS commits in the record prove; null where it carries none, and until they are checked. */
  readonly commits: CommitProof | null;
  /** Whether the fault is in those commits: then the record can be replayed, but no signature backs it. */
  readonly areCommitsBroken: boolean;
  /** The report in the language of the record. */
  readonly rows: readonly ReportRow[];
}

/** How many signatures are checked between reports to the page. */
const BATCH = 16;

/** What is checked of a record; more may come meanwhile. */
export interface RecordCheck {
  /** All signatures, in order. */
  readonly signatures: SignatureCheck;
  /** What is known without them. */
  report(): Report;
  readonly texts: RecordTexts;
  /** Checks the IPGS commits that it carries, or returns null where they cannot be read here; null where it carries none. */
  readonly commits: (() => Promise<Result<CommitProof> | null>) | null;
}

/** Checks the signatures that are left, and reports progress. The verdict comes when all are checked. */
export async function checkRecord(
  { signatures, report, texts, commits }: RecordCheck,
  tell: (checked: CheckedRecord) => void,
): Promise<void> {
  const tellSoFar = (known: Report) => {
    const checked = { ...known.checked, signatures: known.checked.signed - signatures.left };
    const until = signatures.until ?? known.good;
    tell(checkedOf({ ...known, checked }, texts, { isDone: false, until }));
  };
  // a fault is reported at the end: an invalid signature before it breaks the record earlier
  const isBroken = report().fault !== null;
  // a few are checked faster than a reader could read a first report
  if (signatures.left > BATCH && !isBroken) tellSoFar(report());
  while (await signatures.next(BATCH)) if (!isBroken) tellSoFar(report());
  const whole = signatures.complete(report());
  if (commits === null || whole.fault !== null) {
    tell(checkedOf(whole, texts, { isDone: true, until: whole.good }));
    return;
  }
  tellSoFar(whole); // what reads commits has to be loaded
  const proof = await commits();
  tell(
    proof?.ok === false
      ? {
          ...checkedOf({ ...whole, fault: proof.fault, good: 0 }, texts, {
            isDone: true,
            until: 0,
          }),
          areCommitsBroken: true,
        }
      : proved(whole, proof?.value ?? null, texts),
  );
}

/** A record with valid commits is signed, although its own nodes are not. */
function proved(whole: Report, commits: CommitProof | null, texts: RecordTexts): CheckedRecord {
  const done = { isDone: true, until: whole.good };
  if (commits === null) return checkedOf(whole, texts, done);
  const signed = commits.players.map(({ hasSigned }) => hasSigned);
  const checked = checkedOf(whole, texts, done, { commits: signed });
  const text = texts.verdicts.report.signed.commits(commits.commits);
  return {
    ...{ ...checked, commits },
    rows: checked.rows.map(row => (row.topic === 'signed' ? { ...row, text } : row)),
  };
}

const checkedOf = (
  report: Report,
  texts: RecordTexts,
  { isDone, until }: Pick<CheckedRecord, 'isDone' | 'until'>,
  knowledge: JudgeContext = {},
): CheckedRecord => {
  const { fault, good, checked, match, head } = report;
  const judged = judge(report, knowledge);
  return {
    isDone,
    ...judged,
    fault,
    good,
    until,
    checked,
    match,
    head,
    commits: null,
    areCommitsBroken: false,
    rows: reportRows(report, judged, { texts: texts.verdicts, quotes: 'curly' }),
  };
};
