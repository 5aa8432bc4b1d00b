/** A player's signature under an act, as it travels. */
import type { Act, Game, Seat } from '@kifu/core';
import { bytesToHex, sha256 } from '@kifu/core';
import { intentMessage, sign, toNodeAct } from '@kifu/record';
import { type Followed, followedNodes } from './follow.ts';

/** The fields of an act that is signed. */
export interface SignedWire {
  readonly seq: number;
  readonly signature: string;
}

/** Signs an act as number `seq` of the seat, having seen everything that was followed. */
export async function signIntent(
  followed: Followed,
  seat: Seat,
  act: Act,
  secret: Uint8Array,
  seq: number,
): Promise<SignedWire> {
  const { game, digest } = followed;
  const match = followed.chain?.table.match ?? sha256(followedNodes(followed)[0]!);
  const message = intentMessage({
    match,
    seat,
    seq,
    seen: digest,
    act: toNodeAct(game as Game, act),
  });
  return { seq, signature: bytesToHex(await sign(secret, message)) };
}
