/**
 * Nodes on their way into the store. A referee must never be seen to sign two nodes after one. A node that was signed and did not
 * become the head has been shown to nobody, so it is enough that no store ever serves it: where the store takes block and head in
 * one go, it holds all or nothing of it. Where it does not, the node is noted in the vault first, and after a crash it is that node
 * which is appended, and no other.
 */
import { type Cid, cidOf, decodeCid, encodeCid, isSameCid, type Result } from '@kifu/core';
import {
  type Appended,
  append,
  appendSigned,
  type Chain,
  end,
  endSigned,
  headOf,
  idOf,
  type ToAppend,
  type ToEnd,
} from '@kifu/record';
import type { ServerStores } from '../options.ts';
import type { Referee } from '../referee.ts';

/** Makes the next node; it is not stored yet. */
export function makeNode(
  chain: Chain,
  doing: ToAppend,
  referee: Referee,
): Result<Appended> | Promise<Result<Appended>> {
  const { terms } = chain.table;
  // without signatures there is nothing to wait for
  if (terms.referee === null && (doing.signed ?? null) === null) return append(chain, doing);
  return appendSigned(chain, doing, terms.referee === null ? null : referee.sign);
}

/** Makes the ending; it is not stored yet. */
export const makeEnding = (
  chain: Chain,
  how: ToEnd,
  referee: Referee,
): Result<Chain> | Promise<Result<Chain>> =>
  chain.table.terms.referee === null ? end(chain, how) : endSigned(chain, how, referee.sign);

/** Stores the newest node of a chain; when it resolves with true, it is durable and the head. Else somebody else has appended. */
export function storeNode(stores: ServerStores, from: Cid | null, chain: Chain): Promise<boolean> {
  const to = headOf(chain);
  const match = idOf(chain.table.match);
  const { bytes } = chain.last;
  return stores.append === undefined
    ? storeNoted(stores, match, from, to, bytes)
    : stores.append([{ cid: to, bytes }], match, from, to);
}

async function storeNoted(
  stores: ServerStores,
  match: Cid,
  from: Cid | null,
  to: Cid,
  bytes: Uint8Array,
): Promise<boolean> {
  await stores.vault.put(NOTES, nameOf(match), {
    node: hex(bytes),
    from: from && hex(encodeCid(from)),
  });
  return storePlain(stores, match, from, to, bytes);
}

async function storePlain(
  { blocks, heads }: ServerStores,
  match: Cid,
  from: Cid | null,
  to: Cid,
  bytes: Uint8Array,
): Promise<boolean> {
  await blocks.put(to, bytes);
  return heads.move(match, from, to);
}

/** After a crash: what was signed and noted, and had not become the head, becomes it now. */
export async function finishNoted(stores: ServerStores, match: Cid): Promise<void> {
  if (stores.append !== undefined) return;
  const note = (await stores.vault.get(NOTES, nameOf(match))) as Note | undefined;
  const from = note?.from == null ? null : decodeCid(Buffer.from(note.from, 'hex'));
  const head = await stores.heads.get(match);
  if (note === undefined || from?.ok !== true || head === null) return;
  if (!isSameCid(from.value, head)) return;
  const bytes = Buffer.from(note.node, 'hex');
  await storePlain(stores, match, head, cidOf('dag-cbor', bytes), bytes);
}

interface Note {
  readonly node: string;
  readonly from: string | null;
}

const NOTES = 'noted';
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const nameOf = (match: Cid): string => hex(match.digest);
