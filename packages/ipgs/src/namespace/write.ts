/** Changes to the own tree: each gives a new root, and the old one stays what it was. IPGS §2, §6. */
import { formatCid, ok, type Result } from '@kifu/core';
import type { Block } from '@kifu/record/node';
import type { SignedCommit } from '../commit.ts';
import { readGiven } from '../given-blocks.ts';
import { fileBlock } from '../ipld.ts';
import type { SignedNodeList } from '../node-list.ts';
import { formatTimestamp } from '../timestamp.ts';
import {
  type ChangedDirectory,
  changeDirectory,
  type DirectorySource,
  findEntry,
} from '../unixfs/directory.ts';
import { encodeDirectory, entryOf, leafOf } from '../unixfs/entry.ts';
import { changeTree, type Path, type TreeChange } from '../unixfs/tree.ts';
import { SYSTEM, VERSION_DOCUMENT } from './read.ts';

/** A change of the tree with the blocks that it brings. */
export interface NamespaceChange {
  readonly changes: readonly TreeChange[];
  readonly blocks: readonly Block[];
}

const utf8 = new TextEncoder();

/** Puts a file at a path. */
export function setFile(path: Path, content: string | Uint8Array): NamespaceChange {
  const block = fileBlock(typeof content === 'string' ? utf8.encode(content) : content);
  return { changes: [{ path, entry: leafOf(block) }], blocks: [block] };
}

/** Takes away what a path leads to. */
export const remove = (path: Path): NamespaceChange => ({
  changes: [{ path, entry: null }],
  blocks: [],
});

/** Lists a commit; with it its payload and key file. */
export const setCommit = (path: Path, { block, payload, file }: SignedCommit): NamespaceChange => ({
  changes: [{ path, entry: leafOf(block) }],
  blocks: [block, fileBlock(payload), fileBlock(file.bytes)],
});

/** Lists an object. */
export const setObject = (path: Path, block: Block): NamespaceChange => ({
  changes: [{ path, entry: leafOf(block) }],
  blocks: [block],
});

/** Lists a directory that was made elsewhere: a history object. */
export const setDirectory = (path: Path, { entry, blocks }: ChangedDirectory): NamespaceChange => ({
  changes: [{ path, entry }],
  blocks,
});

/** A game that both have signed stands in the archive of both, under its own content ID. */
export const archiveGame = (
  players: readonly string[],
  history: ChangedDirectory,
): NamespaceChange => ({
  changes: players.map(player => ({
    path: ['archive', player, history.entry.cid],
    entry: history.entry,
  })),
  blocks: history.blocks,
});

/** Evidence of misconduct: the commits that contradict each other, under the offer of their record. */
export const keepEvidence = (offer: string, commits: readonly SignedCommit[]): NamespaceChange => ({
  changes: commits.map(({ block }) => ({
    path: ['evidence', offer, formatCid(block.cid)],
    entry: leafOf(block),
  })),
  blocks: commits.flatMap(({ block, payload, file }) => [
    block,
    fileBlock(payload),
    fileBlock(file.bytes),
  ]),
});

const LISTS = ['challenges', 'current-games', 'finished-games', 'archive', 'players'];

/** A new tree: the identity, its nodes, and empty lists. */
export function newTree(identity: Uint8Array, nodes: SignedNodeList): NamespaceChange {
  const empty = encodeDirectory([]);
  const entry = entryOf(empty, []);
  return joinChanges([
    setFile(['identity.asc'], identity),
    setFile(['my-nodes.txt'], nodes.text),
    setFile(['my-nodes.sig'], nodes.signature),
    setFile(['version'], VERSION_DOCUMENT),
    { changes: LISTS.map(name => ({ path: [name], entry })), blocks: [empty] },
  ]);
}

/** Several changes as one. */
export const joinChanges = (all: readonly NamespaceChange[]): NamespaceChange => ({
  changes: all.flatMap(({ changes }) => changes),
  blocks: all.flatMap(({ blocks }) => blocks),
});

/** A tree after a change. */
export interface Published {
  /** The published root, and our tree in it. */
  readonly root: string;
  readonly tree: string;
  /** What has to be in the store before the root is announced. */
  readonly blocks: readonly Block[];
}

/** Changes the tree below a published root (null for none yet), and notes when. What others have in the root stays. */
export async function changeNamespace(
  nodes: DirectorySource,
  root: string | null,
  change: NamespaceChange,
  at: bigint,
): Promise<Result<Published>> {
  const before = root === null ? ok(null) : await findEntry(nodes, root, SYSTEM);
  if (!before.ok) return before;
  const all = joinChanges([change, setFile(['last-updated'], `${formatTimestamp(at)}\n`)]);
  const tree = await changeTree(
    // one change may go into what another brings
    { ...nodes, blocks: readGiven(all.blocks, nodes.blocks) },
    before.value?.cid ?? null,
    all.changes,
  );
  if (!tree.ok) return tree;
  const top = await changeDirectory(nodes, root, new Map([[SYSTEM, tree.value.entry]]));
  if (!top.ok) return top;
  const blocks = [...all.blocks, ...tree.value.blocks, ...top.value.blocks];
  return ok({ root: top.value.entry.cid, tree: tree.value.entry.cid, blocks });
}
