/** Checks a record while somebody watches: links, rules, hashes, clocks and dice at once, then signatures, some at a time. */
import { bytesToHex, type Fault, type Game, hexToBytes, sha256 } from '@kifu/core';
import {
  CHECKS,
  type Claim,
  formatReport,
  isSignedBy,
  type Report,
  readHeader,
  verdictOf,
  verify,
  verifyUnsigned,
} from '@kifu/record';
import { gamesNow } from './games.ts';

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

/** Nodes whose signatures are good, by digest, which stands for everything before it too: a match that goes on is checked again and again. */
const known = new Set<string>();
const MOST_KNOWN = 20_000;

/** How many signatures are checked before somebody is told. */
const BATCH = 16;

/** Checks nodes; tells what holds before signatures, then how far those are good, and in the end all. */
export async function checkNodes(
  nodes: readonly Uint8Array[],
  head: Uint8Array,
  tell: (checked: Checked) => void,
): Promise<void> {
  const findGame = async (name: string, version: number) => {
    const kit = await (await gamesNow()).loadKit(name, version);
    return kit.ok ? { ok: true as const, value: kit.value.game as Game } : kit;
  };
  const header = readHeader(nodes);
  const game = header.ok ? await findGame(header.value.game, header.value.version) : header;
  if (!game.ok) {
    tell(dataOf(await verify(nodes, findGame, { signatures: 'none', head }), true, 0));
    return;
  }
  const { report, claims } = verifyUnsigned(game.value, nodes, head);
  if (report.fault !== null || claims.length === 0) {
    tell(dataOf(report, true, report.good));
    return;
  }
  const digests = nodes.map(node => bytesToHex(sha256(node)));
  const fresh = claims.filter(({ n }) => !known.has(digests[n]!));
  const until = fresh.length === 0 ? report.good : fresh[0]!.n - 1;
  if (fresh.length > BATCH) tell(dataOf(report, false, until)); // a few are checked before anybody could read it
  const isGood = await checkAll(fresh, n => tell(dataOf(report, false, n)));
  if (known.size > MOST_KNOWN) known.clear();
  if (isGood) for (const { n } of claims) known.add(digests[n]!);
  // the words of the last report are those of whoever checks it anywhere else
  const whole = await verify(nodes, findGame, { signatures: isGood ? 'last' : 'all', head });
  tell(dataOf(isGood ? allSigned(whole, claims) : whole, true, whole.good));
}

/** Whether all signatures are good; stops at the first that is not. */
async function checkAll(claims: readonly Claim[], tell: (until: number) => void): Promise<boolean> {
  for (let from = 0; from < claims.length; from += BATCH) {
    const batch = claims.slice(from, from + BATCH);
    const answers = await Promise.all(
      batch.map(({ key, message, signature }) => isSignedBy(hexToBytes(key), message(), signature)),
    );
    if (answers.includes(false)) return false;
    if (from + BATCH < claims.length) tell(batch.at(-1)!.n);
  }
  return true;
}

/** A report in which the last signatures were checked, after all have been. */
function allSigned(report: Report, claims: readonly Claim[]): Report {
  const marks = report.marks.slice();
  for (const { n } of claims) marks[n]! |= CHECKS.signature;
  const { checked } = report;
  return { ...report, marks, checked: { ...checked, signatures: checked.signed } };
}

const dataOf = (report: Report, isDone: boolean, until: number): Checked => {
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
