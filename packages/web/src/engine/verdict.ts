/** What a record proves, told while it is watched: all but signatures is known when it is open; those are checked some at a time. */
import type { Fault } from '@kifu/core';
import { formatReport, type Report, type SignatureCheck, verdictOf } from '@kifu/record';

/** What has been found out so far. Plain data. */
export interface Checked {
  /** Whether nothing is left to be checked. */
  readonly isDone: boolean;
  readonly verdict: ReturnType<typeof verdictOf>;
  readonly fault: Fault | null;
  /** How many entries there are, and how many from the first are good. */
  readonly entries: number;
  readonly good: number;
  /** Up to which entry everything has been checked, signatures too. */
  readonly until: number;
  /** What was checked of each node, the header first: a sum of `CHECKS`. */
  readonly marks: Uint8Array;
  readonly chance: Report['chance'];
  readonly checked: Report['checked'];
  readonly signers: readonly string[];
  readonly match: string | null;
  readonly head: string | null;
  /** The report in words, a line each. */
  readonly lines: readonly string[];
}

/** How many signatures are checked before the page is told. */
const BATCH = 16;

/** Checks the signatures that are left, tells how far they are good, and in the end all. The report is asked for as it is by then. */
export async function checkRecord(
  report: () => Report,
  signatures: SignatureCheck,
  tell: (checked: Checked) => void,
): Promise<void> {
  if (report().fault === null) {
    // a few are checked before anybody could read it
    if (signatures.left > BATCH) tell(soFar(report(), signatures));
    while (await signatures.next(BATCH)) tell(soFar(report(), signatures));
  }
  const whole = report().fault === null ? signatures.complete(report()) : report();
  tell(checkedOf(whole, true, whole.good));
}

/** Before all is checked nothing is said about signatures but how far they are good. */
const soFar = (report: Report, signatures: SignatureCheck): Checked =>
  checkedOf(report, false, signatures.until ?? report.good);

const checkedOf = (report: Report, isDone: boolean, until: number): Checked => {
  const { fault, entries, good, marks, chance, checked, signers, match, head } = report;
  return {
    isDone,
    verdict: verdictOf(report),
    fault,
    entries,
    good,
    until,
    marks,
    chance,
    checked,
    signers,
    match,
    head,
    lines: formatReport(report),
  };
};
