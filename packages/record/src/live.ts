/** Matches in stores: begun, appended to by compare-and-set, loaded again, branched off. */
import {
  type Cid,
  type Fail,
  fail,
  formatCid,
  type Game,
  type Header,
  hashesTo,
  isSameCid,
  ok,
  type Result,
} from '@kifu/core';
import {
  type Appended,
  appendSigned,
  begin,
  type Chain,
  endSigned,
  headOf,
  idOf,
  type Signer,
  type ToAppend,
  type ToEnd,
} from './chain.ts';
import { isHeader } from './collect.ts';
import { decodeHeader } from './header.ts';
import { readKifu, recordKifu } from './kifu.ts';
import { decodePrev } from './node.ts';
import type { AppendAsk, Ask, Stores } from './ports.ts';
import { MAX_ENTRIES } from './table.ts';
import type { FindGame } from './verify.ts';

/** Begins a match and keeps its header. */
export async function beginStored<State>(
  stores: Stores,
  game: Game<State>,
  header: Header,
  deal: Uint8Array | null = null,
  ask: AppendAsk = {},
): Promise<Result<Appended<State>>> {
  const begun = begin(game, header, deal);
  if (!begun.ok) return begun;
  const { chain } = begun.value;
  const moved = await keep(stores, chain, null, ask);
  return moved.ok ? begun : moved;
}

/** Appends an act; when this resolves, the node is durable and is the head. Where somebody else was quicker, nothing is signed. */
export const appendStored = <State>(
  stores: Stores,
  chain: Chain<State>,
  doing: ToAppend,
  referee: Signer | null = null,
  ask: AppendAsk = {},
): Promise<Result<Appended<State>>> =>
  inTurn(stores, chain, async () => {
    const late = await checkHead(stores, chain, ask);
    if (late !== null) return late;
    const appended = await appendSigned(chain, doing, referee);
    if (!appended.ok) return appended;
    const kept = await keep(stores, appended.value.chain, headOf(chain), ask);
    return kept.ok ? appended : kept;
  });

/** Appends the ending. */
export const endStored = <State>(
  stores: Stores,
  chain: Chain<State>,
  how: ToEnd = {},
  referee: Signer | null = null,
  ask: AppendAsk = {},
): Promise<Result<Chain<State>>> =>
  inTurn(stores, chain, async () => {
    const late = await checkHead(stores, chain, ask);
    if (late !== null) return late;
    const ended = await endSigned(chain, how, referee);
    if (!ended.ok) return ended;
    const kept = await keep(stores, ended.value, headOf(chain), ask);
    return kept.ok ? ended : kept;
  });

/** What is being appended to each match, by the store of heads: a referee must never sign two nodes after one. */
const QUEUES = new WeakMap<Stores['heads'], Map<string, Promise<unknown>>>();

/** Does one thing after the other for each match of this process. */
async function inTurn<T>({ heads }: Stores, { table }: Chain, work: () => Promise<T>): Promise<T> {
  const queues = QUEUES.get(heads) ?? new Map<string, Promise<unknown>>();
  QUEUES.set(heads, queues);
  const match = formatCid(idOf(table.match));
  const before = queues.get(match) ?? Promise.resolve();
  const mine = before.then(work, work);
  queues.set(match, mine);
  try {
    return await mine;
  } finally {
    if (queues.get(match) === mine) queues.delete(match);
  }
}

/** Nothing is signed after a node that is no longer the head. */
async function checkHead({ heads }: Stores, chain: Chain, ask: Ask): Promise<Fail | null> {
  const head = await heads.get(idOf(chain.table.match), ask);
  return head !== null && isSameCid(head, headOf(chain)) ? null : CONFLICT;
}

const CONFLICT = fail('conflict', 'the match has gone on from there: read its head and try again');

/** The block first, the head after it: whoever knows a head finds what it names. */
async function keep(
  stores: Stores,
  chain: Chain,
  from: Cid | null,
  ask: AppendAsk,
): Promise<Result<Cid>> {
  const head = headOf(chain);
  const match = idOf(chain.table.match);
  const block = { cid: head, bytes: chain.last.bytes };
  if (stores.append === undefined) {
    if (ask.fence !== undefined) throw new TypeError('a store without `append` has no leases');
    await stores.blocks.put(head, block.bytes, ask);
  }
  const hasMoved = await (stores.append?.([block], match, from, head, ask) ??
    stores.heads.move(match, from, head, ask));
  if (hasMoved) return ok(head);
  const now = await stores.heads.get(match, ask); // it may have been moved by an attempt whose answer was lost
  return now !== null && isSameCid(now, head) ? ok(head) : CONFLICT;
}

/** Walks back from a head and reads the nodes, the header first. */
export async function loadNodes(
  { blocks }: Pick<Stores, 'blocks'>,
  head: Cid,
  ask: Ask = {},
): Promise<Result<Uint8Array[]>> {
  const nodes: Uint8Array[] = [];
  const seen = new Set<string>();
  for (let at = head; ; ) {
    const key = formatCid(at);
    if (seen.has(key) || nodes.length > MAX_ENTRIES + 2)
      return fail('too-large', `a record has at most ${MAX_ENTRIES} entries`);
    seen.add(key);
    const bytes = await blocks.get(at, ask);
    nodes.push(bytes);
    if (isHeader(bytes)) return ok(nodes.reverse());
    const before = decodePrev(bytes);
    if (!before.ok) return before;
    at = idOf(before.value.prev);
  }
}

/** Loads a match and plays it through, so that it can go on. With hidden hands it takes the secret of the deal. */
export async function loadStored(
  stores: Stores,
  match: Cid,
  findGame: FindGame,
  deal: Uint8Array | null = null,
  ask: Ask = {},
): Promise<Result<Chain>> {
  const head = await stores.heads.get(match, ask);
  if (head === null) return fail('not-found', `there is no match ${formatCid(match)}`);
  const nodes = await loadNodes(stores, head, ask);
  if (!nodes.ok) return nodes;
  if (!hashesTo(match, nodes.value[0]!))
    return fail('broken-chain', 'the head leads to another match');
  const header = decodeHeader(nodes.value[0]!);
  if (!header.ok) return header;
  const game = await findGame(header.value.game, header.value.version);
  if (!game.ok) return game;
  const kifu = readKifu(game.value, nodes.value);
  if (!kifu.ok) return kifu;
  const chain = recordKifu(game.value, kifu.value, deal);
  if (!chain.ok) return chain;
  return isSameCid(headOf(chain.value), head)
    ? chain
    : fail('broken-chain', 'the nodes do not lead to the head again');
}
