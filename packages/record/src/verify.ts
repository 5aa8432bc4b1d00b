/**
 * Verification: a record is played through again, and everything it says is compared with what comes out. Nothing that it
 * says is trusted, and nothing in it can make this throw.
 */
import {
  type Fail,
  type Fault,
  fail,
  formatCid,
  type Game,
  type Header,
  type Outcome,
  ok,
  type Result,
  sha256,
  sha256Many,
} from '@kifu/core';
import { hexToBytes } from '@noble/hashes/utils.js';
import { type Blind, beginBlind, followBlind } from './blind.ts';
import { checkShown, idOf, refereeFault, shownHash, toAct } from './chain.ts';
import { settleEnd } from './ending.ts';
import { decodeHeader, termsOf } from './header.ts';
import { intentMessage, nodeMessage } from './intent.ts';
import { within } from './kifu.ts';
import {
  decodeNext,
  decodePrev,
  decodeUnlinked,
  type EndingNode,
  type EntryNode,
  isEnding,
  type PlainMove,
  placeOfPrev,
  readPlainMove,
} from './node.ts';
import { isSignedBy } from './signature.ts';
import { checkTerms, fold, isSealed, keyOf, MAX_ENTRIES, sit, type Table } from './table.ts';

/** What was found out about a record. */
export interface Report {
  /** Null where all that was checked is good; else the first thing that is not, and where. */
  readonly fault: Fault | null;
  /** Content ids; null where the header, or everything, cannot be read. */
  readonly match: string | null;
  readonly head: string | null;
  readonly header: Header | null;
  /** How many entries there are; and how many from the first one are good, and can be played. */
  readonly entries: number;
  readonly good: number;
  readonly outcome: Outcome | null;
  /** `rules`: the acts led to it. `decree`: somebody said so. Null where there is no ending. */
  readonly endedBy: 'rules' | 'decree' | null;
  /** How chance was made. `sealed`: the hands are still hidden, so that nobody can check the rules yet. */
  readonly chance: 'none' | 'plain' | 'fair' | 'sealed';
  readonly checked: Counts;
  /** Who has a signature in the record that was checked and is good: `seat 0`, `the referee`. */
  readonly signers: readonly string[];
  /** What was checked of each node, the header first: a sum of `CHECKS`. */
  readonly marks: Uint8Array;
}

/** How many of each were checked and found good. */
export interface Counts {
  readonly links: number;
  readonly rules: number;
  readonly hashes: number;
  readonly clocks: number;
  readonly draws: number;
  /** Signatures that were checked, and those that the record has. */
  readonly signatures: number;
  readonly signed: number;
}

/** What can be checked of a node. */
export const CHECKS = {
  link: 1,
  rules: 2,
  hash: 4,
  clock: 8,
  chance: 16,
  signature: 32,
} as const;

/** Which signatures to check: the last of each key and those that it does not cover, or all, or none. */
export type WhichSignatures = 'last' | 'all' | 'none';

/** Finds the rules of a game. */
export type FindGame = (name: string, version: number) => Promise<Result<Game>>;

/** Verifies a record: its nodes in order, the header first. */
export async function verify(
  nodes: readonly Uint8Array[],
  findGame: FindGame,
  { signatures = 'last', head = null }: VerifyOptions = {},
): Promise<Report> {
  const header = nodes[0] === undefined ? NO_HEADER : decodeHeader(nodes[0]);
  if (!header.ok) return nothing(nodes, within(header, 'the header', '/header'));
  const game = await findGame(header.value.game, header.value.version);
  if (!game.ok) return nothing(nodes, within(game, 'the header', '/header'));
  const { report, claims } = verifyUnsigned(game.value, nodes, head);
  return signatures === 'none' ? report : checkSignatures(report, claims, signatures);
}

export interface VerifyOptions {
  readonly signatures?: WhichSignatures;
  /** Digest that the last node must have; null to take it as it is. */
  readonly head?: Uint8Array | null;
}

const NO_HEADER = fail('malformed', 'there is no header');

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

/** Everything but signatures, at once; those that there are come back to be checked. */
export function verifyUnsigned(
  game: Game,
  nodes: readonly Uint8Array[],
  head: Uint8Array | null = null,
): { readonly report: Report; readonly claims: readonly Claim[] } {
  const walk = new Walk(game, nodes, head);
  walk.run();
  return { report: walk.report(), claims: walk.claims };
}

/** One verification in progress: the one place here where something changes, because records are long. */
class Walk {
  readonly claims: Claim[] = [];
  readonly game: Game;
  readonly nodes: readonly Uint8Array[];
  readonly head: Uint8Array | null;
  readonly marks: Uint8Array;
  /** SHA-256 of all nodes, one after the other. */
  readonly digests: Uint8Array;
  header: Header | null = null;
  referee: string | null = null;
  /** Whether entries may be plain moves: no referee, no clocks, no chance made together. */
  isPlain = false;
  fault: Fault | null = null;
  good = 0;
  counts = { links: 0, rules: 0, hashes: 0, clocks: 0, draws: 0, signatures: 0, signed: 0 };
  endedBy: Report['endedBy'] = null;
  outcome: Outcome | null = null;
  /** What is followed instead of the table where hands are hidden; null elsewhere. */
  blind: Blind | null = null;

  constructor(game: Game, nodes: readonly Uint8Array[], head: Uint8Array | null) {
    this.game = game;
    this.nodes = nodes;
    this.head = head;
    this.marks = new Uint8Array(nodes.length);
    this.digests = nodes.length > MAX_ENTRIES + 2 ? new Uint8Array() : sha256Many(nodes);
  }

  digestAt(i: number): Uint8Array {
    return this.digests.subarray(DIGEST * i, DIGEST * (i + 1));
  }

  run(): void {
    const begun = this.#begin();
    if (!begun.ok) {
      this.fault = within(begun, 'the header', '/header').fault;
      return;
    }
    let table = begun.value;
    for (let i = 1; i < this.nodes.length; i++) {
      if (this.isPlain && table !== null && this.endedBy === null)
        ({ table, i } = this.#followPlain(table, i));
      const next = this.#follow(table, i);
      if (!next.ok) {
        this.fault = within(next, this.#name(i), this.#path(i)).fault;
        return;
      }
      table = next.value;
      if (this.endedBy === null) this.good = i;
    }
    this.outcome ??= table?.outcome ?? null;
  }

  /** Whether a node is the one that the next node, or the head, names: so a change is found where it was made. */
  #checkNamed(i: number): Fail | null {
    const next = this.nodes[i + 1];
    if (next === undefined)
      return this.head === null || isSameAt(this.digests, DIGEST * i, this.head, 0)
        ? null
        : fail('broken-chain', 'the bytes are not those that the head names');
    return isSameAt(this.digests, DIGEST * i, next, placeOfPrev(next))
      ? null
      : this.#blame(i, next);
  }

  /** Which of two nodes was changed, where the second names another: the second, if what follows names another in its place. */
  #blame(i: number, next: Uint8Array): Fail | null {
    if (!decodePrev(next).ok) return null; // what is wrong with the next node is said there
    const after = this.nodes[i + 2];
    const isNextNamed =
      after === undefined
        ? this.head === null || isSameAt(this.digests, DIGEST * (i + 1), this.head, 0)
        : isSameAt(this.digests, DIGEST * (i + 1), after, placeOfPrev(after));
    return isNextNamed
      ? fail('broken-chain', 'the bytes are not those that the next node names')
      : null;
  }

  /** The table at the start; null where the hands are hidden and nobody has said how they were dealt. */
  #begin(): Result<Table | null> {
    const header = decodeHeader(this.nodes[0] ?? new Uint8Array());
    if (!header.ok) return header;
    this.header = header.value;
    const terms = termsOf(header.value);
    this.referee = terms.referee;
    this.isPlain = terms.referee === null && terms.clock === null && terms.fair === null;
    if (this.nodes.length > MAX_ENTRIES + 2)
      return fail('too-large', `a record has at most ${MAX_ENTRIES} entries`);
    const digest = this.digestAt(0);
    const changed = this.#checkNamed(0);
    if (changed !== null) return changed;
    this.marks[0] = CHECKS.link;
    const deal = isSealed(header.value) ? this.#findDeal() : null;
    if (isSealed(header.value) && deal === null) {
      const links = checkTerms(this.game, header.value);
      if (!links.ok) return links;
      this.blind = beginBlind(header.value, links.value ?? []);
      return ok(null);
    }
    const seated = sit(this.game, header.value, digest, deal);
    if (!seated.ok) return seated;
    this.marks[0] |= CHECKS.rules;
    return ok(seated.value.table);
  }

  /** The secret of the deal, from the ending. */
  #findDeal(): Uint8Array | null {
    const last = decodeNext(this.nodes.at(-1)!);
    return last.ok && isEnding(last.value) ? last.value.deal : null;
  }

  #follow(table: Table | null, i: number): Result<Table | null> {
    const bytes = this.nodes[i]!;
    const node = decodeUnlinked(bytes);
    if (!node.ok) return node;
    const { n, referee } = node.value;
    const changed = this.#checkNamed(i);
    if (changed !== null) return changed;
    if (!isSameAt(this.digests, DIGEST * (i - 1), bytes, placeOfPrev(bytes)))
      return fail('broken-chain', 'the node does not name the one before it');
    if (n !== i) return fail('broken-chain', `the node calls itself number ${n}`);
    if (this.endedBy !== null) return fail('game-over', 'a node follows after the ending');
    if ((referee === null) !== (this.referee === null)) return refereeFault(referee);
    const next = isEnding(node.value)
      ? this.#end(table, node.value)
      : table === null
        ? this.#enterBlind(node.value)
        : this.#enter(table, node.value);
    if (!next.ok) return next;
    this.counts.links++;
    this.marks[i]! |= CHECKS.link;
    if (referee !== null) this.#claimNode(n, bytes, referee);
    return next;
  }

  /**
   * Goes on over plain moves as far as there are any and all is well, and gives the place where that ends. Whatever is not
   * plain or not well is left to `#follow`, which says what it is.
   */
  #followPlain(from: Table, first: number): { readonly table: Table; readonly i: number } {
    const { nodes, digests, marks } = this;
    const { moves } = this.game;
    const { hashEvery } = from.terms;
    let table = from;
    let i = first;
    for (; i < nodes.length - 1 && i % hashEvery !== 0; i++) {
      const next = nodes[i + 1]!;
      if (!readPlainMove(nodes[i]!, i, PLAIN)) break;
      if (!isSameAt(digests, DIGEST * i, next, placeOfPrev(next))) break;
      const move = moves.bytes.decode(PLAIN.move);
      if (!move.ok) break;
      const { seat, ms } = PLAIN;
      const act = { type: 'move', move: move.value } as const;
      const folded = fold(table, { seat, act, at: null, ms, signed: null });
      if (!folded.ok) break;
      ({ table } = folded.value);
      marks[i] = CHECKS.link | CHECKS.rules;
    }
    this.counts.links += i - first;
    this.counts.rules += i - first;
    this.good = Math.max(this.good, i - 1);
    return { table, i };
  }

  #enter(table: Table, node: EntryNode): Result<Table> {
    const act = toAct(this.game, node.act);
    if (!act.ok) return act;
    const { seat, at, ms, signed, n } = node;
    const doing = { seat, act: act.value, at, ms, signed };
    const folded = fold(table, doing);
    if (!folded.ok) return folded;
    const next = folded.value.table;
    const wrong =
      this.#checkHash(next, n, node.hash, n % next.terms.hashEvery === 0) ??
      checkShown(next, doing, node.clockMs);
    if (wrong !== null) return wrong;
    this.counts.rules++;
    let mark: number = CHECKS.rules;
    if (next.clocks !== null) {
      this.counts.clocks++;
      mark |= CHECKS.clock;
    }
    if (next.links !== table.links) {
      this.counts.draws++;
      mark |= CHECKS.chance;
    }
    this.marks[n]! |= mark;
    this.#claimAct(node);
    return ok(next);
  }

  /** An entry of a match with hidden hands. */
  #enterBlind(node: EntryNode): Result<null> {
    const next = followBlind(this.blind!, node);
    if (!next.ok) return next;
    this.blind = next.value;
    if (node.act.type === 'links') this.counts.draws++;
    this.#claimAct(node);
    return ok(null);
  }

  #claimNode(n: number, bytes: Uint8Array, signature: Uint8Array): void {
    const message = () => {
      const node = decodeNext(bytes);
      return node.ok ? nodeMessage(node.value) : bytes;
    };
    this.#claim({ n, seen: n - 1, who: 'the referee', key: this.referee!, message, signature });
  }

  #claimAct({ n, seat, signed, act }: EntryNode): void {
    if (signed === null || seat === null) return;
    const key = keyOf(this.header!, seat);
    if (key === null) return;
    const [match, seen] = [this.digestAt(0), this.digestAt(Math.min(signed.seen, n - 1))];
    const message = () => intentMessage({ match, seat, seq: signed.seq, seen, act });
    const { signature } = signed;
    this.#claim({ n, seen: signed.seen, who: `seat ${seat}`, key, message, signature });
  }

  #claim(claim: Claim): void {
    this.counts.signed++;
    this.claims.push(claim);
  }

  #end(table: Table | null, node: EndingNode): Result<Table | null> {
    if (table === null)
      return fail('broken-record', 'the ending does not reveal how the hands were dealt', {
        rule: 'deal',
        at: { path: '/deal' },
      });
    if (node.ms !== null && node.ms < table.ms)
      return fail('past-time', 'the ending lies before the last entry', { at: { path: '/ms' } });
    const settled = settleEnd(table, node.at, node.outcome);
    if (!settled.ok) return settled;
    const wrong =
      this.#checkHash(settled.value.table, node.n, node.hash, true) ??
      this.#checkDealt(table, node);
    if (wrong !== null) return wrong;
    this.endedBy = settled.value.isDecreed ? 'decree' : 'rules';
    this.outcome = node.outcome;
    this.marks[node.n]! |= CHECKS.rules;
    return ok(settled.value.table);
  }

  /** Only a match with hidden hands has something to reveal. */
  #checkDealt({ deal }: Table, node: EndingNode): Fail | null {
    return (deal === null) === (node.deal === null)
      ? null
      : fail('malformed', 'the ending reveals a deal, and the match has none', {
          at: { path: '/deal' },
        });
  }

  #checkHash(table: Table, n: number, hash: Uint8Array | null, isDue: boolean): Fail | null {
    if (hash === null)
      return isDue ? fail('broken-record', 'the state hash is missing', { rule: 'hash' }) : null;
    if (!isSameAt(shownHash(table, n), 0, hash, 0))
      return fail('broken-record', 'the state hash is another', {
        rule: 'hash',
        at: { path: '/hash' },
      });
    this.counts.hashes++;
    this.marks[n]! |= CHECKS.hash;
    return null;
  }

  #name(i: number): string {
    return this.#isLastEnding(i) ? 'the ending' : `entry ${i} of ${this.entries}`;
  }

  #path(i: number): string {
    return this.#isLastEnding(i) ? '/ending' : `/entries/${i - 1}`;
  }

  #isLastEnding(i: number): boolean {
    return i === this.nodes.length - 1 && i > this.entries;
  }

  get entries(): number {
    return countEntries(this.nodes);
  }

  report(): Report {
    const { header, nodes } = this;
    return {
      fault: this.fault,
      match: header === null ? null : formatCid(idOf(this.digestAt(0))),
      head:
        nodes.length === 0
          ? null
          : formatCid(
              idOf(
                this.digests.length === 0 ? sha256(nodes.at(-1)!) : this.digestAt(nodes.length - 1),
              ),
            ),
      header,
      entries: this.entries,
      good: this.good,
      outcome: this.fault === null ? this.outcome : null,
      endedBy: this.fault === null ? this.endedBy : null,
      chance: this.blind !== null ? 'sealed' : chanceOf(this.game, header),
      checked: this.counts,
      signers: [],
      marks: this.marks,
    };
  }
}

const chanceOf = (game: Game, header: Header | null): Report['chance'] =>
  game.chance === undefined || header === null
    ? 'none'
    : termsOf(header).fair === null
      ? 'plain'
      : 'fair';

/** How many entries a list of nodes has: the header and an ending at the end are none. */
function countEntries(nodes: readonly Uint8Array[]): number {
  const last = nodes.length > 1 ? nodes.at(-1)! : null;
  // the first byte of an ending is the head of a list of eight
  return Math.max(0, nodes.length - 1 - (last?.[0] === 0x88 ? 1 : 0));
}

/** The entry that was read last. */
const PLAIN: PlainMove = { seat: 0, move: new Uint8Array(), ms: null };

/** Whether two digests are the same, each from a place on. */
function isSameAt(a: Uint8Array, from: number, b: Uint8Array, at: number): boolean {
  for (let i = 0; i < DIGEST; i++) if (a[from + i] !== b[at + i]) return false;
  return true;
}

/** Bytes of a SHA-256. */
const DIGEST = 32;

const nothing = (nodes: readonly Uint8Array[], { fault }: Fail): Report => ({
  fault,
  match: nodes[0] === undefined ? null : formatCid(idOf(sha256(nodes[0]))),
  head: nodes.length === 0 ? null : formatCid(idOf(sha256(nodes.at(-1)!))),
  header: null,
  entries: countEntries(nodes),
  good: 0,
  outcome: null,
  endedBy: null,
  chance: 'none',
  checked: { links: 0, rules: 0, hashes: 0, clocks: 0, draws: 0, signatures: 0, signed: 0 },
  signers: [],
  marks: new Uint8Array(nodes.length),
});

/** How many signatures are checked at a time. */
const BATCH = 256;

/** The report with signatures checked too; the first that is not good ends what can be trusted. */
async function checkSignatures(
  report: Report,
  claims: readonly Claim[],
  which: 'last' | 'all',
): Promise<Report> {
  const chosen = which === 'all' ? claims : claims.filter(isNeeded(claims));
  const marks = report.marks.slice();
  const signers = new Set<string>();
  let signatures = 0;
  for (let from = 0; from < chosen.length; from += BATCH) {
    const batch = chosen.slice(from, from + BATCH);
    const answers = await Promise.all(
      batch.map(({ key, message, signature }) => isSignedBy(hexToBytes(key), message(), signature)),
    );
    const bad = answers.indexOf(false);
    for (const { n, who } of bad < 0 ? batch : batch.slice(0, bad)) {
      marks[n]! |= CHECKS.signature;
      signers.add(who);
      signatures++;
    }
    if (bad >= 0) return brokenBy(report, batch[bad]!, { ...report.checked, signatures }, marks);
  }
  const checked = { ...report.checked, signatures };
  return { ...report, checked, marks, signers: [...signers].sort() };
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
