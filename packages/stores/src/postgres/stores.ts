/** Blocks, heads and the vault of a database. */
import { type Cid, encodeCid, hashesTo } from '@kifu/core';
import {
  type AppendOptions,
  BlockCorruptError,
  BlockNotFoundError,
  type BlockStore,
  LeaseLostError,
  type SharedStores,
  type Vault,
  type WatchedHeads,
} from '@kifu/record/store';
import type { BlockRow } from '../sql/ops.ts';
import type { Packed } from '../sql/packed.ts';
import { readCid, readSecret, secretRow } from '../sql/rows.ts';
import type { Appended, AppendOp } from './appends.ts';
import type { Connections } from './connections.ts';
import { intact } from './integrity.ts';
import { mayLeadBack } from './lead-back.ts';
import type { Lookup } from './lookup.ts';
import { decodeText, encodeText } from './text.ts';
import type { SecretAnswer, SecretOp } from './vault.ts';
import type { WriteQueue } from './write-queue.ts';

/** The queue of appends. */
type Appends = WriteQueue<AppendOp, Appended>;

export const postgresBlocks = (
  { read }: Connections,
  lookUp: Lookup,
  appends: Appends,
  packed: Packed,
): BlockStore => ({
  async get(cid, ask) {
    ask?.signal?.throwIfAborted();
    const id = encodeCid(cid);
    const bytes = packed.known(id) ?? (await lookUp(id)) ?? (await packed.node(id));
    if (bytes === null) throw new BlockNotFoundError(cid);
    if (!hashesTo(cid, bytes)) throw new BlockCorruptError(cid);
    return bytes;
  },
  async put(cid, bytes, ask) {
    ask?.signal?.throwIfAborted();
    const blocks = [blockRow(cid, bytes)];
    const op = { blocks, move: null, lease: null, fence: null, mayLeadBack: false };
    await appends.write(op, ask?.signal);
  },
  async has(cid, ask) {
    ask?.signal?.throwIfAborted();
    const rows = await read({
      name: 'kifu-has-block',
      text: 'SELECT FROM blocks WHERE cid = $1',
      values: [encodeCid(cid)],
    });
    return rows.length > 0 || (await packed.has(encodeCid(cid)));
  },
});

/** Called with heads that have moved, and the bytes of the new one if available. */
type Moved = (match: Uint8Array, to: Uint8Array, bytes: Uint8Array | null) => void;

export const postgresHeads = (
  { where }: Connections,
  lookUp: Lookup,
  append: SharedStores['append'],
  watch: WatchedHeads['watch'],
): WatchedHeads => ({
  async get(match, ask) {
    ask?.signal?.throwIfAborted();
    const head = await lookUp(encodeCid(match));
    return head && intact(where, () => readCid(head));
  },
  move: (match, from, to, ask) => append([], match, from, to, ask),
  watch,
});

export const postgresAppend =
  (appends: Appends, moved: Moved): SharedStores['append'] =>
  async (blocks, match, from, to, ask) => {
    ask?.signal?.throwIfAborted();
    const { lease = match } = ask ?? {};
    const fence = checkFence(lease, ask);
    const op: AppendOp = {
      blocks: blocks.map(({ cid, bytes }) => blockRow(cid, bytes)),
      move: { match: encodeCid(match), from: from && encodeCid(from), to: encodeCid(to) },
      ...{ lease: encodeCid(lease), fence },
      mayLeadBack: mayLeadBack(blocks, from, to),
    };
    const appended = await appends.write(op, ask?.signal);
    if (appended === 'lost') throw new LeaseLostError(readCid(op.lease!), fence!);
    if (appended === 'done') moved(op.move!.match, op.move!.to, op.blocks.at(-1)?.bytes ?? null);
    return appended === 'done';
  };

export const postgresVault = (
  { read, where }: Connections,
  secrets: WriteQueue<SecretOp, SecretAnswer>,
): Vault => {
  const write = async (row: Omit<SecretOp, 'lease' | 'fence'>, ask: AppendOptions = {}) => {
    const { lease } = ask;
    const fence = lease === undefined ? null : checkFence(lease, ask);
    const op = { ...row, lease: lease === undefined ? null : encodeCid(lease), fence };
    const answer = await secrets.write(op, ask.signal);
    if (answer === 'lost') throw new LeaseLostError(lease!, fence!);
    return answer === 'done';
  };
  return {
    async get(kind, name, ask) {
      ask?.signal?.throwIfAborted();
      const [row] = await read<{ value: string; digest: Uint8Array }>({
        name: 'kifu-secret',
        text: 'SELECT value, digest FROM vault WHERE kind = $1 AND name = $2',
        values: [encodeText(kind), encodeText(name)],
      });
      return row && intact(where, () => readSecret({ kind, name, ...row }));
    },
    async put(kind, name, value, ask) {
      ask?.signal?.throwIfAborted();
      const row = secretRow(kind, name, value);
      const key = { kind: encodeText(kind), name: encodeText(name) };
      await write({ ...row, ...key, isNew: false }, ask);
    },
    async add(kind, name, value, ask) {
      ask?.signal?.throwIfAborted();
      const row = secretRow(kind, name, value);
      return write({ ...row, kind: encodeText(kind), name: encodeText(name), isNew: true }, ask);
    },
    async remove(kind, name, ask) {
      ask?.signal?.throwIfAborted();
      const key = { kind: encodeText(kind), name: encodeText(name) };
      await write({ ...key, value: null, digest: null, isNew: false }, ask);
    },
    async names(kind, ask) {
      ask?.signal?.throwIfAborted();
      const rows = await read<{ name: string }>({
        name: 'kifu-names',
        text: 'SELECT name FROM vault WHERE kind = $1',
        values: [encodeText(kind)],
      });
      // PostgreSQL sorts by UTF-8, which is another order than that of JavaScript
      return rows.map(({ name }) => decodeText(name)).sort();
    },
  };
};

/** The number of the lease for a write; null for none. An invalid number belongs to no lease. */
function checkFence(
  lease: Cid,
  { fence = null }: { readonly fence?: number | null } = {},
): number | null {
  if (fence !== null && !Number.isSafeInteger(fence)) throw new LeaseLostError(lease, fence);
  return fence;
}

/** A copy of the bytes, which is checked: the caller may change its own before they are sent. */
function blockRow(cid: Cid, bytes: Uint8Array): BlockRow {
  const copy = new Uint8Array(bytes);
  if (!hashesTo(cid, copy)) throw new BlockCorruptError(cid);
  return { cid: encodeCid(cid), bytes: copy };
}
