/** Signatures of a record, checked some at a time and each of them once, also while the record grows. */
import { fail, hexToBytes } from '@kifu/core';
import { within } from '../place.ts';
import { CHECKS } from '../replay/replay.ts';
import type { Counts, Report } from '../verify.ts';
import { isSignedBy } from './signature.ts';

/** A signature that a record has, still to be checked. */
export interface Claim {
  readonly n: number;
  /** The newest node that the signature covers besides its own. */
  readonly seen: number;
  readonly who: string;
  /** Hex. */
  readonly key: string;
  readonly message: () => Uint8Array;
  readonly signature: Uint8Array;
}

/** How many signatures are checked at a time. */
const BATCH = 256;

/** The report with signatures checked too; the first that is not good ends what can be trusted. */
export async function checkSignatures(
  report: Report,
  claims: readonly Claim[],
  which: 'last' | 'all',
): Promise<Report> {
  const check = new SignatureCheck(which === 'all' ? claims : claims.filter(isNeeded(claims)));
  while (await check.next(BATCH));
  return check.complete(report);
}

/** Goes through the signatures of a record in order, up to the first that is not good. */
export class SignatureCheck {
  /** May grow. */
  readonly #claims: readonly Claim[];
  /** How many from the first one are good. */
  #good = 0;
  #bad: Claim | null = null;
  readonly #signers = new Set<string>();

  constructor(claims: readonly Claim[]) {
    this.#claims = claims;
  }

  /** How many are left to be checked: none after one that is not good. */
  get left(): number {
    return this.#bad === null ? this.#claims.length - this.#good : 0;
  }

  /** The node up to which no signature is left to be checked; null where all are. */
  get until(): number | null {
    return this.left === 0 ? null : this.#claims[this.#good]!.n - 1;
  }

  /** Checks up to so many more; whether some are left then. The caller waits for one answer before it asks again. */
  async next(most: number): Promise<boolean> {
    const batch = this.#claims.slice(this.#good, this.#good + Math.min(most, this.left));
    const answers = await Promise.all(
      batch.map(({ key, message, signature }) => isSignedBy(hexToBytes(key), message(), signature)),
    );
    const bad = answers.indexOf(false);
    const good = bad < 0 ? batch : batch.slice(0, bad);
    for (const { who } of good) this.#signers.add(who);
    this.#good += good.length;
    if (bad >= 0) this.#bad = batch[bad]!;
    return this.left > 0;
  }

  /** A report of everything but signatures, with what was found out about them. */
  complete(report: Report): Report {
    const marks = report.marks.slice();
    for (let i = 0; i < this.#good; i++) marks[this.#claims[i]!.n]! |= CHECKS.signature;
    const checked = { ...report.checked, signatures: this.#good };
    return this.#bad === null
      ? { ...report, checked, marks, signers: [...this.#signers].sort() }
      : brokenBy(report, this.#bad, checked, marks);
  }
}

/** A signature covers everything up to what its owner had seen: of each key the last is needed, and those it does not cover. */
function isNeeded(claims: readonly Claim[]): (claim: Claim) => boolean {
  const needed = new Set<Claim>();
  const covered = new Map<string, number>();
  for (const claim of claims.toReversed()) {
    const until = covered.get(claim.key);
    if (until !== undefined && claim.n <= until) continue;
    needed.add(claim);
    covered.set(claim.key, Math.min(until ?? claim.seen, claim.seen));
  }
  return claim => needed.has(claim);
}

function brokenBy(report: Report, { n, who }: Claim, checked: Counts, marks: Uint8Array): Report {
  const isOfEnding = n > report.entries;
  const wrong = within(
    fail('bad-signature', `the signature of ${who} is not good`),
    isOfEnding ? 'the ending' : `entry ${n} of ${report.entries}`,
    isOfEnding ? '/ending' : `/entries/${n - 1}`,
  );
  const good = Math.min(report.good, n - 1);
  return { ...report, fault: wrong.fault, good, checked, marks, outcome: null, endedBy: null };
}
