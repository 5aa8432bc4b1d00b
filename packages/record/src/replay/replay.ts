/**
 * A replay of a record: the one place where nodes become match states, and actions become nodes. It is a cursor over nodes in order: `next`
 * takes the node that follows, `add` one that has just come, `write` an action for which there is no node yet. After each of them it
 * stands at the newest node, with the match state before and after it, and readers look at it then: verification, listing, packing, the
 * timeline and others share one pass. What is refused is a fault, and leaves the replay where it stood.
 */
import {
  type Cid,
  digestAt,
  type Ending,
  type Entry,
  type Fail,
  fail,
  type Game,
  type GameEvent,
  type Header,
  type Json,
  type NewEntry,
  type Outcome,
  ok,
  type Part,
  putSha256,
  type Result,
  sha256,
  sha256Many,
  type Terms,
} from '@kifu/core';
import { idOf } from '../chain.ts';
import { beginBlind, followSealed, type SealedReplay } from '../chance/blind.ts';
import { checkVoters, type SettledEnding, settleEnd } from '../match-state/ending.ts';
import { checkHeader } from '../match-state/header-check.ts';
import {
  fold,
  foldPlain,
  MAX_ENTRIES,
  type MatchState,
  type PlainFolded,
  sit,
} from '../match-state/match-state.ts';
import { blame } from '../match-state/presigned.ts';
import { isSealed, termsOf } from '../match-state/terms.ts';
import { type EndingNode, encodeEnding } from '../node/ending.ts';
import { decodeNext, decodePrev, decodeUnlinked, type EntryNode, isEnding } from '../node/entry.ts';
import { decodeHeader } from '../node/header.ts';
import {
  checkReferee,
  checkShown,
  encodeMade,
  makeEnding,
  makeEntry,
  type PreparedEnding,
  type PreparedEntry,
  type PreservedFields,
  shownHash,
} from '../node/make.ts';
import { encodePlainMove, type PlainMove, placeOfPrev, readPlainMove } from '../node/plain.ts';
import { within } from '../place.ts';
import type { FindGame } from '../verify.ts';

/** What can be checked of a node; `checks` is a sum of these. */
export const CHECKS = {
  link: 1,
  rules: 2,
  hash: 4,
  clock: 8,
  chance: 16,
  signature: 32,
} as const;

/** Bytes of a SHA-256. */
const DIGEST = 32;
/** The first byte of an ending is the head of a list of eight or nine. */
const ENDING_HEADS = [0x88, 0x89];
const NO_PARTS: readonly never[] = Object.freeze([]);
const NOTHING_MORE: PreservedFields = Object.freeze({});

export interface ReplayOptions {
  /** Digest that the last node must have; null to take it as it is. */
  readonly head?: Uint8Array | null;
  /** The secret of the deal, where hands are hidden and no ending tells it. */
  readonly deal?: Uint8Array | null;
  /** The header, where the caller has read it already. */
  readonly header?: Header;
  /** What is known to be wrong with a node; nothing from it on is played. */
  readonly wrong?: WrongNode;
  /** Whether the record is being made, so that what is wrong with its header is wrong with its start. */
  readonly isNew?: boolean;
}

/** The last node is not the one that was asked for. */
export const OTHER_HEAD = fail('broken-chain', 'bytes do not match the head');
/** A node follows on another than the one before it. */
export const UNLINKED = fail('broken-chain', 'the node does not link to its predecessor');

/** What is wrong with a node, other than what it says. */
export interface WrongNode {
  readonly n: number;
  readonly why: Fail;
}

/** Looks at each step of a replay, the start first. It may keep tables, never the replay. */
export interface ReplayReader<State = unknown> {
  take(replay: Replay<State>): void;
}

/** A replay of a record, node by node. */
export class Replay<State = unknown> {
  readonly game: Game<State>;
  /** In order, the header first; grows by `add` and `write`. */
  readonly nodes: Uint8Array[];
  /** Null where it cannot be read. */
  header: Header | null = null;
  /** Number of the newest node that was taken; −1 before the header. */
  n = -1;
  /** After the newest node; null while hands are hidden. */
  table: MatchState<State> | null = null;
  /** Before it. */
  before: MatchState<State> | null = null;
  /** The move, where it is one and can be seen. */
  move: Json | null = null;
  /** What was checked of it. */
  checks = 0;
  /** Whether it is a move with nothing more to say. */
  isPlain = false;
  /** What can be followed while hands are hidden. */
  blind: SealedReplay | null = null;
  /** How the match ended, after its ending. */
  settled: SettledEnding<State> | null = null;
  /** Why it goes no further, and where. */
  fault: Fail | null = null;
  /** Digest that the last node must have; null where none is named, or nodes have come since. */
  #head: Uint8Array | null;
  readonly #deal: Uint8Array | null;
  readonly #wrong: WrongNode | null;
  /** Where nothing more is played. */
  readonly #wrongAt: number;
  /** Of all nodes, one after the other; may be longer than needed. */
  #digests: Uint8Array;
  #hashed: number;
  /** Null for a plain move until a reader asks for its parts. */
  #parts: readonly Part<State>[] | null = NO_PARTS;
  /** Of a plain move. */
  #events: readonly GameEvent[] = NO_PARTS;
  #node: EntryNode | EndingNode | null = null;
  readonly #plain: PlainMove = { seat: 0, move: new Uint8Array(), ms: null };

  constructor(game: Game<State>, nodes: readonly Uint8Array[], options: ReplayOptions = {}) {
    this.game = game;
    this.nodes = [...nodes];
    this.#head = options.head ?? null;
    this.#deal = options.deal ?? null;
    this.#wrong = options.wrong ?? null;
    this.#wrongAt = this.#wrong?.n ?? Infinity;
    const isShort = nodes.length <= MAX_ENTRIES + 2;
    this.#digests = isShort ? sha256Many(nodes) : new Uint8Array();
    this.#hashed = isShort ? nodes.length : 0;
    const wrong = this.#begin(options.header ?? null);
    if (wrong === null) this.n = 0;
    else this.fault = within(wrong, options.isNew ? 'the start' : 'the header', '/header');
  }

  get terms(): Terms {
    return termsOf(this.header!);
  }

  get isEnded(): boolean {
    return this.settled !== null;
  }

  get outcome(): Outcome | null {
    return this.settled?.outcome ?? this.table?.outcome ?? null;
  }

  /** How many entries there are, whether they can be played or not: the header and an ending at the end are none. */
  get entries(): number {
    return countEntries(this.nodes);
  }

  /** Content id of the match: of its header. */
  get match(): Cid {
    return idOf(this.digestAt(0));
  }

  /** Content id of the newest node. */
  get head(): Cid {
    return idOf(this.digestAt(this.n));
  }

  /** The digest of a node. */
  digestAt(n: number): Uint8Array {
    return n < this.#hashed ? digestAt(this.#digests, DIGEST * n) : sha256(this.nodes[n]!);
  }

  /** The digests of all nodes up to the newest, one after the other. */
  digests(): Uint8Array {
    return this.#digests.slice(0, DIGEST * (this.n + 1));
  }

  /** What the newest node did; at the start, what setting up did. */
  get parts(): readonly Part<State>[] {
    this.#parts ??= [{ by: 'move', state: this.table!.state, events: this.#events }];
    return this.#parts;
  }

  /** The newest node, but for its link, which is `digestAt(n - 1)`; the caller knows that it is not a header. */
  get node(): EntryNode | EndingNode {
    if (this.#node === null) {
      const node = decodeUnlinked(this.nodes[this.n]!);
      if (!node.ok) throw new Error('a node that was taken cannot be read');
      this.#node = node.value;
    }
    return this.#node;
  }

  /** The newest entry; null for the header and the ending. */
  get entry(): Entry | null {
    if (this.n < 1 || this.settled !== null) return null;
    return this.node as EntryNode;
  }

  /** Takes an entry that was made from where the replay stands and has become durable since: nothing is folded again. */
  adopt(
    { node, table, parts, move }: PreparedEntry<State>,
    bytes: Uint8Array,
    digest?: Uint8Array,
  ): void {
    const before = this.table!;
    this.#push(bytes, digest);
    this.#stand(before, table, parts, move);
    // a linked node may carry the referee's signature besides: then it is read from its bytes on demand
    this.#node = digest === undefined ? node : null;
    this.checks = this.#checksOf(node.hash);
    this.n = node.n;
  }

  /** The same for the ending. */
  adoptEnd(made: PreparedEnding<State>, bytes: Uint8Array, digest?: Uint8Array): void {
    const before = this.table!;
    this.#push(bytes, digest);
    this.settled = made;
    this.#stand(before, made.table, NO_PARTS, null);
    this.#node = digest === undefined ? made.node : null;
    this.checks = CHECKS.link | CHECKS.rules | CHECKS.hash;
    this.n = made.node.n;
  }

  /** Takes the node that follows; false at the end, and where there is a fault. */
  next(): boolean {
    const i = this.n + 1;
    const { nodes, table } = this;
    if (i >= nodes.length || this.fault !== null) return false;
    if (
      table?.isPlain === true &&
      i < nodes.length - 1 &&
      i < this.#wrongAt &&
      this.settled === null &&
      i % table.terms.hashEvery !== 0 &&
      this.#followPlain(table, i)
    )
      return true;
    const wrong = this.#follow(i);
    if (wrong === null) return true;
    this.fault = within(wrong, this.#name(i), this.#path(i));
    return false;
  }

  /** Takes a node that has just come; the fault where it does not follow. */
  add(bytes: Uint8Array): Fail | null {
    const head = this.#head;
    this.#push(bytes);
    const wrong = this.#follow(this.n + 1);
    if (wrong === null) return null;
    this.nodes.pop();
    this.#hashed--;
    this.#head = head;
    return wrong;
  }

  /** Does an action for which there is no node yet, and makes the node; the fault where it cannot be done. */
  write(entry: NewEntry, keep: PreservedFields = NOTHING_MORE): Fail | null {
    const { table } = this;
    if (this.settled !== null) return fail('game-over', 'the record has already ended');
    if (table === null) return this.#writeBlind(entry);
    if (table.isPlain && this.#writePlain(table, entry, keep)) return null;
    const made = makeEntry(table, this.digestAt(this.n), entry, keep);
    if (!made.ok) return made;
    const { node } = made.value;
    const wrong = checkReferee(table, node.referee);
    if (wrong !== null) return wrong;
    this.adopt(made.value, encodeMade(node));
    return null;
  }

  /** Ends the match, and makes the node. */
  writeEnd(how: Partial<Ending> = {}): Fail | null {
    const { table } = this;
    if (this.settled !== null || table === null)
      return fail('game-over', 'the record has already ended');
    const made = makeEnding(table, this.digestAt(this.n), how);
    if (!made.ok) return made;
    const { node } = made.value;
    const wrong = checkReferee(table, node.referee) ?? checkVoters(table, node);
    if (wrong !== null) return wrong;
    this.adoptEnd(made.value, encodeEnding(made.value.node));
    return null;
  }

  #push(bytes: Uint8Array, digest?: Uint8Array): void {
    this.nodes.push(bytes);
    this.#head = null; // it named the node before
    const end = DIGEST * this.#hashed;
    if (end + DIGEST > this.#digests.length) {
      const grown = new Uint8Array(2 * this.#digests.length + 64 * DIGEST);
      grown.set(this.#digests.subarray(0, end));
      this.#digests = grown;
    }
    if (digest === undefined) putSha256(bytes, this.#digests, end);
    else this.#digests.set(digest, end);
    this.#hashed++;
  }

  #begin(known: Header | null): Fail | null {
    const { nodes } = this;
    const decoded = known === null ? decodeHeader(nodes[0] ?? new Uint8Array()) : null;
    if (decoded?.ok === false) return decoded;
    const header = known ?? decoded!.value;
    this.header = header;
    if (nodes.length > MAX_ENTRIES + 2)
      return fail('too-large', `too many entries in the record: ${MAX_ENTRIES} at most`);
    const changed = this.#checkNamed(0);
    if (changed !== null) return changed;
    this.checks = CHECKS.link;
    const deal = isSealed(header) ? (this.#findDeal() ?? this.#deal) : null;
    if (isSealed(header) && deal === null) return this.#beginBlind(header);
    const seated = sit(this.game, header, this.digestAt(0), deal);
    if (!seated.ok) return seated;
    this.#stand(null, seated.value.table, seated.value.parts, null);
    this.checks |= CHECKS.rules;
    return null;
  }

  #beginBlind(header: Header): Fail | null {
    const wrong = checkHeader(this.game as Game, header);
    if (wrong !== null) return wrong;
    this.blind = beginBlind(header);
    return null;
  }

  /** The secret of the deal, from the ending. */
  #findDeal(): Uint8Array | null {
    const last = decodeNext(this.nodes.at(-1)!);
    return last.ok && isEnding(last.value) ? last.value.deal : null;
  }

  /** Whether a node is the one that the next node, or the head, names: so a change is found where it was made. */
  #checkNamed(i: number): Fail | null {
    const next = this.nodes[i + 1];
    if (i + 1 === this.#wrongAt) return null; // it is said there
    if (next === undefined) return this.#isHead(i) ? null : OTHER_HEAD;
    return this.#isAt(i, next, placeOfPrev(next)) ? null : this.#blame(i, next);
  }

  #isHead(i: number): boolean {
    return this.#head === null || this.#isAt(i, this.#head, 0);
  }

  /** Which of two nodes was changed, where the second names another: the second, if what follows names another in its place. */
  #blame(i: number, next: Uint8Array): Fail | null {
    if (!decodePrev(next).ok) return null; // what is wrong with the next node is said there
    const after = this.nodes[i + 2];
    const isNextNamed =
      after === undefined ? this.#isHead(i + 1) : this.#isAt(i + 1, after, placeOfPrev(after));
    return isNextNamed
      ? fail('broken-chain', 'bytes do not match the link of the next node')
      : null;
  }

  /** Whether the digest of a node stands in bytes at a place. */
  #isAt(i: number, bytes: Uint8Array, at: number): boolean {
    const digests = this.#digests;
    const from = DIGEST * i;
    if (at + DIGEST > bytes.length) return false;
    let differing = 0; // nearly all are the same, so that stopping at the first difference saves nothing
    for (let k = 0; k < DIGEST; k++) differing |= digests[from + k]! ^ bytes[at + k]!;
    return differing === 0;
  }

  /** Enters a plain move if nothing is wrong with it; anything else is left to `#follow`, which says what is wrong. */
  #followPlain(table: MatchState<State>, i: number): boolean {
    const plain = this.#plain;
    const next = this.nodes[i + 1]!;
    if (!readPlainMove(this.nodes[i]!, i, plain)) return false;
    if (!this.#isAt(i, next, placeOfPrev(next))) return false;
    const move: Result<Json> = this.game.moves.bytes.decode(plain.move);
    if (!move.ok) return false;
    const folded = foldPlain(table, plain.seat, move.value, plain.ms);
    if (folded === null) return false;
    this.#standPlain(table, folded, move.value);
    return true;
  }

  #follow(i: number): Fail | null {
    if (i === this.#wrongAt) return this.#wrong!.why;
    const bytes = this.nodes[i]!;
    const decoded = decodeUnlinked(bytes);
    if (!decoded.ok) return decoded;
    const node = decoded.value;
    const changed = this.#checkNamed(i);
    if (changed !== null) return changed;
    if (!this.#isAt(i - 1, bytes, placeOfPrev(bytes))) return UNLINKED;
    if (node.n !== i) return fail('broken-chain', `unexpected node number ${node.n}`);
    if (this.settled !== null) return fail('game-over', 'a node follows the ending');
    const wrong =
      checkReferee({ terms: this.terms }, node.referee) ??
      (isEnding(node)
        ? this.#end(node)
        : this.table === null
          ? this.#enterBlind(node)
          : this.#enter(this.table, node));
    if (wrong !== null) return wrong;
    this.#node = node;
    this.n = i;
    return null;
  }

  #enter(table: MatchState<State>, node: EntryNode): Fail | null {
    const folded = fold(table, node);
    if (!folded.ok) return folded;
    const { table: next, parts, move } = folded.value;
    const isDue = node.n % next.terms.hashEvery === 0;
    const wrong =
      this.#checkHash(next, node.n, node.hash, isDue) ?? checkShown(next, node.seat, node.clockMs);
    if (wrong !== null) return blame(table, node, wrong);
    this.#stand(table, next, parts, move);
    this.checks = this.#checksOf(node.hash);
    return null;
  }

  /** An entry of a match with hidden hands. */
  #enterBlind(node: EntryNode): Fail | null {
    const next = followSealed(this.blind!, node);
    if (!next.ok) return next;
    this.blind = next.value;
    this.#stand(null, null, NO_PARTS, null);
    this.checks = CHECKS.link;
    return null;
  }

  #end(node: EndingNode): Fail | null {
    const { table } = this;
    if (table === null)
      return fail('broken-record', 'the ending does not reveal the deal', {
        rule: 'deal',
        at: { path: '/deal' },
      });
    const { ms, at, outcome: stated } = node;
    const settled = settleEnd(table, { ms, at, stated });
    if (!settled.ok) return settled;
    const wrong =
      checkVoters(table, node) ?? this.#checkHash(settled.value.table, node.n, node.hash, true);
    if (wrong !== null) return wrong;
    if ((table.deal === null) !== (node.deal === null))
      return fail('malformed', 'the ending reveals a deal, but the match has none', {
        at: { path: '/deal' },
      });
    this.settled = settled.value;
    this.#stand(table, settled.value.table, NO_PARTS, null);
    this.checks = CHECKS.link | CHECKS.rules | CHECKS.hash;
    return null;
  }

  #checkHash(
    table: MatchState<State>,
    n: number,
    hash: Uint8Array | null,
    isDue: boolean,
  ): Fail | null {
    if (hash === null)
      return isDue ? fail('broken-record', 'missing state hash', { rule: 'hash' }) : null;
    const own = shownHash(table, n);
    for (let k = 0; k < DIGEST; k++)
      if (own[k] !== hash[k])
        return fail('broken-record', 'state hash mismatch', {
          rule: 'hash',
          at: { path: '/hash' },
        });
    return null;
  }

  /** What is checked of an entry that was played, from where the replay stands. */
  #checksOf(hash: Uint8Array | null): number {
    const { table, before } = this;
    return (
      CHECKS.link |
      CHECKS.rules |
      (hash === null ? 0 : CHECKS.hash) |
      (table!.clocks === null ? 0 : CHECKS.clock) |
      (table!.links === before!.links ? 0 : CHECKS.chance)
    );
  }

  #stand(
    before: MatchState<State> | null,
    table: MatchState<State> | null,
    parts: readonly Part<State>[] | null,
    move: Json | null,
  ): void {
    this.before = before;
    this.table = table;
    this.#parts = parts;
    this.move = move;
    this.isPlain = false;
    this.#node = null;
  }

  #standPlain(before: MatchState<State>, { table, events }: PlainFolded<State>, move: Json): void {
    this.#stand(before, table, null, move);
    this.#events = events;
    this.isPlain = true;
    this.checks = CHECKS.link | CHECKS.rules;
    this.n = table.n;
  }

  /** A plain move, written in place; false where it is not as simple as that, or refused. */
  #writePlain(table: MatchState<State>, entry: NewEntry, keep: PreservedFields): boolean {
    const { seat, act, ms = null } = entry;
    const n = this.n + 1;
    if (seat === null || act.type !== 'move' || keep.hash === true) return false;
    if (n % table.terms.hashEvery === 0 || !hasNothingMore(entry)) return false;
    if (ms !== null && !Number.isSafeInteger(ms)) return false;
    const bytes = encodePlainMove(n, this.#digests, DIGEST * this.n, { seat, move: act.move, ms });
    const move: Result<Json> = this.game.moves.bytes.decode(act.move);
    const folded = bytes !== null && move.ok ? foldPlain(table, seat, move.value, ms) : null;
    if (folded === null || !move.ok) return false;
    this.#push(bytes!);
    this.#standPlain(table, folded, move.value);
    return true;
  }

  /** An entry of a match with hidden hands, as it is. */
  #writeBlind(entry: NewEntry): Fail | null {
    const { seat, act, at = null, ms = null, lag = null, clockMs = null, hash = null } = entry;
    const { signed = null, referee = null } = entry;
    const n = this.n + 1;
    const prev = this.digestAt(this.n);
    const node = { n, prev, seat, act, at, ms, lag, clockMs, hash, signed, referee };
    const followed = followSealed(this.blind!, node);
    if (!followed.ok) return followed;
    this.blind = followed.value;
    this.#push(encodeMade(node));
    this.#stand(null, null, NO_PARTS, null);
    this.#node = node;
    this.checks = CHECKS.link;
    this.n = n;
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
}

const hasNothingMore = ({ at, lag, clockMs, hash, signed, referee }: NewEntry): boolean =>
  (at ?? null) === null &&
  (lag ?? null) === null &&
  (clockMs ?? null) === null &&
  (hash ?? null) === null &&
  (signed ?? null) === null &&
  (referee ?? null) === null;

/** How many entries a list of nodes has: the header and an ending at the end are none. */
export function countEntries(nodes: readonly Uint8Array[]): number {
  const hasEnding = nodes.length > 1 && ENDING_HEADS.includes(nodes.at(-1)![0]!);
  return Math.max(0, nodes.length - 1 - (hasEnding ? 1 : 0));
}

/** Plays to the end, or to a fault, and lets the readers look at each step, the start first. */
export function readAll<State>(
  replay: Replay<State>,
  readers: readonly ReplayReader<State>[],
): Replay<State> {
  if (replay.fault !== null) return replay;
  for (let k = 0; k < readers.length; k++) readers[k]!.take(replay);
  while (replay.next()) for (let k = 0; k < readers.length; k++) readers[k]!.take(replay);
  return replay;
}

/** Begins to follow a match with its header. */
export async function followHeader(bytes: Uint8Array, findGame: FindGame): Promise<Result<Replay>> {
  const header = decodeHeader(bytes);
  if (!header.ok) return header;
  const game = await findGame(header.value.game, header.value.version);
  if (!game.ok) return game;
  const replay = new Replay(game.value, [bytes], { header: header.value });
  return replay.fault ?? ok(replay);
}

/**
 * Takes a node that has just come, and gives the replay that stands at it: the same one; or, where it is the ending that reveals how
 * hidden hands were dealt, a new one over all nodes, which are played only now.
 */
export function followNode<State>(replay: Replay<State>, bytes: Uint8Array): Result<Replay<State>> {
  const { game, nodes, table, header } = replay;
  if (table !== null || !ENDING_HEADS.includes(bytes[0]!)) return replay.add(bytes) ?? ok(replay);
  const revealed = readAll(new Replay(game, [...nodes, bytes], { header: header! }), []);
  return revealed.fault ?? ok(revealed);
}
