/** Acts appended for somebody who has a key here. */
import { randomBytes } from 'node:crypto';
import { type Act, ok, type Result, type Seat } from '@kifu/core';
import { appendSigned, type Chain, intentMessage, sign, toNodeAct } from '@kifu/record';

/** A fresh nonce for a match that is signed. */
export const freshNonce = (): string => randomBytes(16).toString('hex');

/** Appends an act, signed with a secret as the seat's next one, having seen everything. */
export async function appendAs(
  chain: Chain,
  secret: Uint8Array,
  seat: Seat,
  act: Act,
  when: { readonly at?: number | null; readonly ms?: number | null } = {},
): Promise<Result<Chain>> {
  const { table, last } = chain;
  const seq = (table.seqs?.[seat] ?? 0) + 1;
  const intent = {
    match: table.match,
    seat,
    seq,
    seen: last.digest,
    act: toNodeAct(table.game, act),
  };
  const signature = await sign(secret, intentMessage(intent));
  const signed = { seq, seen: last.n, signature };
  const appended = await appendSigned(chain, { seat, act, signed, ...when }, null);
  return appended.ok ? ok(appended.value.chain) : appended;
}
