/** What directories are made of, as the libraries of IPFS write them. IPGS §1. */
import * as dagPb from '@ipld/dag-pb';
import {
  type Cid,
  cidLength,
  cidOf,
  type Fail,
  fail,
  formatCid,
  ok,
  parseCid,
  type Result,
  unwrap,
} from '@kifu/core';
import type { Block } from '@kifu/record/node';
import { UnixFS } from 'ipfs-unixfs';
import { linkOf, toLink } from '../ipld.ts';
import { parseTimestamp } from '../timestamp.ts';

/** Something that a directory links: the content ID, and the size of all that is behind it. */
export interface DirectoryEntry {
  readonly cid: string;
  /** Of a file its length; of a directory its block and all it links; of an object the block alone. */
  readonly tsize: number;
}

/** A link of a node as it is stored. */
export interface NamedLink extends DirectoryEntry {
  readonly name: string;
}

/** A node as it is stored: a directory, or a part of one that is split up. */
export interface DirectoryNode {
  readonly isShard: boolean;
  readonly links: readonly NamedLink[];
  /** What accompanies the links of an object outside UnixFS; otherwise null. */
  readonly text: string | null;
}

/** Larger blocks are refused as directories: those are split up long before. */
export const MAX_NODE_BYTES = 1 << 20;
/** A directory is split up when names and content IDs have more bytes than this together. */
export const SPLIT_ABOVE = 262_144;
/** As many parts, by the hash function of this number (murmur3-x64-64). */
const FANOUT = 256;
const MURMUR = 0x22;
/** More than a timestamp has. */
const MAX_TIME_BYTES = 64;

const wrong = (message: string): Fail => fail('malformed', message, { rule: 'directory' });

/** Reads a node of a directory; also a root as the source document has it, with the time of its last change for data. IPGS §16. */
export function decodeNode({ codec }: Cid, bytes: Uint8Array): Result<DirectoryNode> {
  if (codec !== 'dag-pb') return wrong('a directory must be a DAG-PB block');
  try {
    const { Data = new Uint8Array(0), Links } = dagPb.decode(bytes);
    const text = timeIn(Data);
    if (text !== null) return readLinks(false, Links, text);
    const { type, fanout } = UnixFS.unmarshal(Data); // it does not return the hash function
    const isShard = type === 'hamt-sharded-directory';
    if (!isShard && type !== 'directory') return wrong('the block is not a directory');
    if (isShard && fanout !== BigInt(FANOUT))
      return fail('unsupported', 'unsupported directory shard; expected 256 slots', {
        rule: 'directory',
      });
    return readLinks(isShard, Links, null);
  } catch {
    return wrong('the block is not a directory');
  }
}

/** Reads data that is a timestamp and nothing else; no data of UnixFS looks like one. */
function timeIn(data: Uint8Array): string | null {
  if (data.length === 0 || data.length > MAX_TIME_BYTES) return null;
  const text = new TextDecoder().decode(data).trim();
  return parseTimestamp(text).ok ? text : null;
}

function readLinks(
  isShard: boolean,
  links: readonly dagPb.PBLink[],
  text: string | null,
): Result<DirectoryNode> {
  const read: NamedLink[] = [];
  const names = new Set<string>();
  for (const { Name: name = '', Hash, Tsize: tsize = 0 } of links) {
    const cid = linkOf(Hash);
    // a link whose hash cannot be checked here does not count as an entry; a duplicate name resolves to neither
    if (names.has(name)) return wrong('duplicate name in a directory');
    names.add(name);
    if (cid !== null) read.push({ name, cid, tsize });
  }
  return ok({ isShard, links: read, text });
}

/** A whole directory as one node. */
export const encodeDirectory = (links: readonly NamedLink[]): Block =>
  encodeNode(links, new UnixFS({ type: 'directory' }).marshal());

/** A part of a directory; `slots` are the numbers of those that are taken. */
export function encodeShard(links: readonly NamedLink[], slots: Iterable<number>): Block {
  const field = new Uint8Array(FANOUT / 8);
  for (const slot of slots) field[field.length - 1 - (slot >> 3)]! |= 1 << (slot & 7);
  const first = field.findIndex(byte => byte !== 0);
  const data = new UnixFS({
    type: 'hamt-sharded-directory',
    data: field.subarray(first < 0 ? field.length : first),
    fanout: BigInt(FANOUT),
    hashType: BigInt(MURMUR),
  });
  return encodeNode(links, data.marshal());
}

function encodeNode(links: readonly NamedLink[], Data: Uint8Array): Block {
  const Links = links.map(({ name, cid, tsize }) => ({
    Name: name,
    Hash: toLink(cid),
    Tsize: tsize,
  }));
  const bytes = dagPb.encode(dagPb.prepare({ Data, Links })); // sorts by the bytes of names
  return { cid: cidOf('dag-pb', bytes), bytes };
}

/** A node as an entry of the directory above it. */
export const entryOf = (
  { cid, bytes }: Block,
  links: readonly DirectoryEntry[],
): DirectoryEntry => ({
  cid: formatCid(cid),
  tsize: links.reduce((sum, { tsize }) => sum + tsize, bytes.length),
});

/** A file or an object as an entry: its own size only. */
export const leafOf = ({ cid, bytes }: Block): DirectoryEntry => ({
  cid: formatCid(cid),
  tsize: bytes.length,
});

const utf8 = new TextEncoder();

/** How much an entry counts towards the size at which a directory is split up. */
export const weightOf = ({ name, cid }: NamedLink): number =>
  utf8.encode(name).length + cidLength(unwrap(parseCid(cid)));
