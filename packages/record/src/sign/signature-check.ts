/** Signatures of a record, checked some at a time and each of them once, also while the record grows. */
import { type Fail, fail, hexToBytes, type Seat } from '@kifu/core';
import { unseen } from '../match-state/presigned.ts';
import { within } from '../place.ts';
import { CHECKS } from '../replay/replay.ts';
import type { Report, WhichSignatures } from '../verify.ts';
import { isSignedBy } from './signature.ts';

/** A signature that a record has, still to be checked. */
export interface SignatureClaim {
  readonly n: number;
  /** Null for the referee. */
  readonly seat: Seat | null;
  /** The newest node that its owner knew. */
  readonly seen: number;
  /** The last node that its owner stands by: what was seen; the own node too where the signature is over all of it. */
  readonly covers: number;
  /** Hex. */
  readonly key: string;
  readonly message: () => Uint8Array;
  readonly signature: Uint8Array;
  /** Of a pre-signed action: the entry that the signer had not seen. It alone decides whether the action is valid there. */
  readonly unseen?: number;
}

/** How many signatures are checked at a time. */
const BATCH = 256;

/**
 * Returns the report with signatures checked too. Every one must be good, and the first one that is not breaks the record at its
 * node. A quick check looks at the last of each key and those that it does not cover; where one of them is bad, it looks for the
 * first bad one of all, so that it names the same place.
 */
export async function checkSignatures(
  report: Report,
  claims: readonly SignatureClaim[],
  which: WhichSignatures,
): Promise<Report> {
  const check = new SignatureCheck(claims);
  if (which === 'none') return check.confirm(report);
  if (which === 'last') await check.decide();
  if (which === 'all' || check.isRefuted) while (await check.next(BATCH));
  return check.complete(report);
}

/** Goes through the signatures of a record, each once, up to the first bad one. */
export class SignatureCheck {
  /** In order of nodes; may grow. */
  readonly #claims: readonly SignatureClaim[];
  /** Whether each of those that were checked is good. */
  readonly #answers = new Map<SignatureClaim, boolean>();
  /** How many from the first one have been checked. */
  #next = 0;
  /** Index of the first that is known to be bad: the record breaks there. */
  #bad = Infinity;

  constructor(claims: readonly SignatureClaim[]) {
    this.#claims = claims;
  }

  /** How many are left to be checked; those after a bad one need not be. */
  get left(): number {
    return this.isRefuted ? this.#unanswered().length : this.#claims.length - this.#answers.size;
  }

  /** The node up to which no signature is left to be checked; null where all are. */
  get until(): number | null {
    return this.left === 0 ? null : this.#claims[this.#next]!.n - 1;
  }

  /** Whether one was checked and is bad. */
  get isRefuted(): boolean {
    return this.#bad < Infinity;
  }

  /** Completes a report without any signatures but those of actions signed ahead: only they tell what a player had seen. */
  async confirm(report: Report): Promise<Report> {
    await this.#checkAll(this.#claims.filter(({ unseen }) => unseen !== undefined));
    const bad = this.#claims[this.#bad];
    return bad === undefined ? report : this.#breakAt(report, bad);
  }

  /** Checks those that suffice for a quick check: of actions signed ahead, the last of each key, and those that it does not cover. */
  async decide(): Promise<void> {
    const needed = new Set(neededOf(this.#claims));
    await this.#checkAll(
      this.#claims.filter(claim => claim.unseen !== undefined || needed.has(claim)),
    );
  }

  async #checkAll(claims: readonly SignatureClaim[]): Promise<void> {
    for (let i = 0; i < claims.length; i += BATCH) await this.#check(claims.slice(i, i + BATCH));
  }

  /** Checks at most `most` more, in order, and says whether some are left. The caller waits for one answer before it asks again. */
  async next(most: number): Promise<boolean> {
    await this.#check(this.#unanswered(most));
    return this.left > 0;
  }

  /** The first of those before a bad one that have not been checked. */
  #unanswered(most = Infinity): SignatureClaim[] {
    const found: SignatureClaim[] = [];
    const end = Math.min(this.#bad, this.#claims.length);
    for (let i = this.#next; i < end && found.length < most; i++)
      if (!this.#answers.has(this.#claims[i]!)) found.push(this.#claims[i]!);
    return found;
  }

  async #check(batch: readonly SignatureClaim[]): Promise<void> {
    const answers = await Promise.all(
      batch.map(({ key, message, signature }) => isSignedBy(hexToBytes(key), message(), signature)),
    );
    for (const [i, claim] of batch.entries()) this.#answers.set(claim, answers[i]!);
    if (answers.includes(false)) {
      const bad = this.#claims.findIndex(claim => this.#answers.get(claim) === false);
      this.#bad = Math.min(this.#bad, bad);
    }
    while (this.#next < this.#claims.length && this.#answers.has(this.#claims[this.#next]!))
      this.#next++;
  }

  /** Completes a report of everything but signatures with what was found out about those before the first bad one. */
  complete(unchecked: Report): Report {
    const bad = this.#claims[this.#bad];
    const report = bad === undefined ? unchecked : this.#breakAt(unchecked, bad);
    const marks = report.marks.slice();
    const covers = new Map<Seat | null, number>();
    let good = 0;
    for (const claim of this.#claims.slice(0, this.#bad)) {
      if (this.#answers.get(claim) !== true) continue;
      good++;
      marks[claim.n]! |= CHECKS.signature;
      covers.set(claim.seat, Math.max(covers.get(claim.seat) ?? -1, claim.covers));
    }
    return {
      ...report,
      marks,
      checked: { ...report.checked, signatures: good },
      signatures: this.left === 0 ? 'all' : 'last',
      covers: [...covers].map(([seat, until]) => ({ seat, until })),
    };
  }

  /** The report of a record that breaks at a signature: nothing from there on counts as checked. */
  #breakAt(report: Report, { n, seat, unseen: changed }: SignatureClaim): Report {
    const why = changed === undefined ? notGood(seat) : unseen(seat, changed);
    return {
      ...brokenAt(report, n, why),
      checked: { ...report.checked, signed: this.#claims.filter(claim => claim.n < n).length },
      marks: report.marks.map((mark, i) => (i < n ? mark : 0)),
    };
  }
}

/** A signature covers everything up to what its owner had seen: of each key the last is needed, and those it does not cover. */
function neededOf(claims: readonly SignatureClaim[]): SignatureClaim[] {
  const needed: SignatureClaim[] = [];
  const covered = new Map<string, number>();
  for (let i = claims.length - 1; i >= 0; i--) {
    const claim = claims[i]!;
    const until = covered.get(claim.key);
    if (until !== undefined && claim.n <= until) continue;
    needed.push(claim);
    covered.set(claim.key, Math.min(until ?? claim.seen, claim.seen));
  }
  return needed.reverse();
}

const notGood = (seat: Seat | null): Fail =>
  fail('bad-signature', `invalid signature of ${seat === null ? 'the referee' : `seat ${seat}`}`);

function brokenAt(report: Report, n: number, why: Fail): Report {
  const isOfEnding = n > report.entries;
  const wrong = within(
    why,
    isOfEnding ? 'the ending' : `entry ${n} of ${report.entries}`,
    isOfEnding ? '/ending' : `/entries/${n - 1}`,
  );
  const good = Math.min(report.good, n - 1);
  return { ...report, fault: wrong.fault, good, outcome: null, endedBy: null };
}
