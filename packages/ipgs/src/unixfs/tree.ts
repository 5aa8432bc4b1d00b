/** Trees of directories: looked into by path, changed in place, compared. What a tree was before stays in the store. */
import { type Cid, fail, formatCid, ok, parseCid, type Result, unwrap } from '@kifu/core';
import { type Block, linksOf } from '@kifu/record/node';
import type { BlockStore } from '@kifu/record/store';
import { readBlock } from '../read-record.ts';
import {
  type ChangedDirectory,
  changeDirectory,
  type DirectorySource,
  findEntry,
  listDirectory,
} from './directory.ts';
import { type DirectoryEntry, MAX_NODE_BYTES } from './entry.ts';

/** Names from the root on. */
export type Path = readonly string[];

/** What a path leads to from now on; null for nothing. Directories on the way are made where they are missing. */
export interface TreeChange {
  readonly path: Path;
  readonly entry: DirectoryEntry | null;
}

/** A path at which two trees differ. */
export interface TreeDifference {
  readonly path: Path;
  /** Null where there is nothing. */
  readonly before: DirectoryEntry | null;
  readonly after: DirectoryEntry | null;
}

/** Changes a tree; `root` null for a new one. */
export async function changeTree(
  nodes: DirectorySource,
  root: string | null,
  changes: readonly TreeChange[],
): Promise<Result<ChangedDirectory>> {
  const here = new Map<string, DirectoryEntry | null>();
  const blocks: Block[] = [];
  for (const [name, some] of Map.groupBy(changes, ({ path }) => path[0]!)) {
    const last = some.findLast(({ path }) => path.length === 1);
    if (last !== undefined) here.set(name, last.entry);
    const below = some.filter(({ path }) => path.length > 1);
    if (below.length === 0) continue;
    const before = await childOf(nodes, root, name, last);
    if (!before.ok) return before;
    const rest = below.map(({ path, entry }) => ({ path: path.slice(1), entry }));
    const changed = await changeTree(nodes, before.value?.cid ?? null, rest);
    if (!changed.ok) return changed;
    blocks.push(...changed.value.blocks);
    here.set(name, changed.value.entry);
  }
  const changed = await changeDirectory(nodes, root, here);
  if (!changed.ok) return changed;
  return ok({ entry: changed.value.entry, blocks: [...blocks, ...changed.value.blocks] });
}

const childOf = async (
  nodes: DirectorySource,
  root: string | null,
  name: string,
  last: TreeChange | undefined,
): Promise<Result<DirectoryEntry | null>> => {
  if (last !== undefined) return ok(last.entry);
  return root === null ? ok(null) : findEntry(nodes, root, name);
};

/** What a path leads to; null for nothing. */
export async function lookUp(
  nodes: DirectorySource,
  root: string,
  path: Path,
): Promise<Result<DirectoryEntry | null>> {
  let found: DirectoryEntry | null = { cid: root, tsize: 0 };
  for (const name of path) {
    if (found === null) return ok(null);
    const next: Result<DirectoryEntry | null> = await findEntry(nodes, found.cid, name);
    if (!next.ok) return next;
    found = next.value;
  }
  return ok(found);
}

/** The paths at which two trees differ; directories of which only the content differs are gone into. */
export async function compareTrees(
  nodes: DirectorySource,
  before: string | null,
  after: string | null,
): Promise<Result<readonly TreeDifference[]>> {
  const [old, now] = [await listOf(nodes, before), await listOf(nodes, after)];
  if (!old.ok) return old;
  if (!now.ok) return now;
  const found: TreeDifference[] = [];
  for (const name of new Set([...old.value.keys(), ...now.value.keys()])) {
    const [one = null, other = null] = [old.value.get(name), now.value.get(name)];
    if (one?.cid === other?.cid) continue;
    if (one !== null && other !== null && isDirectory(one) && isDirectory(other)) {
      const below = await compareTrees(nodes, one.cid, other.cid);
      if (!below.ok) return below;
      for (const each of below.value) found.push({ ...each, path: [name, ...each.path] });
    } else found.push({ path: [name], before: one, after: other });
  }
  return ok(found);
}

const listOf = async (nodes: DirectorySource, cid: string | null) =>
  cid === null ? ok(new Map<string, DirectoryEntry>()) : listDirectory(nodes, cid);

/** Whether an entry is a directory, going by its content ID. */
export const isDirectory = ({ cid }: DirectoryEntry): boolean =>
  unwrap(parseCid(cid)).codec === 'dag-pb';

/** What a walk may bring together at most. */
export interface WalkLimits {
  readonly maxBlocks: number;
  readonly maxBytes: number;
}

/**
 * All blocks behind a content ID, each before what it links, and once. Missing ones are named, not a fault: of a player's
 * tree some things may be stored elsewhere.
 */
export async function collectBlocks(
  nodes: DirectorySource,
  roots: readonly string[],
  { maxBlocks, maxBytes }: WalkLimits,
): Promise<Result<{ readonly blocks: readonly Block[]; readonly missing: readonly string[] }>> {
  const blocks: Block[] = [];
  const missing: string[] = [];
  const seen = new Set(roots);
  const wanted = [...roots].reverse();
  let bytesSoFar = 0;
  for (let next = wanted.pop(); next !== undefined; next = wanted.pop()) {
    const cid = unwrap(parseCid(next));
    const bytes = await readBlock(nodes, cid, MAX_NODE_BYTES);
    if (!bytes.ok) {
      missing.push(next);
      continue;
    }
    bytesSoFar += bytes.value.length;
    if (blocks.push({ cid, bytes: bytes.value }) > maxBlocks || bytesSoFar > maxBytes)
      return fail('too-large', `too large: ${maxBlocks} blocks and ${maxBytes} bytes at most`);
    for (const link of linksOf(cid, bytes.value).reverse()) {
      const text = formatCid(link);
      if (seen.has(text)) continue;
      seen.add(text);
      wanted.push(text);
    }
  }
  return ok({ blocks, missing });
}

/** Stores blocks; the caller announces the root only afterwards. */
export async function putBlocks(
  blocks: BlockStore,
  all: readonly { readonly cid: Cid; readonly bytes: Uint8Array }[],
): Promise<void> {
  await Promise.all(all.map(({ cid, bytes }) => blocks.put(cid, bytes)));
}
