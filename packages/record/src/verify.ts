/**
 * Verification: a record is replayed, and everything it states is compared with the result. Nothing that it
 * says is trusted, and nothing in it can make this throw.
 */
import {
  type Fail,
  type Fault,
  fail,
  formatCid,
  type Game,
  type Header,
  isSameBytes,
  type Outcome,
  ok,
  type Result,
  type Seat,
  sha256,
} from '@kifu/core';
import { idOf } from './chain.ts';
import type { MatchState } from './match-state/match-state.ts';
import { givenOf } from './match-state/presigned.ts';
import { keyOf, termsOf } from './match-state/terms.ts';
import type { EndingNode } from './node/ending.ts';
import { decodeNext, type EntryNode, isEnding } from './node/entry.ts';
import { decodeHeader } from './node/header.ts';
import { within } from './place.ts';
import {
  CHECKS,
  countEntries,
  OTHER_HEAD,
  Replay,
  type ReplayOptions,
  type ReplayReader,
  readAll,
  UNLINKED,
  type WrongNode,
} from './replay/replay.ts';
import { endingMessage, intentMessage, nodeMessage, whenOf } from './sign/intent.ts';
import { checkSignatures, type SignatureClaim } from './sign/signature-check.ts';
import type { Decision } from './verdict.ts';

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
  /** `rules`: actions or time led to it. `decree`: the referee or the players said so. Null where there is no ending. */
  readonly endedBy: 'rules' | 'decree' | null;
  /** How randomness was made. `sealed`: the hands are still hidden, so that the rules cannot be checked yet. */
  readonly chance: 'none' | 'plain' | 'fair' | 'sealed';
  readonly checked: Counts;
  /** Which signatures were checked. */
  readonly signatures: WhichSignatures;
  /** Which signatures were checked and are valid, and the last node that each of them signed; seat null is the referee. */
  readonly covers: readonly Cover[];
  /** Ends by adjudication or by time. */
  readonly decisions: readonly Decision[];
  /** What was checked of each node, the header first: a sum of `CHECKS`. */
  readonly marks: Uint8Array;
}

/** How far the owner of a key stands by a record. */
interface Cover {
  readonly seat: Seat | null;
  /** Infinite where a seat has left, without a referee and with all before it seen: it has nothing more to sign. */
  readonly until: number;
}

/** How many of each were checked and found good. */
export interface Counts {
  readonly links: number;
  readonly rules: number;
  readonly hashes: number;
  readonly clocks: number;
  readonly draws: number;
  /** Good signatures that were checked, and how many the record has, up to where it breaks. */
  readonly signatures: number;
  readonly signed: number;
}

/** Which signatures to check: all; for a quick check the last of each key and those that it does not cover; or none. */
export type WhichSignatures = 'last' | 'all' | 'none';

/** Finds the rules of a game. */
export type FindGame = (name: string, version: number) => Promise<Result<Game>>;

/** Verifies a record: its nodes in order, the header first. */
export async function verify(
  nodes: readonly Uint8Array[],
  findGame: FindGame,
  { signatures = 'all', head = null, wrong }: VerifyOptions = {},
): Promise<Report> {
  const header =
    wrong?.n === 0 ? wrong.why : nodes[0] === undefined ? NO_HEADER : decodeHeader(nodes[0]);
  if (!header.ok) return nothing(nodes, within(header, 'the header', '/header'));
  const game = await findGame(header.value.game, header.value.version);
  if (!game.ok)
    return unplayed(nodes, header.value, { head, wrong }, within(game, 'the header', '/header'));
  const { report, claims } = verifyUnsigned(game.value, nodes, {
    head,
    header: header.value,
    ...(wrong === undefined ? {} : { wrong }),
  });
  return checkSignatures(report, claims, signatures);
}

export interface VerifyOptions {
  readonly signatures?: WhichSignatures;
  /** Digest that the last node must have; null to take it as it is. */
  readonly head?: Uint8Array | null;
  /** What is known to be wrong with a node: a file may say so. */
  readonly wrong?: WrongNode;
}

const NO_HEADER = fail('malformed', 'the record has no header');

/** Everything but signatures, at once; those that there are come back to be checked. */
export function verifyUnsigned(
  game: Game,
  nodes: readonly Uint8Array[],
  options: ReplayOptions = {},
): UnsignedReport {
  const verification = new Verification();
  const replay = readAll(new Replay(game, nodes, options), [verification]);
  return { report: verification.report(replay), claims: verification.claims };
}

/** What is found out without looking at signatures, and the signatures still to be checked. */
export interface UnsignedReport {
  readonly report: Report;
  readonly claims: readonly SignatureClaim[];
}

/** Notes what was checked of each node, and which signatures there are. */
export class Verification implements ReplayReader {
  readonly claims: SignatureClaim[] = [];
  readonly #decisions: Decision[] = [];
  /** One for each node that was taken; may be longer than needed. */
  #marks = new Uint8Array(64);
  #rules = 0;
  #hashes = 0;
  #clocks = 0;
  #draws = 0;

  take(replay: Replay): void {
    const { n, checks } = replay;
    if (n === this.#marks.length) this.#marks = grown(this.#marks);
    this.#marks[n] = checks;
    if (replay.isPlain) this.#rules++;
    if (n === 0 || replay.isPlain) return;
    const { node } = replay;
    if ((checks & CHECKS.hash) !== 0) this.#hashes++;
    if (!isEnding(node)) {
      if ((checks & CHECKS.rules) !== 0) this.#rules++;
      if ((checks & CHECKS.clock) !== 0) this.#clocks++;
      if (node.act.type === 'links') this.#draws++;
      this.#decide(node);
    } else {
      const { isDecreed } = replay.settled!;
      if (replay.before!.outcome === null)
        this.#decisions.push({ n, why: isDecreed ? 'decree' : 'time', by: null });
    }
    for (const claim of claimsOf(replay, node, replay.nodes[n]!, replay.before))
      this.claims.push(claim);
  }

  /** The report of what was seen, but for signatures. */
  report(replay: Replay): Report {
    const { header, nodes, n, settled, entries } = replay;
    const fault = replay.fault?.fault ?? null;
    const marks = new Uint8Array(nodes.length);
    marks.set(this.#marks.subarray(0, Math.max(0, n + 1)));
    if (n < 0 && header !== null && nodes.length > 0) marks[0] = replay.checks;
    return {
      fault,
      match: header === null ? null : formatCid(replay.match),
      head: nodes.length === 0 ? null : formatCid(idOf(replay.digestAt(nodes.length - 1))),
      header,
      entries,
      good: Math.max(0, settled === null ? n : Math.min(n, entries)),
      outcome: fault === null ? replay.outcome : null,
      endedBy: fault !== null || settled === null ? null : settled.isDecreed ? 'decree' : 'rules',
      chance: replay.blind !== null ? 'sealed' : chanceOf(replay.game, header),
      checked: {
        links: Math.max(0, n),
        rules: this.#rules,
        hashes: this.#hashes,
        clocks: this.#clocks,
        draws: this.#draws,
        signatures: 0,
        signed: this.claims.length,
      },
      signatures: 'none',
      covers: [],
      decisions: this.#decisions,
      marks,
    };
  }

  /** Notes what a seat or the referee says of another seat, and that the referee aborted the match. */
  #decide({ n, seat, act }: EntryNode): void {
    if (act.type === 'leave' && act.of !== seat && act.how !== 'resignation')
      this.#decisions.push({ n, why: act.how, by: seat });
    if (act.type === 'abort' && seat === null) this.#decisions.push({ n, why: 'abort', by: null });
  }
}

/** The signatures of a node that follows on a replay, before the replay takes it. */
export function nextClaims(replay: Replay, bytes: Uint8Array): Result<readonly SignatureClaim[]> {
  const node = decodeNext(bytes);
  if (!node.ok) return node;
  const { n, prev } = node.value;
  if (n !== replay.n + 1 || !isSameBytes(prev, replay.digestAt(replay.n))) return UNLINKED;
  return ok(claimsOf(replay, node.value, bytes, replay.table));
}

/** The signatures of a node: the players' first, then the referee's. `before` is the table that it found; null while hands are hidden. */
function claimsOf(
  replay: Replay,
  node: EntryNode | EndingNode,
  bytes: Uint8Array,
  before: MatchState | null,
): SignatureClaim[] {
  const { n } = node;
  const { referee } = replay.terms;
  const whole = { n, seen: n - 1, covers: n };
  // the link of a node that was taken is not decoded with it
  const messageOf = (of: (node: EntryNode | EndingNode) => Uint8Array) => () => {
    const linked = decodeNext(bytes);
    return linked.ok ? of(linked.value) : bytes;
  };
  const claims = isEnding(node)
    ? node.signed.flatMap(({ seat, signature }) => {
        const key = keyOf(replay.header!, seat);
        const message = messageOf(ending => (isEnding(ending) ? endingMessage(ending) : bytes));
        return key === null ? [] : [{ ...whole, seat, key, message, signature }];
      })
    : actClaims(replay, node, before);
  if (node.referee === null || referee === null) return claims;
  const message = messageOf(nodeMessage);
  return [...claims, { ...whole, seat: null, key: referee, message, signature: node.referee }];
}

function actClaims(replay: Replay, node: EntryNode, before: MatchState | null): SignatureClaim[] {
  const { n, seat, signed, act } = node;
  const key = signed === null || seat === null ? null : keyOf(replay.header!, seat);
  if (signed === null || seat === null || key === null) return [];
  const match = replay.digestAt(0);
  const seen = replay.digestAt(Math.min(signed.seen, n - 1));
  const when = whenOf(replay.terms, node);
  const given = before === null ? null : givenOf(before, node);
  const intent = { match, seat, seq: signed.seq, seen, act, when, given: given ?? [] };
  const message = () => intentMessage(intent);
  const { signature } = signed;
  // without a referee a seat that has seen the node before signs all of its own; after it left, it has nothing more to sign
  const isWhole = when !== null && signed.seen === n - 1;
  const isLeaving = act.type === 'leave' && act.of === seat;
  const covers = !isWhole ? signed.seen : isLeaving ? Infinity : n;
  const ahead = given === null ? {} : { unseen: before!.changed };
  return [{ n, seat, seen: signed.seen, covers, key, message, signature, ...ahead }];
}

const grown = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => {
  const twice = new Uint8Array(2 * bytes.length);
  twice.set(bytes);
  return twice;
};

const chanceOf = (game: Game, header: Header | null): Report['chance'] =>
  game.chance === undefined || header === null
    ? 'none'
    : termsOf(header).fair === null
      ? 'plain'
      : 'fair';

/** Nodes of a game that `findGame` does not know: that each names the one before it can be checked all the same. */
function unplayed(
  nodes: readonly Uint8Array[],
  header: Header,
  { head, wrong }: { readonly head: Uint8Array | null; readonly wrong: WrongNode | undefined },
  unknown: Fail,
): Report {
  const report = { ...nothing(nodes, unknown), header };
  for (let n = 1; n <= nodes.length; n++) {
    const why = wrong?.n === n ? wrong.why : refuseLink(nodes, n, head);
    if (why === null) continue;
    const at = Math.min(n, nodes.length - 1);
    const isEnd = at > report.entries;
    const { fault } = within(
      why,
      isEnd ? 'the ending' : `entry ${at} of ${report.entries}`,
      isEnd ? '/ending' : `/entries/${at - 1}`,
    );
    return { ...report, fault, good: Math.max(0, at - 1) };
  }
  return report;
}

/** Why a node, or after the last of them the head, does not name the node before it. */
function refuseLink(nodes: readonly Uint8Array[], n: number, head: Uint8Array | null): Fail | null {
  const before = sha256(nodes[n - 1]!);
  const bytes = nodes[n];
  if (bytes === undefined) return head === null || isSameBytes(head, before) ? null : OTHER_HEAD;
  const node = decodeNext(bytes);
  if (!node.ok) return node;
  return node.value.n === n && isSameBytes(node.value.prev, before) ? null : UNLINKED;
}

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
  signatures: 'none',
  covers: [],
  decisions: [],
  marks: new Uint8Array(nodes.length),
});
