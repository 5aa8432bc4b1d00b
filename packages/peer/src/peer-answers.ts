/** What a peer answers on sync streams: from its store, from its games, and by what it publishes. IPGS §14.3. */
import { formatCid, parseCid } from '@kifu/core';
import { chainTo, fileBlock, type ReadCommit, VERSION_DOCUMENT } from '@kifu/ipgs';
import type { Block } from '@kifu/record/node';
import { ownNodes, type PeerState } from './peer-state.ts';
import type { SigningTurn } from './signing-turn.ts';
import type { SyncAnswers } from './sync/answer.ts';

/** What a node may ask for in a minute. */
const A_MINUTE: { readonly [what: string]: number } = {
  hello: 120,
  heads: 240,
  record: 1200,
  blocks: 6000,
  put: 120_000,
  ipns: 240,
  sign: 6000,
  signed: 6000,
  match: 60,
  follow: 120,
};
const FLOOD = 10;
/** A record has 10,000 commits at most. IPGS §17. */
const MAX_COMMITS = 10_000;

/** The protocol that is spoken here. */
export const VERSION = formatCid(fileBlock(new TextEncoder().encode(VERSION_DOCUMENT)).cid);

/** The own player's hash, for others; null before there is an identity. */
export const playerOf = ({ seen }: PeerState): string | null => seen?.trees.mine.root.hash ?? null;

/** Whether a node may do something once more, by its rate; a node that does it far too often is disconnected. */
export function mayAsk({ rates, ban }: PeerState, node: string, what: string): boolean {
  const most = A_MINUTE[what] ?? 60;
  const count = rates.count(node, what);
  if (count > most * FLOOD) ban(node);
  return count <= most;
}

/** Answers to other nodes; those that change something are given. */
export function answersOf(
  state: PeerState,
  turns: SigningTurn,
  rest: Pick<SyncAnswers, 'greeted' | 'put' | 'ipns'>,
): SyncAnswers {
  const { live, reading } = state;
  const block: SyncAnswers['block'] = cid => reading.blocks.get(cid).catch(() => null);
  /** Commits with what they link, each block once. */
  const blocksOf = async function* (commits: readonly ReadCommit[]): AsyncGenerator<Block> {
    const sent = new Set<string>();
    for (const { commit, block: own } of commits) {
      for (const link of [commit.key, commit.data]) {
        if (sent.has(link)) continue;
        sent.add(link);
        const cid = parseCid(link);
        const bytes = cid.ok ? await block(cid.value) : null;
        if (cid.ok && bytes !== null) yield { cid: cid.value, bytes };
      }
      yield own;
    }
  };
  return {
    ...rest,
    block,
    version: VERSION,
    get player() {
      return playerOf(state);
    },
    async heads() {
      const heads = new Map<string, string>();
      const { challenges, currentGames, finishedGames } = state.seen?.trees.mine ?? NO_LISTS;
      for (const list of [challenges, currentGames, finishedGames])
        for (const [name, cid] of list) heads.set(name, cid);
      for (const [name, { record }] of live.all) heads.set(name, record.head.cid);
      return heads;
    },
    async record(head, have, limit) {
      const chain = await chainTo({ ...reading, walk: { left: MAX_COMMITS } }, head);
      if (!chain.ok) return null;
      const from =
        have === null ? 0 : chain.value.findIndex(({ commit }) => commit.cid === have) + 1;
      const page = chain.value.slice(from, from + limit);
      return { blocks: blocksOf(page), isDone: from + page.length >= chain.value.length };
    },
    // a node that is not known here as the player's own may always continue: it takes no turn of this node
    turn: (node, word) => !ownNodes(state).includes(node) || turns.hear(node, word),
    mayAsk: (node, what) => mayAsk(state, node, what),
  };
}

const NO_LISTS = {
  challenges: new Map<string, string>(),
  currentGames: new Map<string, string>(),
  finishedGames: new Map<string, string>(),
};
