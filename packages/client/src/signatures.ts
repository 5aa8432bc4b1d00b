/** Signatures of a live match: a player's under an act, as it travels, and the referee's under each node. */
import { type Act, bytesToHex, hexToBytes, type Seat, type Terms } from '@kifu/core';
import { decodeNext } from '@kifu/record/node';
import type { Replay } from '@kifu/record/replay';
import {
  intentMessage,
  isSignedBy,
  nodeMessage,
  type SeatClaim,
  seatMessage,
  sign,
  whenOf,
} from '@kifu/record/sign';

/** The fields of an act that is signed. */
export interface SignedWire {
  readonly seq: number;
  readonly signature: string;
  /** When it was done, where there is no referee to say so. */
  readonly ms?: number;
}

/** Signs an act as number `seq` of the seat, having seen everything that was followed; `ms` is said where there is no referee. */
export async function signIntent(
  followed: Replay,
  seat: Seat,
  act: Act,
  secret: Uint8Array,
  seq: number,
  ms: number,
): Promise<SignedWire> {
  const [match, seen] = [followed.digestAt(0), followed.digestAt(followed.n)];
  const when = whenOf(followed.terms, { ms });
  const message = intentMessage({ match, seat, seq, seen, act, when });
  const signature = bytesToHex(await sign(secret, message));
  return when === null ? { seq, signature } : { seq, signature, ms };
}

/** Signs that the player has the key of a seat. */
export const proveSeat = async (secret: Uint8Array, claim: SeatClaim): Promise<string> =>
  bytesToHex(await sign(secret, seatMessage(claim)));

/** Whether the referee signed a node; true where the match has none. */
export async function isRefereed({ referee }: Terms, bytes: Uint8Array): Promise<boolean> {
  const node = decodeNext(bytes);
  if (referee === null || !node.ok) return referee === null;
  const { value } = node;
  return (
    value.referee !== null && isSignedBy(hexToBytes(referee), nodeMessage(value), value.referee)
  );
}
