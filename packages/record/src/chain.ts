/** A match as a chain of nodes, as a value: each node names the one before it, so that the last one names them all. */
import {
  type Act,
  type Cid,
  digestState,
  type Fail,
  fail,
  type Game,
  type Header,
  isInteger,
  type Json,
  type Outcome,
  ok,
  type Part,
  type Result,
  sha256,
} from '@kifu/core';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { shownMs } from './clock-face.ts';
import { settleEnd } from './ending.ts';
import { saltHash } from './fair.ts';
import { encodeHeader } from './header.ts';
import { intentMessage, nodeMessage } from './intent.ts';
import {
  type EndingNode,
  type EntryNode,
  encodeEnding,
  encodeEntry,
  MAX_NODE_BYTES,
  type NodeAct,
  type SignedBytes,
} from './node.ts';
import { isSignedBy } from './signature.ts';
import { type Doing, fold, keyOf, sit, type Table } from './table.ts';

/** A chain: where the match stands, and its newest node, which leads to all others. */
export interface Chain<State = unknown> {
  readonly table: Table<State>;
  readonly last: Stored;
  readonly isEnded: boolean;
}

/** A node as it is stored. */
export interface Stored {
  readonly n: number;
  readonly digest: Uint8Array;
  readonly bytes: Uint8Array;
  readonly before: Stored | null;
}

/** A chain with one node more, and what happened. */
export interface Appended<State = unknown> {
  readonly chain: Chain<State>;
  readonly parts: readonly Part<State>[];
}

/** An act to append, with the player's signature where the seat has a key. */
export interface ToAppend extends Doing {
  readonly signed?: SignedBytes | null;
  /** What the seat's clock showed, where a foreign record says so. */
  readonly clockMs?: number | null;
  /** The state hash that somebody expects; it is compared and kept. */
  readonly hash?: string | null;
  /** Whether the state hash is kept although it is not due. */
  readonly isHashed?: boolean;
}

/** Signs a message. */
export type Signer = (message: Uint8Array) => Promise<Uint8Array>;

/** The content id of a node. */
export const idOf = (digest: Uint8Array): Cid => ({ version: 1, codec: 'dag-cbor', digest });

/** The content id of the newest node. */
export const headOf = ({ last }: Chain): Cid => idOf(last.digest);

/** The nodes of a chain in order, the header first. */
export function nodesOf({ last }: Chain): Uint8Array[] {
  const nodes: Uint8Array[] = [];
  for (let here: Stored | null = last; here !== null; here = here.before) nodes.push(here.bytes);
  return nodes.reverse();
}

/** Begins a chain with its header. With hidden hands it takes the secret of the deal. */
export function begin<State>(
  game: Game<State>,
  header: Header,
  deal: Uint8Array | null = null,
): Result<Appended<State>> {
  const bytes = encodeHeader(header);
  if (bytes.length > MAX_NODE_BYTES)
    return fail('too-large', `a header has at most ${MAX_NODE_BYTES} bytes`);
  const digest = sha256(bytes);
  const seated = sit(game, header, digest, deal);
  if (!seated.ok) return seated;
  const { table, parts } = seated.value;
  return ok({
    chain: { table, last: { n: 0, digest, bytes, before: null }, isEnded: false },
    parts,
  });
}

/** Appends an act to a match without a referee, or with the referee's signature already made. Reads no signatures. */
export function append<State>(
  chain: Chain<State>,
  doing: ToAppend,
  referee: Uint8Array | null = null,
): Result<Appended<State>> {
  const drafted = draft(chain, doing);
  if (!drafted.ok) return drafted;
  return checkReferee(chain.table, referee) ?? ok(link(drafted.value, referee));
}

/** Refuses what `append` refuses, and makes no node: the chain goes on from its table, and its newest node stays the one before. */
export function tryAppend<State>(
  chain: Chain<State>,
  doing: ToAppend,
  referee: Uint8Array | null = null,
): Result<Appended<State>> {
  const drafted = draft(chain, doing);
  return (drafted.ok ? checkReferee(chain.table, referee) : null) ?? drafted;
}

/** Appends an act to a live match: the player's signature is checked, and the referee signs the node. */
export async function appendSigned<State>(
  chain: Chain<State>,
  doing: ToAppend,
  referee: Signer | null,
): Promise<Result<Appended<State>>> {
  const drafted = draft(chain, doing);
  if (!drafted.ok) return drafted;
  const wrong = await checkSignature(chain, doing);
  if (wrong !== null) return wrong;
  const signature = referee === null ? null : await referee(nodeMessage(drafted.value.node));
  return checkReferee(chain.table, signature) ?? ok(link(drafted.value, signature));
}

/** A referee signs every node, and nobody else signs in the referee's place. */
const checkReferee = <State>({ terms }: Table<State>, signature: Uint8Array | null): Fail | null =>
  (terms.referee === null) !== (signature === null)
    ? refereeFault(signature)
    : signature !== null && signature.length !== 64
      ? fail('bad-signature', 'a signature has 64 bytes', { rule: 'referee' })
      : null;

/** The fault of a node that the referee should have signed, or should not. */
export const refereeFault = (signature: Uint8Array | null): Fail =>
  fail(
    'bad-signature',
    signature === null
      ? 'the match has a referee, who did not sign'
      : 'a referee signed, and the match has none',
    { rule: 'referee' },
  );

/** An act that is possible, and the node that it will be. */
interface Draft<State> extends Appended<State> {
  readonly node: EntryNode;
}

function draft<State>(chain: Chain<State>, doing: ToAppend): Result<Draft<State>> {
  const { table, last, isEnded } = chain;
  if (isEnded) return fail('game-over', 'the record has its ending, nothing can follow');
  const odd = checkNumbers(doing);
  if (odd !== null) return odd;
  const folded = fold(table, doing);
  if (!folded.ok) return folded;
  const { n, terms, game } = folded.value.table;
  const isHashed =
    doing.isHashed === true || n % terms.hashEvery === 0 || (doing.hash ?? null) !== null;
  const hash = isHashed ? shownHash(folded.value.table, n) : null;
  const wrongHash = checkHash(hash, doing.hash ?? null);
  if (wrongHash !== null) return wrongHash;
  const clockMs = doing.clockMs ?? null;
  const wrong = checkShown(folded.value.table, doing, clockMs);
  if (wrong !== null) return wrong;
  const node: EntryNode = {
    n,
    prev: last.digest,
    seat: doing.seat,
    act: toNodeAct(game as Game, doing.act),
    at: doing.at ?? null,
    ms: doing.ms ?? null,
    clockMs,
    hash,
    signed: doing.signed ?? null,
    referee: null,
  };
  if (isTooLarge(node)) return TOO_LARGE;
  return ok({ ...folded.value, chain: { ...chain, table: folded.value.table }, node });
}

/** Whether a node would be larger than any may be. A move alone tells: all else in its node is short. */
const isTooLarge = (node: EntryNode): boolean =>
  !(node.act.type === 'move' && node.act.move.length < SHORT_MOVE) &&
  encodeEntry(node).length > MAX_NODE_BYTES - SIGNATURE_ROOM;

/** Moves below it make no large node; those of our games have a few bytes. */
const SHORT_MOVE = 1024;
/** What a referee's signature adds to a node. */
const SIGNATURE_ROOM = 128;
const TOO_LARGE = fail('too-large', `a node has at most ${MAX_NODE_BYTES} bytes`);

/** Numbers as they can be written down. */
function checkNumbers(numbers: {
  readonly ms?: number | null;
  readonly at?: number | null;
  readonly clockMs?: number | null;
}): Fail | null {
  for (const key of ['ms', 'at', 'clockMs'] as const) {
    const value = numbers[key] ?? null;
    if (value !== null && !isInteger(value, 0, Number.MAX_SAFE_INTEGER))
      return fail('malformed', 'times are whole numbers from 0', { at: { path: `/${key}` } });
  }
  return null;
}

/** Whether a state hash is the one that somebody expects, if anybody does. */
function checkHash(hash: Uint8Array | null, told: string | null): Fail | null {
  const found = hash === null || told === null ? told : bytesToHex(hash);
  if (found === told) return null;
  return fail('broken-record', `the state hash is ${found}, the record says ${told}`, {
    rule: 'hash',
    at: { path: '/hash' },
  });
}

/** Where there are clocks, what a record says that one showed must be what it showed. */
export function checkShown<State>(
  { clocks, ms }: Table<State>,
  { seat }: Doing,
  clockMs: number | null,
): Fail | null {
  if (clocks === null || clockMs === null || seat === null) return null;
  const shown = shownMs(clocks, seat, ms);
  return shown === clockMs
    ? null
    : fail('broken-record', `the clock shows ${shown} ms, the record says ${clockMs}`, {
        rule: 'clock',
        at: { path: '/clockMs' },
      });
}

/** The hash of the state as it stands in a node: salted where hands are hidden. */
export function shownHash<State>({ game, state, deal }: Table<State>, n: number): Uint8Array {
  const hash = digestState(game, state);
  return deal === null ? hash : saltHash(deal, n, hash);
}

function link<State>(
  { chain, parts, node }: Draft<State>,
  referee: Uint8Array | null,
): Appended<State> {
  return { chain: addNode(chain, encodeEntry({ ...node, referee }), node.n, false), parts };
}

const addNode = <State>(
  chain: Chain<State>,
  bytes: Uint8Array,
  n: number,
  isEnded: boolean,
): Chain<State> => ({
  table: chain.table,
  last: { n, digest: sha256(bytes), bytes, before: chain.last },
  isEnded,
});

/** How a match ends: as the table says, or where that says nothing, by an outcome from outside. */
export interface ToEnd {
  readonly ms?: number | null;
  /** The tick at which it is looked, in games where time alone may end a match. */
  readonly at?: number | null;
  /** An outcome that the table does not know of; null to take the table's. */
  readonly outcome?: Outcome | null;
  readonly hash?: string | null;
}

/** Appends the ending, to a match without a referee or with the signature already made. */
export function end<State>(
  chain: Chain<State>,
  how: ToEnd = {},
  referee: Uint8Array | null = null,
): Result<Chain<State>> {
  const drafted = draftEnd(chain, how);
  return drafted.ok ? linkEnd(chain, drafted.value, referee) : drafted;
}

function linkEnd<State>(
  chain: Chain<State>,
  { node, table }: { readonly node: EndingNode; readonly table: Table<State> },
  referee: Uint8Array | null,
): Result<Chain<State>> {
  const wrong = checkReferee(table, referee);
  if (wrong !== null) return wrong;
  return ok(addNode({ ...chain, table }, encodeEnding({ ...node, referee }), node.n, true));
}

/** Appends the ending to a live match; the referee signs it. */
export async function endSigned<State>(
  chain: Chain<State>,
  how: ToEnd,
  referee: Signer | null,
): Promise<Result<Chain<State>>> {
  const drafted = draftEnd(chain, how);
  if (!drafted.ok) return drafted;
  const signature = referee === null ? null : await referee(nodeMessage(drafted.value.node));
  return linkEnd(chain, drafted.value, signature);
}

function draftEnd<State>(
  chain: Chain<State>,
  how: ToEnd,
): Result<{ readonly node: EndingNode; readonly table: Table<State> }> {
  if (chain.isEnded) return fail('game-over', 'the record has its ending already');
  const odd = checkNumbers(how);
  if (odd !== null) return odd;
  if ((how.ms ?? chain.table.ms) < chain.table.ms)
    return fail('past-time', 'the ending lies before the last entry', { at: { path: '/ms' } });
  const settled = settleEnd(chain.table, how.at ?? null, how.outcome ?? null);
  if (!settled.ok) return settled;
  const { table, outcome } = settled.value;
  const n = chain.last.n + 1;
  const hash = shownHash(table, n);
  const wrong = checkHash(hash, how.hash ?? null);
  if (wrong !== null) return wrong;
  const node: EndingNode = {
    n,
    prev: chain.last.digest,
    outcome,
    at: how.at ?? null,
    ms: how.ms ?? null,
    hash,
    deal: table.deal,
    referee: null,
  };
  return encodeEnding(node).length > MAX_NODE_BYTES - SIGNATURE_ROOM
    ? TOO_LARGE
    : ok({ node, table });
}

/** An act as nodes have it. */
export function toNodeAct(game: Game, act: Act): NodeAct {
  if (act.type === 'move') return { type: 'move', move: game.moves.bytes.encode(act.move) };
  if (act.type === 'refused') return { ...act, move: game.moves.bytes.encode(act.move) };
  if (act.type === 'links') return { type: 'links', links: act.links.map(hexToBytes) };
  return act;
}

/** An act of a node as records have it; moves are decoded by the game. */
export function toAct(game: Game, act: NodeAct): Result<Act> {
  if (act.type === 'move' || act.type === 'refused') {
    const move: Result<Json> = game.moves.bytes.decode(act.move);
    if (!move.ok) return move;
    return act.type === 'move'
      ? { ok: true, value: { type: 'move', move: move.value } }
      : ok({ ...act, move: move.value });
  }
  if (act.type === 'links') return ok({ type: 'links', links: act.links.map(bytesToHex) });
  return ok(act);
}

/** Whether a player's signature is good, for an act that is about to be appended. */
async function checkSignature<State>(
  { table, last }: Chain<State>,
  { seat, act, signed }: ToAppend,
): Promise<Fail | null> {
  if (seat === null || signed === null || signed === undefined) return null;
  let seen = last;
  while (seen.n > signed.seen && seen.before !== null) seen = seen.before;
  const message = intentMessage({
    match: table.match,
    seat,
    seq: signed.seq,
    seen: seen.digest,
    act: toNodeAct(table.game as Game, act),
  });
  const key = keyOf(table.header, seat);
  const isGood = key !== null && (await isSignedBy(hexToBytes(key), message, signed.signature));
  return isGood ? null : fail('bad-signature', `the signature of seat ${seat} is not good`);
}
