/** What a record proves, told while it is watched: all but signatures is known when it is open; those are checked some at a time. */
import type { Fault, Result } from '@kifu/core';
import { formatReport, type JudgeContext, type Judgment, judge, type Report } from '@kifu/record';
import type { SignatureCheck } from '@kifu/record/sign';
import type { CommitProof } from './types.ts';

/** What has been found out so far: the judgement that the command gives, and how far it has come. Plain data. */
export interface CheckedRecord extends Judgment {
  /** Whether nothing is left to be checked; until then the verdict is not to be shown. */
  readonly isDone: boolean;
  readonly fault: Fault | null;
  /** How many entries from the first are good. */
  readonly good: number;
  /** Up to which entry everything has been checked, signatures too. */
  readonly until: number;
  readonly checked: Report['checked'];
  readonly match: string | null;
  readonly head: string | null;
  /** What the IPGS commits in the record prove; null where it carries none, and until they are checked. */
  readonly commits: CommitProof | null;
  /** Whether the fault is in those commits: then the record can be played, but no signature vouches for it. */
  readonly areCommitsBroken: boolean;
  /** The report in words, a line each. */
  readonly lines: readonly string[];
}

/** How many signatures are checked before the page is told. */
const BATCH = 16;

/** What is checked of a record; more may come meanwhile. */
export interface RecordCheck {
  /** All signatures, in order. */
  readonly signatures: SignatureCheck;
  /** What is known without them, by now. */
  report(): Report;
  /** Checks the commits of IPGS that it carries, or tells that they cannot be read here; null where it carries none. */
  readonly commits: (() => Promise<Result<CommitProof> | null>) | null;
}

/** Checks the signatures that are left, and tells the page how far it has come. Only when all are checked is there a verdict. */
export async function checkRecord(
  { signatures, report, commits }: RecordCheck,
  tell: (checked: CheckedRecord) => void,
): Promise<void> {
  const tellSoFar = (known: Report) => {
    const checked = { ...known.checked, signatures: known.checked.signed - signatures.left };
    tell(checkedOf({ ...known, checked }, false, signatures.until ?? known.good));
  };
  // a fault is told at the end: a bad signature before it breaks the record earlier
  const isBroken = report().fault !== null;
  // a few are checked faster than a reader could read a first report
  if (signatures.left > BATCH && !isBroken) tellSoFar(report());
  while (await signatures.next(BATCH)) if (!isBroken) tellSoFar(report());
  const whole = signatures.complete(report());
  if (commits === null || whole.fault !== null) {
    tell(checkedOf(whole, true, whole.good));
    return;
  }
  tellSoFar(whole); // what reads commits has to be loaded
  const proof = await commits();
  tell(
    proof?.ok === false
      ? { ...checkedOf({ ...whole, fault: proof.fault, good: 0 }, true, 0), areCommitsBroken: true }
      : proved(whole, proof?.value ?? null),
  );
}

/** A record whose commits are good is signed, though its own nodes are not. */
function proved(whole: Report, commits: CommitProof | null): CheckedRecord {
  if (commits === null) return checkedOf(whole, true, whole.good);
  const signed = commits.players.map(({ hasSigned }) => hasSigned);
  const checked = checkedOf(whole, true, whole.good, { commits: signed });
  return {
    ...{ ...checked, commits },
    lines: checked.lines.map(line =>
      line.startsWith('signed ') ? `signed    ${commits.commits} commits, all checked` : line,
    ),
  };
}

const checkedOf = (
  report: Report,
  isDone: boolean,
  until: number,
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
    lines: formatReport(report, judged, { quotes: 'curly' }),
  };
};
