/**
 * One open match over stores: begun or loaded, appended to, ended. The server, uploads and the command all append here. A node is
 * durable before its caller learns of it, and if a store fails, the match stays as it was.
 */
import {
  type Cid,
  cidOf,
  decodeBase64,
  decodeCid,
  type Ending,
  encodeBase64,
  encodeCid,
  fail,
  formatCid,
  type Game,
  type Header,
  hashesTo,
  isObject,
  isSameCid,
  type Json,
  type NewEntry,
  ok,
  type Result,
} from '@kifu/core';
import {
  type Appended,
  type Chain,
  type Draft,
  draft,
  endSigned,
  headOf,
  idOf,
  link,
  linkSigned,
  nodesOf,
  type Signer,
  type StoredNode,
} from '../chain.ts';
import { MAX_ENTRIES } from '../match-state/match-state.ts';
import { isHeader } from '../node/collect.ts';
import { decodePrev } from '../node/entry.ts';
import { makeHeader } from '../node/make.ts';
import { chainOf, readHeader } from '../record.ts';
import { Replay, type ReplayReader, readAll } from '../replay/replay.ts';
import type { FindGame } from '../verify.ts';
import type { AppendOptions, Ask, Stores, Vault } from './ports.ts';

/** A match in progress, and where it is stored. */
export interface OpenMatch<State = unknown> {
  /** As far as it is durable. */
  readonly chain: Chain<State>;
  /** The same as a cursor that advances with each durable node: what pages, views and lists read. */
  readonly replay: Replay<State>;
  /** Appends an action, or one that was tried with `draft` on this chain: then nothing is played again. */
  append(entry: NewEntry | Draft<State>, ask?: AppendOptions): Promise<Result<Appended<State>>>;
  end(how?: Partial<Ending>, ask?: AppendOptions): Promise<Result<Chain<State>>>;
}

/** The signer, and what a match needs to know. */
export interface MatchOptions extends AppendOptions {
  readonly referee?: Signer | null;
  /** The secret of the deal, where hands are hidden. */
  readonly deal?: Uint8Array | null;
  /** Look at each node that is loaded. */
  readonly readers?: readonly ReplayReader[];
}

/**
 * The stores of a match. Where the store cannot take block and head in one go, a node that a referee signed is noted in the vault
 * before, if there is one: after a crash it is that node which is appended, and no other, since a referee must never be seen to
 * sign two nodes after one.
 */
export interface MatchStores extends Stores {
  readonly vault?: Vault;
}

/** Begins a match and keeps its header. */
export async function beginMatch<State>(
  stores: MatchStores,
  game: Game<State>,
  header: Header,
  { referee = null, deal = null, ...ask }: MatchOptions = {},
): Promise<Result<OpenMatch<State> & Appended<State>>> {
  const first = makeHeader(header);
  if (!first.ok) return first;
  const replay = new Replay(game, [first.value], { deal, header, isNew: true });
  if (replay.fault !== null) return replay.fault;
  if (replay.table === null) return fail('unsupported', 'hidden hands need the deal');
  const chain = chainOf(replay);
  const { parts } = replay;
  const match = idOf(chain.table.match);
  const isKept = await keep(stores, match, null, chain.last, ask);
  if (!isKept && !(await isHead(stores, match, chain.last, ask))) return CONFLICT;
  return ok(Object.assign(openMatch(stores, chain, referee, replay), { parts }));
}

/** Loads and replays a match, so that it can continue. */
export async function loadMatch(
  stores: MatchStores,
  match: Cid,
  findGame: FindGame,
  { referee = null, deal = null, readers = [], ...ask }: MatchOptions = {},
): Promise<Result<OpenMatch>> {
  await finishNoted(stores, match, ask);
  const head = await stores.heads.get(match, ask);
  if (head === null) return fail('not-found', `match ${formatCid(match)} not found`);
  const nodes = await loadNodes(stores, head, ask);
  if (!nodes.ok) return nodes;
  if (!hashesTo(match, nodes.value[0]!))
    return fail('broken-chain', 'the head belongs to another match');
  const header = readHeader(nodes.value);
  if (!header.ok) return header;
  const game = await findGame(header.value.game, header.value.version);
  if (!game.ok) return game;
  const replay = new Replay(game.value, nodes.value, { deal, head: head.digest });
  if (readAll(replay, readers).fault !== null) return replay.fault!;
  if (replay.table === null)
    return fail('unsupported', 'hands are hidden until the deal is revealed');
  return ok(openMatch(stores, chainOf(replay), referee, replay));
}

/** A match whose newest node is already stored. */
export const openMatch = <State>(
  stores: MatchStores,
  chain: Chain<State>,
  referee: Signer | null = null,
  replay: Replay<State> | null = null,
): OpenMatch<State> => new KeptMatch(stores, chain, referee, replay);

/** A class, since a server looks into it with every message: V8 is slow to look into objects with getters of their own. */
class KeptMatch<State> implements OpenMatch<State> {
  readonly #stores: MatchStores;
  readonly #match: Cid;
  readonly #signer: Signer | null;
  readonly #inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  #chain: Chain<State>;
  #replay: Replay<State> | null;

  constructor(
    stores: MatchStores,
    chain: Chain<State>,
    referee: Signer | null,
    replay: Replay<State> | null,
  ) {
    this.#replay = replay;
    const { match, terms } = chain.table;
    this.#stores = stores;
    this.#match = idOf(match);
    this.#signer = terms.referee === null ? null : referee;
    this.#inTurn = turnsOf(stores, formatCid(this.#match));
    this.#chain = chain;
  }

  get chain(): Chain<State> {
    return this.#chain;
  }

  get replay(): Replay<State> {
    const { table } = this.#chain;
    this.#replay ??= readAll(
      new Replay(table.game, nodesOf(this.#chain), { deal: table.deal, header: table.header }),
      [],
    );
    return this.#replay;
  }

  append(
    entry: NewEntry | Draft<State>,
    ask: AppendOptions = {},
  ): Promise<Result<Appended<State>>> {
    return this.#inTurn(async () => {
      const isTried = 'node' in entry && entry.chain === this.#chain;
      const drafted = isTried ? ok(entry) : draft(this.#chain, actOf(entry));
      if (!drafted.ok) return drafted;
      // without signatures to make or check the node is linked at once
      const isSigned = this.#signer !== null || drafted.value.node.signed !== null;
      const linked = isSigned ? await linkSigned(drafted.value, this.#signer) : link(drafted.value);
      if (!linked.ok) return linked;
      const { chain } = linked.value;
      if (!(await this.#keep(chain, ask))) return CONFLICT;
      this.#replay?.adopt(drafted.value, chain.last.bytes, chain.last.digest);
      return linked;
    });
  }

  end(how: Partial<Ending> = {}, ask: AppendOptions = {}): Promise<Result<Chain<State>>> {
    return this.#inTurn(async () => {
      const ended = await endSigned(this.#chain, how, this.#signer);
      if (!ended.ok) return ended;
      const { chain, made } = ended.value;
      if (!(await this.#keep(chain, ask))) return CONFLICT;
      this.#replay?.adoptEnd(made, chain.last.bytes, chain.last.digest);
      return ok(chain);
    });
  }

  /** Moves on to a chain with one more node, once that is stored; false if the match has a new head elsewhere. */
  async #keep(next: Chain<State>, ask: AppendOptions): Promise<boolean> {
    const isKept =
      (await keep(this.#stores, this.#match, headOf(this.#chain), next.last, ask)) ||
      (await isHead(this.#stores, this.#match, next.last, ask));
    if (isKept) this.#chain = next;
    return isKept;
  }
}

/** The action of a draft that was made before the match changed; it is retried. */
const actOf = <State>(entry: NewEntry | Draft<State>): NewEntry =>
  'node' in entry ? entry.node : entry;

/** What is being appended to each match, by the store of heads: a referee must never sign two nodes after one. */
const QUEUES = new WeakMap<Stores['heads'], Map<string, Promise<unknown>>>();

/** Does one thing after the other for a match, whichever part of this process has it open. */
function turnsOf({ heads }: Stores, match: string): <T>(work: () => Promise<T>) => Promise<T> {
  const queues = QUEUES.get(heads) ?? new Map<string, Promise<unknown>>();
  QUEUES.set(heads, queues);
  return work => {
    const before = queues.get(match);
    const mine = before === undefined ? work() : before.then(work, work);
    queues.set(match, mine);
    const leave = () => {
      if (queues.get(match) === mine) queues.delete(match);
    };
    mine.then(leave, leave);
    return mine;
  };
}

/**
 * Stores a whole record that has been verified; nodes and head in one step if the store can. `known` if it is already stored,
 * `conflict` where the match is, and goes another way: then nothing is changed.
 */
export async function keepRecord(
  { append, blocks, heads }: Stores,
  nodes: readonly Uint8Array[],
  ask: Ask = {},
): Promise<'kept' | 'known' | 'conflict'> {
  const all = nodes.map(bytes => ({ cid: cidOf('dag-cbor', bytes), bytes }));
  const [match, head] = [all[0]!.cid, all.at(-1)!.cid];
  const isNew = (await heads.get(match, ask)) === null;
  if (isNew && append === undefined)
    for (const { cid, bytes } of all) await blocks.put(cid, bytes, ask);
  const isKept =
    isNew &&
    (append === undefined
      ? await heads.move(match, null, head, ask)
      : await append(all, match, null, head, ask));
  if (isKept) return 'kept';
  const known = await heads.get(match, ask);
  return known !== null && isSameCid(known, head) ? 'known' : 'conflict';
}

const CONFLICT = fail('conflict', 'the match has changed; reload its head and retry');

/** Stores a node and makes it the head; false if the match has a new head elsewhere. */
function keep(
  stores: MatchStores,
  match: Cid,
  from: Cid | null,
  { digest, bytes }: StoredNode,
  ask: AppendOptions,
): Promise<boolean> {
  const to = idOf(digest);
  return stores.append === undefined
    ? storeSeparately(stores, match, from, to, bytes, ask)
    : stores.append([{ cid: to, bytes }], match, from, to, ask);
}

/** Whether a node is the head all the same: it may have been moved by an attempt whose answer was lost. */
async function isHead(
  { heads }: Stores,
  match: Cid,
  { digest }: StoredNode,
  ask: Ask,
): Promise<boolean> {
  const now = await heads.get(match, ask);
  return now !== null && isSameCid(now, idOf(digest));
}

/** Stores the block first, then the head: a reader that knows a head finds its block. */
async function storeSeparately(
  { blocks, heads, vault }: MatchStores,
  match: Cid,
  from: Cid | null,
  to: Cid,
  bytes: Uint8Array,
  ask: AppendOptions,
): Promise<boolean> {
  if (ask.fence !== undefined) throw new TypeError('a store without `append` has no leases');
  const now = await heads.get(match, ask);
  if (from === null ? now !== null : now === null || !isSameCid(now, from)) return false;
  const note = { node: encodeBase64(bytes), from: from && encodeBase64(encodeCid(from)) };
  await vault?.put(NOTES, formatCid(match), note, ask);
  await blocks.put(to, bytes, ask);
  return heads.move(match, from, to, ask);
}

const NOTES = 'noted';

/** After a crash: what was signed and noted, and had not become the head, becomes it now. */
async function finishNoted({ blocks, heads, vault, append }: MatchStores, match: Cid, ask: Ask) {
  if (append !== undefined || vault === undefined) return;
  const note = readNote(await vault.get(NOTES, formatCid(match), ask));
  const head = await heads.get(match, ask);
  if (note === null || head === null || !isSameCid(note.from, head)) return;
  const to = cidOf('dag-cbor', note.node);
  await blocks.put(to, note.node, ask);
  await heads.move(match, head, to, ask);
}

function readNote(
  note: Json | undefined,
): { readonly node: Uint8Array; readonly from: Cid } | null {
  if (!isObject(note) || typeof note.node !== 'string' || typeof note.from !== 'string')
    return null;
  const node = decodeBase64(note.node);
  const bytes = decodeBase64(note.from);
  const from = bytes.ok ? decodeCid(bytes.value) : bytes;
  return node.ok && from.ok ? { node: node.value, from: from.value } : null;
}

/** Walks back from a head and reads the nodes, the header first; a store that leads in circles is left after the longest record. */
export async function loadNodes(
  { blocks }: Pick<Stores, 'blocks'>,
  head: Cid,
  ask: Ask = {},
): Promise<Result<Uint8Array[]>> {
  const nodes: Uint8Array[] = [];
  for (let at = head; ; ) {
    if (nodes.length > MAX_ENTRIES + 2)
      return fail('too-large', `too many entries in the record: ${MAX_ENTRIES} at most`);
    const bytes = await blocks.get(at, ask);
    nodes.push(bytes);
    if (isHeader(bytes)) return ok(nodes.reverse());
    const before = decodePrev(bytes);
    if (!before.ok) return before;
    at = idOf(before.value.prev);
  }
}
