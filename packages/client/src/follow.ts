/**
 * Follows a match node by node, as its server sends them, and takes nothing on trust: every act is played by the rules and every
 * node written anew, which must give the same bytes. Hidden hands are followed blindly until the ending reveals the deal.
 */
import {
  bytesToHex,
  type Entry,
  fail,
  type Game,
  type Header,
  hexToBytes,
  type Kifu,
  type Outcome,
  ok,
  type Part,
  type Result,
  sha256,
} from '@kifu/core';
import {
  append,
  type Blind,
  begin,
  beginBlind,
  type Chain,
  decodeHeader,
  decodeNext,
  type EndingNode,
  type EntryNode,
  end,
  type FindGame,
  followBlind,
  isEnding,
  isSealed,
  isSignedBy,
  nodeMessage,
  nodesOf,
  readKifu,
  termsOf,
  toAct,
  toEntry,
} from '@kifu/record';
import { type Anchor, anchorAfter, firstAnchor } from './ticks.ts';

/** A match as far as it has been followed. */
export interface Followed {
  readonly game: Game;
  readonly header: Header;
  /** Number and digest of the newest node. */
  readonly n: number;
  readonly digest: Uint8Array;
  /** The nodes so far, while hands are hidden; otherwise the chain has them. */
  readonly sealed: readonly Uint8Array[];
  /** Null while hands are hidden. */
  readonly chain: Chain | null;
  /** Null where everything can be seen. */
  readonly blind: Blind | null;
  readonly anchor: Anchor | null;
  readonly outcome: Outcome | null;
}

/** What a node brought. */
export interface News {
  readonly followed: Followed;
  /** Null for the header and the ending. */
  readonly entry: Entry | null;
  readonly parts: readonly Part[];
}

/** Begins with the header. */
export async function followHeader(bytes: Uint8Array, findGame: FindGame): Promise<Result<News>> {
  const header = decodeHeader(bytes);
  if (!header.ok) return header;
  const game = await findGame(header.value.game, header.value.version);
  if (!game.ok) return game;
  const base = {
    game: game.value,
    header: header.value,
    n: 0,
    digest: sha256(bytes),
    outcome: null,
  };
  if (isSealed(header.value)) {
    const { fair } = termsOf(header.value);
    const blind = beginBlind(header.value, fair!.links.map(hexToBytes));
    return ok({
      followed: { ...base, sealed: [bytes], chain: null, blind, anchor: null },
      entry: null,
      parts: [],
    });
  }
  const begun = begin(game.value, header.value);
  if (!begun.ok) return begun;
  const { chain, parts } = begun.value;
  if (!isSame(chain.last.bytes, bytes)) return OTHER_BYTES;
  const anchor = firstAnchor(chain.table);
  return ok({
    followed: { ...base, sealed: [], chain, blind: null, anchor },
    entry: null,
    parts,
  });
}

/** Follows one more node. Signatures are not looked at: `checkReferee` does that. */
export function followNode(followed: Followed, bytes: Uint8Array): Result<News> {
  const node = decodeNext(bytes);
  if (!node.ok) return node;
  if (node.value.n !== followed.n + 1 || !isSame(node.value.prev, followed.digest))
    return fail('broken-chain', `node ${node.value.n} does not follow on node ${followed.n}`);
  if (isEnding(node.value)) return followEnding(followed, node.value, bytes);
  return followed.chain === null
    ? followSealed(followed, node.value, bytes)
    : followEntry(followed, followed.chain, node.value, bytes);
}

function followEntry(
  followed: Followed,
  chain: Chain,
  node: EntryNode,
  bytes: Uint8Array,
): Result<News> {
  const act = toAct(followed.game, node.act);
  if (!act.ok) return act;
  const { seat, at, ms, clockMs, signed, hash } = node;
  const appended = append(
    chain,
    {
      seat,
      act: act.value,
      at,
      ms,
      clockMs,
      signed,
      hash: hash === null ? null : bytesToHex(hash),
    },
    node.referee,
  );
  if (!appended.ok) return appended;
  const { chain: after, parts } = appended.value;
  if (!isSame(after.last.bytes, bytes)) return OTHER_BYTES;
  const entry = toEntry(followed.game, node);
  return entry.ok ? ok({ followed: grown(followed, after), entry: entry.value, parts }) : entry;
}

const grown = (followed: Followed, chain: Chain): Followed => ({
  ...followed,
  n: chain.last.n,
  digest: chain.last.digest,
  sealed: [],
  chain,
  anchor: anchorAfter(followed.anchor, chain.table),
  outcome: chain.table.outcome,
});

function followSealed(followed: Followed, node: EntryNode, bytes: Uint8Array): Result<News> {
  const blind = followBlind(followed.blind!, node);
  if (!blind.ok) return blind;
  const entry = toEntry(followed.game, node);
  if (!entry.ok) return entry;
  return ok({
    followed: {
      ...followed,
      n: node.n,
      digest: sha256(bytes),
      sealed: [...followed.sealed, bytes],
      blind: blind.value,
    },
    entry: entry.value,
    parts: [],
  });
}

/** The ending must be what the rules say; of hidden hands everything before it is looked at only now. */
function followEnding(followed: Followed, node: EndingNode, bytes: Uint8Array): Result<News> {
  const chain = followed.chain === null ? unseal(followed, node) : ok(followed.chain);
  if (!chain.ok) return chain;
  const { outcome, ms, at, hash } = node;
  const ended = end(chain.value, { outcome, ms, at, hash: bytesToHex(hash) }, node.referee);
  if (!ended.ok) return ended;
  if (!isSame(ended.value.last.bytes, bytes)) return OTHER_BYTES;
  return ok({
    followed: { ...grown(followed, ended.value), blind: null, outcome },
    entry: null,
    parts: [],
  });
}

function unseal({ game, sealed, header }: Followed, { deal }: EndingNode): Result<Chain> {
  if (deal === null) return fail('broken-record', 'the ending does not reveal the deal');
  const begun = begin(game, header, deal);
  if (!begun.ok) return begun;
  let { chain } = begun.value;
  for (const bytes of sealed.slice(1)) {
    const news = followNode(
      {
        game,
        header,
        ...linked(chain),
        sealed: [],
        chain,
        blind: null,
        anchor: null,
        outcome: null,
      },
      bytes,
    );
    if (!news.ok) return news;
    chain = news.value.followed.chain!;
  }
  return ok(chain);
}

const linked = ({ last }: Chain) => ({ n: last.n, digest: last.digest });

/** Whether the referee signed a node; true where the match has none. */
export async function isRefereed({ header }: Followed, bytes: Uint8Array): Promise<boolean> {
  const { referee } = termsOf(header);
  const node = decodeNext(bytes);
  if (referee === null || !node.ok) return referee === null;
  const { value } = node;
  return (
    value.referee !== null && isSignedBy(hexToBytes(referee), nodeMessage(value), value.referee)
  );
}

/** All nodes, the header first. */
export const followedNodes = ({ chain, sealed }: Followed): readonly Uint8Array[] =>
  chain === null ? sealed : nodesOf(chain);

/** The match as a record, as far as it has come. */
export const followedKifu = (followed: Followed): Result<Kifu> =>
  readKifu(followed.game, followedNodes(followed));

const OTHER_BYTES = fail('broken-chain', 'the node is written in another way than it must be');

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
