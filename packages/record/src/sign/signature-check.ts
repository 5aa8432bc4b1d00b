/** Signatures of a record, checked some at a time and each of them once, also while the record grows. */
import { type Fail, fail, hexToBytes, type Seat } from '@kifu/core';
import { within } from '../place.ts';
import { CHECKS } from '../replay/replay.ts';
import { unseen } from '../table/ahead.ts';
import type { Report, WhichSignatures } from '../verify.ts';
import { isSignedBy } from './signature.ts';

/** A signature that a record has, still to be checked. */
export interface Claim {
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
  /** Of an act that was signed ahead: the entry that its owner had not seen. It decides by itself whether the act may stand there. */
  readonly unseen?: number;
}

/** How many signatures are checked at a time. */
const BATCH = 256;

/**
 * The report with signatures checked too. Those decide that no later one of the same key covers; where one of them is not good, the
 * first that is not is looked for, so that both ways name the same place. Those of acts signed ahead are checked in any case.
 */
export async function checkSignatures(
  report: Report,
  claims: readonly Claim[],
  which: WhichSignatures,
): Promise<Report> {
  const check = new SignatureCheck(claims);
  if (which === 'none') return check.confirm(report);
  await check.decide();
  if (which === 'all' || check.isRefuted) while (await check.next(BATCH));
  return check.complete(report);
}

/** Goes through the signatures of a record, each once. */
export class SignatureCheck {
  /** May grow. */
  readonly #claims: readonly Claim[];
  /** What those were found to be that were checked. */
  readonly #answers = new Map<Claim, boolean>();
  /** How many from the first one have been checked. */
  #next = 0;
  /** The first that was found not to be of an act signed ahead, though it should be: the record breaks there. */
  #unseen: Claim | null = null;

  constructor(claims: readonly Claim[]) {
    this.#claims = claims;
  }

  /** How many are left to be checked. */
  get left(): number {
    return this.#unseen === null
      ? this.#claims.length - this.#answers.size
      : this.#standing.filter(claim => !this.#answers.has(claim)).length;
  }

  /** The signatures before the record breaks because something had not been seen. */
  get #standing(): readonly Claim[] {
    const broken = this.#unseen;
    return broken === null ? this.#claims : this.#claims.filter(({ n }) => n < broken.n);
  }

  /** The node up to which no signature is left to be checked; null where all are. */
  get until(): number | null {
    return this.left === 0 ? null : this.#claims[this.#next]!.n - 1;
  }

  /** Whether one of those that decide was checked and is not good. */
  get isRefuted(): boolean {
    return neededOf(this.#standing).some(claim => this.#answers.get(claim) === false);
  }

  /** A report that looks at no signatures but those of acts signed ahead: without them nothing tells what a player had seen. */
  async confirm(report: Report): Promise<Report> {
    await this.#checkAhead();
    return this.#breakUnseen(report);
  }

  async #checkAhead(): Promise<void> {
    const ahead = this.#claims.filter(
      claim => claim.unseen !== undefined && !this.#answers.has(claim),
    );
    for (let i = 0; i < ahead.length; i += BATCH) await this.#check(ahead.slice(i, i + BATCH));
  }

  /** Checks those that decide: of acts signed ahead, the last of each key, and those that it does not cover. */
  async decide(): Promise<void> {
    await this.#checkAhead();
    const needed = neededOf(this.#standing).filter(claim => !this.#answers.has(claim));
    for (let i = 0; i < needed.length; i += BATCH) await this.#check(needed.slice(i, i + BATCH));
  }

  /** Checks at most `most` more, in order, and says whether some are left. The caller waits for one answer before it asks again. */
  async next(most: number): Promise<boolean> {
    const batch: Claim[] = [];
    for (let i = this.#next; i < this.#claims.length && batch.length < most; i++)
      if (!this.#answers.has(this.#claims[i]!)) batch.push(this.#claims[i]!);
    await this.#check(batch);
    return this.left > 0;
  }

  async #check(batch: readonly Claim[]): Promise<void> {
    const answers = await Promise.all(
      batch.map(({ key, message, signature }) => isSignedBy(hexToBytes(key), message(), signature)),
    );
    for (const [i, claim] of batch.entries()) {
      this.#answers.set(claim, answers[i]!);
      if (claim.unseen === undefined || answers[i]!) continue;
      if (this.#unseen === null || claim.n < this.#unseen.n) this.#unseen = claim;
    }
    while (this.#next < this.#claims.length && this.#answers.has(this.#claims[this.#next]!))
      this.#next++;
  }

  /** A report of everything but signatures, with what was found out about them. */
  complete(unchecked: Report): Report {
    const report = this.#breakUnseen(unchecked);
    const marks = report.marks.slice();
    const covers = new Map<Seat | null, number>();
    const bad: Claim[] = [];
    let good = 0;
    for (const claim of this.#standing) {
      const isGood = this.#answers.get(claim);
      if (isGood === false) bad.push(claim);
      if (isGood !== true) continue;
      good++;
      marks[claim.n]! |= CHECKS.signature;
      covers.set(claim.seat, Math.max(covers.get(claim.seat) ?? -1, claim.covers));
    }
    const completed: Report = {
      ...report,
      marks,
      checked: { ...report.checked, signatures: good },
      signatures: this.left === 0 ? 'all' : 'last',
      covers: [...covers].map(([seat, until]) => ({ seat, until })),
    };
    return this.isRefuted
      ? brokenBy(completed, bad[0]!)
      : { ...completed, odd: bad.map(({ n, seat }) => ({ n, seat })) };
  }

  #breakUnseen(report: Report): Report {
    const broken = this.#unseen;
    return broken === null
      ? report
      : {
          ...breakAt(report, broken.n, unseen(broken.seat, broken.unseen!)),
          checked: { ...report.checked, signed: this.#standing.length },
          marks: report.marks.map((mark, n) => (n < broken.n ? mark : 0)),
        };
  }
}

/** A signature covers everything up to what its owner had seen: of each key the last is needed, and those it does not cover. */
function neededOf(claims: readonly Claim[]): Claim[] {
  const needed: Claim[] = [];
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

const brokenBy = (report: Report, { n, seat }: Claim): Report =>
  breakAt(
    report,
    n,
    fail(
      'bad-signature',
      `the signature of ${seat === null ? 'the referee' : `seat ${seat}`} is not good`,
    ),
  );

function breakAt(report: Report, n: number, why: Fail): Report {
  const isOfEnding = n > report.entries;
  const wrong = within(
    why,
    isOfEnding ? 'the ending' : `entry ${n} of ${report.entries}`,
    isOfEnding ? '/ending' : `/entries/${n - 1}`,
  );
  const good = Math.min(report.good, n - 1);
  return { ...report, fault: wrong.fault, good, outcome: null, endedBy: null };
}
