/**
 * Directories, whole or split up (HAMT), read from any store and changed by rewriting only the nodes on the way. However a
 * directory was built, the same entries give the same content ID.
 */
import { fail, ok, parseCid, type Result } from '@kifu/core';
import type { Block } from '@kifu/record/node';
import { murmur3128 } from '@multiformats/murmur3';
import { type Reading, readBlock } from '../read-record.ts';
import {
  type DirectoryEntry,
  type DirectoryNode,
  decodeNode,
  encodeDirectory,
  encodeShard,
  entryOf,
  MAX_NODE_BYTES,
  type NamedLink,
  SPLIT_ABOVE,
  weightOf,
} from './entry.ts';

/** Where directories are read from. */
export type DirectorySource = Pick<Reading, 'blocks' | 'signal'>;

/** A change: what a name leads to from now on; null for nothing. */
export type EntryChanges = ReadonlyMap<string, DirectoryEntry | null>;

/** A directory after a change, and the blocks that are new. */
export interface ChangedDirectory {
  readonly entry: DirectoryEntry;
  readonly blocks: readonly Block[];
}

/** More entries than any player has; a directory from a stranger is refused beyond it. */
const MAX_ENTRIES = 1 << 17;
/** The hash has eight bytes, one a level. */
const MAX_DEPTH = 8;
/** Of a link's name in a part: the slot, two hex digits. */
const SLOT_LETTERS = 2;

/** One node of a directory. */
export async function readNode(
  nodes: DirectorySource,
  cid: string,
): Promise<Result<DirectoryNode>> {
  const parsed = parseCid(cid);
  if (!parsed.ok) return parsed;
  const bytes = await readBlock(nodes, parsed.value, MAX_NODE_BYTES);
  return bytes.ok ? decodeNode(parsed.value, bytes.value) : bytes;
}

/** All entries of a directory by name, sorted by bytes; a fault where there are too many. */
export async function listDirectory(
  nodes: DirectorySource,
  cid: string,
  maxEntries = MAX_ENTRIES,
): Promise<Result<ReadonlyMap<string, DirectoryEntry>>> {
  const found: NamedLink[] = [];
  const collect = async (node: DirectoryNode, depth: number): Promise<Result<null>> => {
    for (const link of node.links) {
      const isPart = node.isShard && link.name.length === SLOT_LETTERS;
      if (!isPart) {
        const name = node.isShard ? link.name.slice(SLOT_LETTERS) : link.name;
        if (found.push({ ...link, name }) > maxEntries)
          return fail('too-large', `the directory has more than ${maxEntries} entries`, {
            rule: 'directory',
          });
        continue;
      }
      const part = await readPart(nodes, link.cid, depth + 1);
      const done = part.ok ? await collect(part.value, depth + 1) : part;
      if (!done.ok) return done;
    }
    return ok(null);
  };
  const root = await readNode(nodes, cid);
  const done = root.ok ? await collect(root.value, 0) : root;
  if (!done.ok) return done;
  const sorted = found.sort((a, b) => (a.name < b.name ? -1 : 1));
  return ok(new Map(sorted.map(({ name, cid: to, tsize }) => [name, { cid: to, tsize }])));
}

async function readPart(
  nodes: DirectorySource,
  cid: string,
  depth: number,
): Promise<Result<DirectoryNode>> {
  if (depth >= MAX_DEPTH)
    return fail('malformed', 'the directory is nested too deep', { rule: 'directory' });
  const part = await readNode(nodes, cid);
  return part.ok && !part.value.isShard
    ? fail('malformed', 'invalid directory shard', { rule: 'directory' })
    : part;
}

/** What a name leads to; null for nothing. Reads only the nodes on the way. */
export async function findEntry(
  nodes: DirectorySource,
  cid: string,
  name: string,
): Promise<Result<DirectoryEntry | null>> {
  const hash = await hashOf(name);
  let read = await readNode(nodes, cid);
  for (let depth = 0; ; depth++) {
    if (!read.ok) return read;
    const { isShard, links } = read.value;
    const slot = isShard ? slotName(hash, depth) : '';
    const link = links.find(one => one.name === slot + name) ?? null;
    const part = isShard ? links.find(one => one.name === slot) : undefined;
    if (link !== null || part === undefined)
      return ok(link && { cid: link.cid, tsize: link.tsize });
    read = await readPart(nodes, part.cid, depth + 1);
  }
}

const hashOf = async (name: string): Promise<Uint8Array> =>
  (await murmur3128.encode(new TextEncoder().encode(name))).subarray(0, MAX_DEPTH);

const slotName = (hash: Uint8Array, depth: number): string =>
  hash[depth]!.toString(16).toUpperCase().padStart(SLOT_LETTERS, '0');

/** A directory with some entries changed; `cid` null for a new one. */
export async function changeDirectory(
  nodes: DirectorySource,
  cid: string | null,
  changes: EntryChanges,
): Promise<Result<ChangedDirectory>> {
  const node = cid === null ? ok({ isShard: false, links: [] }) : await readNode(nodes, cid);
  if (!node.ok) return node;
  if (!node.value.isShard) return changeWhole(node.value.links, changes);
  const root = openShard(node.value.links);
  let isSmaller = false;
  for (const [name, entry] of changes) {
    const changed = await put(nodes, root, { name, hash: await hashOf(name), entry }, 0);
    if (!changed.ok) return changed;
    isSmaller ||= changed.value;
  }
  if (!isSmaller) return ok(writeShard(root));
  const few = await listUpTo(nodes, root, SPLIT_ABOVE);
  if (!few.ok) return few;
  return few.value === null ? ok(writeShard(root)) : changeWhole(few.value, new Map());
}

/** Changes a directory that is all there; it may have to be split up now. */
async function changeWhole(
  links: readonly NamedLink[],
  changes: EntryChanges,
): Promise<Result<ChangedDirectory>> {
  const entries = new Map(links.map(link => [link.name, link]));
  for (const [name, entry] of changes)
    if (entry === null) entries.delete(name);
    else entries.set(name, { name, ...entry });
  const all = [...entries.values()];
  if (all.reduce((sum, link) => sum + weightOf(link), 0) <= SPLIT_ABOVE) {
    const block = encodeDirectory(all);
    return ok({ entry: entryOf(block, all), blocks: [block] });
  }
  const root = openShard([]);
  for (const { name, cid, tsize } of all) {
    const change = { name, hash: await hashOf(name), entry: { cid, tsize } };
    const done = await put(NOWHERE, root, change, 0);
    if (!done.ok) return done;
  }
  return ok(writeShard(root));
}

/** A part that is being changed: its slots, some of them parts themselves, read when needed. */
interface Shard {
  readonly slots: Map<number, Slot>;
  /** As it is stored; null where it is changed. */
  stored: DirectoryEntry | null;
}

type Slot =
  | { readonly type: 'entry'; readonly link: NamedLink }
  | { readonly type: 'unread'; readonly part: DirectoryEntry }
  | { readonly type: 'part'; readonly shard: Shard };

interface HashedChange {
  readonly name: string;
  readonly hash: Uint8Array;
  readonly entry: DirectoryEntry | null;
}

/** Parts that are made here are never read. */
const NOWHERE = {} as DirectorySource;

function openShard(links: readonly NamedLink[], stored: DirectoryEntry | null = null): Shard {
  const slots = new Map<number, Slot>();
  for (const { name, cid, tsize } of links) {
    const slot = Number.parseInt(name.slice(0, SLOT_LETTERS), 16);
    const rest = name.slice(SLOT_LETTERS);
    slots.set(
      slot,
      rest === ''
        ? { type: 'unread', part: { cid, tsize } }
        : { type: 'entry', link: { name: rest, cid, tsize } },
    );
  }
  return { slots, stored };
}

/** Puts or removes an entry; returns whether the whole may have become smaller. */
async function put(
  nodes: DirectorySource,
  shard: Shard,
  change: HashedChange,
  depth: number,
): Promise<Result<boolean>> {
  const { name, hash, entry } = change;
  if (depth >= MAX_DEPTH)
    return fail('unsupported', 'two names have the same hash', { rule: 'directory' });
  const index = hash[depth]!;
  const slot = shard.slots.get(index);
  shard.stored = null;
  if (slot === undefined || (slot.type === 'entry' && slot.link.name === name)) {
    const before = slot?.type === 'entry' ? slot.link : null;
    if (entry === null) shard.slots.delete(index);
    else shard.slots.set(index, { type: 'entry', link: { name, ...entry } });
    return ok(
      before !== null && (entry === null || weightOf({ name, ...entry }) < weightOf(before)),
    );
  }
  if (slot.type === 'entry' && entry === null) return ok(false);
  const part = await partAt(nodes, slot, depth + 1);
  if (!part.ok) return part;
  shard.slots.set(index, { type: 'part', shard: part.value });
  const done = await put(nodes, part.value, change, depth + 1);
  if (done.ok && entry === null) collapse(shard, index, part.value);
  return done;
}

/** The shard in a slot: read, or made for the slot's only entry. */
async function partAt(nodes: DirectorySource, slot: Slot, depth: number): Promise<Result<Shard>> {
  if (slot.type === 'part') return ok(slot.shard);
  if (slot.type === 'unread') {
    const node = await readPart(nodes, slot.part.cid, depth);
    return node.ok ? ok(openShard(node.value.links, slot.part)) : node;
  }
  const { name, cid, tsize } = slot.link;
  const made = openShard([]);
  const done = await put(
    nodes,
    made,
    { name, hash: await hashOf(name), entry: { cid, tsize } },
    depth,
  );
  return done.ok ? ok(made) : done;
}

/** A part with one entry left is none: the entry stands in the slot itself. */
function collapse(shard: Shard, index: number, part: Shard): void {
  const [only, ...others] = part.slots.values();
  if (only === undefined) shard.slots.delete(index);
  else if (others.length === 0 && only.type === 'entry') shard.slots.set(index, only);
}

/** Writes what is changed, the deepest parts first. */
function writeShard(shard: Shard): ChangedDirectory {
  const links: NamedLink[] = [];
  const blocks: Block[] = [];
  for (const [index, slot] of shard.slots) {
    const prefix = index.toString(16).toUpperCase().padStart(SLOT_LETTERS, '0');
    if (slot.type === 'entry') links.push({ ...slot.link, name: prefix + slot.link.name });
    else if (slot.type === 'unread') links.push({ ...slot.part, name: prefix });
    else if (slot.shard.stored !== null) links.push({ ...slot.shard.stored, name: prefix });
    else {
      const written = writeShard(slot.shard);
      blocks.push(...written.blocks);
      links.push({ ...written.entry, name: prefix });
    }
  }
  const block = encodeShard(links, shard.slots.keys());
  return { entry: entryOf(block, links), blocks: [...blocks, block] };
}

/** All entries, if they weigh no more than that; null where they do. */
async function listUpTo(
  nodes: DirectorySource,
  shard: Shard,
  most: number,
): Promise<Result<readonly NamedLink[] | null>> {
  const found: NamedLink[] = [];
  let weight = 0;
  const collect = async (one: Shard, depth: number): Promise<Result<boolean>> => {
    for (const slot of one.slots.values()) {
      if (slot.type === 'entry') {
        found.push(slot.link);
        weight += weightOf(slot.link);
        if (weight > most) return ok(false);
        continue;
      }
      const part = await partAt(nodes, slot, depth + 1);
      const done = part.ok ? await collect(part.value, depth + 1) : part;
      if (!done.ok || !done.value) return done;
    }
    return ok(true);
  };
  const isAll = await collect(shard, 0);
  return isAll.ok ? ok(isAll.value ? found : null) : isAll;
}
