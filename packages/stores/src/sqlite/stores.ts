/** Blocks, heads, packs, remarks, players and the vault of an SQLite file. */
import { type Cid, cidOf, encodeCid, hashesTo, isSameCid } from '@kifu/core';
import {
  type AnnotationStore,
  BlockCorruptError,
  BlockNotFoundError,
  type BlockStore,
  type Heads,
  type PackStore,
  type PlayerStore,
  type Stores,
  type Vault,
} from '@kifu/record/store';
import { DIGEST_BYTES } from '../sql/node-key.ts';
import type { BlockRow } from '../sql/ops.ts';
import { listOp, playerRow, remarksRow, secretRow } from '../sql/rows.ts';
import type { Batches } from './batches.ts';
import type { FileOp, PackOp } from './file-ops.ts';
import type { PackedInFile } from './packed.ts';
import type { Reads } from './reads.ts';

export const sqliteBlocks = (reads: Reads, batches: Batches, packed: PackedInFile): BlockStore => ({
  async get(cid, ask) {
    ask?.signal?.throwIfAborted();
    const id = encodeCid(cid);
    const bytes = packed.known(id) ?? reads.block(id) ?? (await packed.node(id));
    if (bytes === null) throw new BlockNotFoundError(cid);
    if (!hashesTo(cid, bytes)) throw new BlockCorruptError(cid);
    return bytes;
  },
  async put(cid, bytes, ask) {
    ask?.signal?.throwIfAborted();
    const block = blockRow(cid, bytes);
    // a block in a pack that cannot be opened is stored again
    if (packed.mayHave(block.cid) && (await packed.node(block.cid).catch(() => null)) !== null)
      return;
    await batches.write({ do: 'put', block }, ask?.signal);
  },
  async has(cid, ask) {
    ask?.signal?.throwIfAborted();
    const id = encodeCid(cid);
    return reads.blockId(id) !== null || (await packed.has(id));
  },
});

/** Called with heads that have moved, and the bytes of the new one if available. */
type Moved = (match: Uint8Array, to: Uint8Array, bytes: Uint8Array | null) => void;

export const sqliteHeads = (reads: Reads, batches: Batches, moved: Moved): Heads => {
  const append = sqliteAppend(batches, moved);
  return {
    async get(match, ask) {
      ask?.signal?.throwIfAborted();
      return reads.head(encodeCid(match));
    },
    move: (match, from, to, ask) => append([], match, from, to, ask),
  };
};

export const sqliteAppend =
  (batches: Batches, moved: Moved): NonNullable<Stores['append']> =>
  async (blocks, match, from, to, ask) => {
    ask?.signal?.throwIfAborted();
    const op = {
      do: 'append' as const,
      blocks: blocks.map(({ cid, bytes }) => blockRow(cid, bytes)),
      match: encodeCid(match),
      from: from && encodeCid(from),
      to: encodeCid(to),
    };
    const hasMoved = await batches.write(op, ask?.signal);
    if (hasMoved) moved(op.match, op.to, op.blocks.at(-1)?.bytes ?? null);
    return hasMoved;
  };

/** Stores whole records. `nodesOf` returns the nodes of a pack if blocks are stored instead, and null if packs are. */
export const sqliteKeepPack =
  (
    batches: Batches,
    append: NonNullable<Stores['append']>,
    nodesOf: (pack: Uint8Array) => Promise<readonly Uint8Array[] | null>,
  ): PackStore['keepPack'] =>
  async ({ pack, digests, listing, remarks = null }, from, ask) => {
    ask?.signal?.throwIfAborted();
    const { match, head } = listing;
    const op: PackOp = {
      do: 'pack',
      match: encodeCid(match),
      from: from && encodeCid(from),
      head: encodeCid(head),
      // copies: the caller may change its bytes before they are sent
      digests: new Uint8Array(digests),
      bytes: new Uint8Array(pack),
      list: listOp(listing),
      remarks: remarks && remarksRow(match, remarks),
    };
    for (const [cid, at] of [
      [match, 0],
      [head, digests.length - DIGEST_BYTES],
    ] as const)
      if (Buffer.compare(cid.digest, op.digests.subarray(at, at + DIGEST_BYTES)) !== 0)
        throw new BlockCorruptError(cid);
    const nodes = await nodesOf(op.bytes);
    if (nodes === null) return batches.write(op, ask?.signal);
    const blocks = nodes.map(bytes => ({ cid: cidOf('dag-cbor', bytes), bytes }));
    const there = from === null ? -1 : blocks.findIndex(({ cid }) => isSameCid(cid, from));
    if (!(await append(blocks.slice(there + 1), match, from, head, ask))) return false;
    const rest: FileOp[] = [op.list!];
    if (op.remarks !== null) rest.push({ do: 'keep-remarks', ...op.remarks });
    await Promise.all(rest.map(one => batches.write(one, ask?.signal)));
    return true;
  };

export const sqliteVault = (reads: Reads, batches: Batches): Vault => ({
  async get(kind, name, ask) {
    ask?.signal?.throwIfAborted();
    return reads.secret(kind, name);
  },
  async put(kind, name, value, ask) {
    ask?.signal?.throwIfAborted();
    await batches.write({ do: 'keep', ...secretRow(kind, name, value) }, ask?.signal);
  },
  async add(kind, name, value, ask) {
    ask?.signal?.throwIfAborted();
    return batches.write({ do: 'add', ...secretRow(kind, name, value) }, ask?.signal);
  },
  async remove(kind, name, ask) {
    ask?.signal?.throwIfAborted();
    await batches.write({ do: 'drop', kind, name }, ask?.signal);
  },
  async names(kind, ask) {
    ask?.signal?.throwIfAborted();
    return reads.names(kind);
  },
});

export const sqlitePlayers = (reads: Reads, batches: Batches): PlayerStore => ({
  async get(id, ask) {
    ask?.signal?.throwIfAborted();
    return reads.player(id);
  },
  async find(handle, ask) {
    ask?.signal?.throwIfAborted();
    return reads.owner(handle);
  },
  async put(player, from, ask) {
    ask?.signal?.throwIfAborted();
    const row = playerRow(player);
    const copy = from && new Uint8Array(from);
    if (await batches.write({ do: 'keep-player', from: copy, ...row }, ask?.signal)) return 'kept';
    const isTaken = row.handles.some(handle => (reads.owner(handle) ?? row.player) !== row.player);
    return isTaken ? 'taken' : 'changed';
  },
  async remove(id, ask) {
    ask?.signal?.throwIfAborted();
    await batches.write({ do: 'drop-player', player: id }, ask?.signal);
  },
});

export const sqliteRemarks = (reads: Reads, batches: Batches): AnnotationStore => ({
  async get(match, ask) {
    ask?.signal?.throwIfAborted();
    return reads.remarks(encodeCid(match));
  },
  async put(match, remarks, ask) {
    ask?.signal?.throwIfAborted();
    await batches.write({ do: 'keep-remarks', ...remarksRow(match, remarks) }, ask?.signal);
  },
  async remove(match, ask) {
    ask?.signal?.throwIfAborted();
    await batches.write({ do: 'drop-remarks', match: encodeCid(match) }, ask?.signal);
  },
});

/** A copy of the bytes, which is checked: the caller may change its own before they are sent. */
function blockRow(cid: Cid, bytes: Uint8Array): BlockRow {
  const copy = new Uint8Array(bytes);
  if (!hashesTo(cid, copy)) throw new BlockCorruptError(cid);
  return { cid: encodeCid(cid), bytes: copy };
}
