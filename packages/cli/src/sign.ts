/** Acts signed for somebody who has a key here. */
import { type Act, ok, type Result, type Seat, type Signed } from '@kifu/core';
import { appendSigned, type Chain } from '@kifu/record';
import { intentMessage, sign } from '@kifu/record/sign';

/** Signs an act as the seat's next one, having seen everything. */
export async function signAct(
  { table, last }: Chain,
  secret: Uint8Array,
  seat: Seat,
  act: Act,
): Promise<Signed> {
  const seq = (table.seqs?.[seat] ?? 0) + 1;
  const intent = { match: table.match, seat, seq, seen: last.digest, act };
  return { seq, seen: last.n, signature: await sign(secret, intentMessage(intent)) };
}

/** Appends an act, signed with a secret. */
export async function appendAs(
  chain: Chain,
  secret: Uint8Array,
  seat: Seat,
  act: Act,
  when: { readonly at?: number | null; readonly ms?: number | null } = {},
): Promise<Result<Chain>> {
  const signed = await signAct(chain, secret, seat, act);
  const appended = await appendSigned(chain, { seat, act, signed, ...when }, null);
  return appended.ok ? ok(appended.value.chain) : appended;
}
