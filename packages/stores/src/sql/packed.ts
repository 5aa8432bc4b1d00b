/** Nodes of packed matches: a pack is unpacked when one of its nodes is needed, and cached for a while, since the others follow. */
import { cidOf, encodeCid, formatFault } from '@kifu/core';
import type { FindGame } from '@kifu/record';
import { unpack } from '@kifu/record/pack';

/** Source of packs. */
export interface PackRows {
  /** Finds packs that may have a node; false is certain. */
  packsOf(cid: Uint8Array): readonly number[] | Promise<readonly number[]>;
  /** Null if it is gone. */
  bytes(pack: number): Uint8Array | null | Promise<Uint8Array | null>;
  /** Error for a pack that cannot be opened. */
  error(pack: number, why: string): Error;
}

/** Packed matches of a store. */
export interface Packed {
  /** Returns the bytes of a node, hashed; null if it is in no pack. Throws if it may be in a pack that cannot be opened. */
  node(cid: Uint8Array): Promise<Uint8Array | null>;
  /** Returns the bytes of a node, if its pack is cached. */
  known(cid: Uint8Array): Uint8Array | null;
  /** Whether a node is in a pack. If packs cannot be opened, its key decides. */
  has(cid: Uint8Array): Promise<boolean>;
  /** Returns all nodes of a pack, in order, with their content IDs. */
  open(pack: number): Promise<OpenedPack>;
  /** Removes a pack from the cache. */
  drop(pack: number): void;
}

/** Unpacked pack. */
interface OpenedPack {
  readonly nodes: readonly Uint8Array[];
  readonly cids: readonly Uint8Array[];
}

/** Approximate memory of a node besides its bytes. */
const NODE_BYTES = 200;

/** Opens packs with the rules of their games, and caches a number of bytes of them. */
export function createPacked(
  rows: PackRows,
  findGame: FindGame | undefined,
  cacheBytes: number,
): Packed {
  const cache = createCache(cacheBytes);
  const opening = new Map<number, Promise<OpenedPack>>();

  const openNow = async (id: number): Promise<OpenedPack> => {
    const bytes = await rows.bytes(id);
    if (bytes === null) throw rows.error(id, 'it is gone');
    if (findGame === undefined) throw rows.error(id, 'the store was opened without games');
    const unpacked = await unpack(findGame, bytes);
    if (!unpacked.ok) throw rows.error(id, formatFault(unpacked.fault));
    const { nodes } = unpacked.value;
    const opened = { nodes, cids: nodes.map(bytes => encodeCid(cidOf('dag-cbor', bytes))) };
    cache.add(id, opened);
    return opened;
  };

  /** Concurrent calls for one pack share its opening. */
  const open = (id: number): Promise<OpenedPack> => {
    const known = opening.get(id);
    if (known !== undefined) return known;
    const opened = openNow(id).finally(() => opening.delete(id));
    opening.set(id, opened);
    return opened;
  };

  const node = async (cid: Uint8Array): Promise<Uint8Array | null> => {
    const name = nameOf(cid);
    for (const id of await rows.packsOf(cid)) {
      const { nodes, cids } = await open(id);
      const i = cids.findIndex(one => nameOf(one) === name);
      // a copy: a caller must not change what others get
      if (i >= 0) return nodes[i]!.slice();
    }
    return null;
  };

  return {
    known: cid => cache.get(nameOf(cid)),
    node,
    async has(cid) {
      if (findGame === undefined) return (await rows.packsOf(cid)).length > 0;
      return cache.get(nameOf(cid)) !== null || (await node(cid)) !== null;
    },
    open,
    drop: cache.drop,
  };
}

/** Returns a content ID as the key of a map. */
const nameOf = (cid: Uint8Array): string => Buffer.from(cid).toString('latin1');

/** Nodes by content ID, of the cached matches. */
function createCache(maxBytes: number) {
  const nodes = new Map<string, Uint8Array>();
  /** In the order in which they were opened. */
  const packs = new Map<number, { readonly names: readonly string[]; readonly size: number }>();
  let size = 0;
  const drop = (id: number): void => {
    const dropped = packs.get(id);
    if (dropped === undefined) return;
    packs.delete(id);
    size -= dropped.size;
    for (const name of dropped.names) nodes.delete(name);
  };
  return {
    drop,
    get: (name: string): Uint8Array | null => nodes.get(name)?.slice() ?? null,
    add(id: number, opened: OpenedPack): void {
      const own = opened.nodes.reduce((sum, { length }) => sum + length + NODE_BYTES, 0);
      drop(id);
      const names = opened.cids.map(nameOf);
      for (const [i, name] of names.entries()) nodes.set(name, opened.nodes[i]!);
      packs.set(id, { names, size: own });
      size += own;
      // the newest stays, however large: a reader of a chain needs its nodes one by one
      for (const oldest of packs.keys()) {
        if (size <= maxBytes || oldest === id) break;
        drop(oldest);
      }
    },
  };
}
