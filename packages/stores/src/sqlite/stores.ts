/** Blocks, heads and the vault of an SQLite file. */
import { type Cid, encodeCid, hashesTo } from '@kifu/core';
import {
  BlockCorruptError,
  BlockNotFoundError,
  type BlockStore,
  type Heads,
  type Stores,
  type Vault,
} from '@kifu/record';
import type { BlockRow } from '../sql/ops.ts';
import { secretRow } from '../sql/rows.ts';
import type { Batches } from './batches.ts';
import type { Reads } from './reads.ts';

export const sqliteBlocks = (reads: Reads, batches: Batches): BlockStore => ({
  async get(cid, ask) {
    ask?.signal?.throwIfAborted();
    const bytes = reads.block(encodeCid(cid));
    if (bytes === null) throw new BlockNotFoundError(cid);
    if (!hashesTo(cid, bytes)) throw new BlockCorruptError(cid);
    return bytes;
  },
  async put(cid, bytes, ask) {
    ask?.signal?.throwIfAborted();
    await batches.write({ do: 'put', block: blockRow(cid, bytes) }, ask?.signal);
  },
  async has(cid, ask) {
    ask?.signal?.throwIfAborted();
    return reads.hasBlock(encodeCid(cid));
  },
});

export const sqliteHeads = (reads: Reads, batches: Batches): Heads => ({
  async get(match, ask) {
    ask?.signal?.throwIfAborted();
    return reads.head(encodeCid(match));
  },
  async move(match, from, to, ask) {
    ask?.signal?.throwIfAborted();
    return batches.write({ do: 'append', blocks: [], ...moveOf(match, from, to) }, ask?.signal);
  },
});

export const sqliteAppend =
  (batches: Batches): NonNullable<Stores['append']> =>
  async (blocks, match, from, to, ask) => {
    ask?.signal?.throwIfAborted();
    const rows = blocks.map(({ cid, bytes }) => blockRow(cid, bytes));
    return batches.write({ do: 'append', blocks: rows, ...moveOf(match, from, to) }, ask?.signal);
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
  async remove(kind, name, ask) {
    ask?.signal?.throwIfAborted();
    await batches.write({ do: 'drop', kind, name }, ask?.signal);
  },
  async names(kind, ask) {
    ask?.signal?.throwIfAborted();
    return reads.names(kind);
  },
});

/** A copy of the bytes, which are checked: whoever gave them may change theirs before they are sent. */
function blockRow(cid: Cid, bytes: Uint8Array): BlockRow {
  const copy = new Uint8Array(bytes);
  if (!hashesTo(cid, copy)) throw new BlockCorruptError(cid);
  return { cid: encodeCid(cid), bytes: copy };
}

const moveOf = (match: Cid, from: Cid | null, to: Cid) => ({
  match: encodeCid(match),
  from: from && encodeCid(from),
  to: encodeCid(to),
});
