/** Acts signed for somebody who has a key here. */
import { randomBytes } from 'node:crypto';
import { type Act, type Game, type Header, ok, type Result, type Seat } from '@kifu/core';
import {
  appendSigned,
  type Chain,
  intentMessage,
  NO_TERMS,
  type SignedBytes,
  sign,
  toNodeAct,
} from '@kifu/record';

/** A fresh nonce for a match that is signed. */
export const freshNonce = (): string => randomBytes(16).toString('hex');

/** The header of a match in which one seat signs with a key (hex digits), with a fresh nonce. */
export const keyedHeader = (header: Header, signing: Seat, key: string): Header => ({
  ...header,
  players: header.players.map(player => (player.seat === signing ? { ...player, key } : player)),
  terms: { ...NO_TERMS, nonce: freshNonce() },
});

/** Signs an act as the seat's next one, having seen everything. */
export async function signAct(
  { table, last }: Chain,
  secret: Uint8Array,
  seat: Seat,
  act: Act,
): Promise<SignedBytes> {
  const seq = (table.seqs?.[seat] ?? 0) + 1;
  const intent = {
    match: table.match,
    seat,
    seq,
    seen: last.digest,
    act: toNodeAct(table.game as Game, act),
  };
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
