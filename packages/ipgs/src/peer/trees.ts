/** The trees that a peer knows: its own, and the latest of each other player. */
import { fail, ok, type Result } from '@kifu/core';
import { acceptTree, findTree, type Namespace, readNamespace } from '../namespace/read.ts';
import type { Reading } from '../read-record.ts';

/** Where a peer's own tree is, and those of others: published roots. */
export interface PeerState {
  readonly root: string | null;
  /** By the fingerprint of the player; of several nodes of one, by `fingerprint/node`. */
  readonly others: { readonly [fingerprint: string]: string };
}

/** The trees, read. */
export interface Trees {
  readonly mine: Namespace;
  readonly others: readonly Namespace[];
  /** The one game that was read of their lists; absent where all were. */
  readonly only?: string;
}

/** Reads all trees, or what they have of one game; an unreadable tree of another player is left out. */
export async function readTrees(
  reading: Reading,
  state: PeerState,
  only?: string,
): Promise<Result<Trees>> {
  if (state.root === null)
    return fail('not-found', 'no identity here yet; create one first', { rule: 'identity' });
  const mine = await readRoot(reading, state.root, only);
  if (!mine.ok) return mine;
  const others: Namespace[] = [];
  for (const root of Object.values(state.others)) {
    const other = await readRoot(reading, root, only);
    if (other.ok) others.push(other.value);
  }
  return ok({ mine: mine.value, others, ...(only === undefined ? {} : { only }) });
}

const readRoot = async (
  reading: Reading,
  root: string,
  only?: string,
): Promise<Result<Namespace>> => {
  const tree = await findTree(reading, root);
  return tree.ok ? readNamespace(reading, tree.value, only) : tree;
};

/**
 * Takes in the tree of another player, or of another node of one's own. One that is older than what is known is refused: any node can
 * show an old tree again. With `node`, the player must vouch for it.
 */
export async function learnTree(
  reading: Reading,
  state: PeerState,
  root: string,
  node: string | null = null,
): Promise<Result<{ readonly state: PeerState; readonly namespace: Namespace }>> {
  const read = await readRoot(reading, root);
  if (!read.ok) return read;
  const namespace = read.value;
  const refused = node === null ? null : acceptTree(namespace, node);
  if (refused !== null) return refused;
  const { fingerprint } = namespace.identity;
  const key = node === null ? fingerprint : `${fingerprint}/${node}`;
  const before = state.others[key];
  const known = before === undefined ? null : await readRoot(reading, before);
  if (known?.ok) {
    const isOlder =
      (namespace.lastUpdated ?? 0n) < (known.value.lastUpdated ?? 0n) ||
      namespace.nodes.signedAt < known.value.nodes.signedAt;
    if (isOlder) return fail('conflict', 'a newer tree of this player is known', { rule: 'stale' });
  }
  const { [key]: _, ...others } = state.others;
  // the latest one comes last
  return ok({ state: { ...state, others: { ...others, [key]: root } }, namespace });
}

/** How many trees are known; of strangers only the latest. */
export const MAX_TREES = 1000;

/** Forgets the trees of strangers that arrived longest ago, if there are too many. */
export function forgetStrangers(
  others: PeerState['others'],
  isFriend: (fingerprint: string) => boolean,
): PeerState['others'] {
  const all = Object.entries(others);
  let tooMany = all.length - MAX_TREES;
  return Object.fromEntries(
    all.filter(([key]) => tooMany <= 0 || isFriend(key.split('/')[0]!) || tooMany-- <= 0),
  );
}

/** The hashes by which a player is named: that of the present key file, and that of the first. */
export const hashesOf = ({ identity, root }: Namespace): readonly string[] => [
  ...new Set([identity.hash, root.hash]),
];
