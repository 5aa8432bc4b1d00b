/** Signatures of a live match: those that a player makes, and those that come with each node. */
import { bytesToHex, type Fail, fail, hexToBytes, type Seat } from '@kifu/core';
import { nextClaims } from '@kifu/record';
import { decodeNext, isEnding } from '@kifu/record/node';
import type { Replay } from '@kifu/record/replay';
import {
  type Intent,
  intentMessage,
  isSignedBy,
  type SeatClaim,
  seatMessage,
  sign,
} from '@kifu/record/sign';
import type { SignedAction } from './memory.ts';

/** The fields of an action that is signed. */
export interface SignedWire {
  /** Number of the newest node that the player knew. */
  readonly seen: number;
  readonly seq: number;
  readonly signature: string;
  /** When it was done, where there is no referee to say so. */
  readonly ms?: number;
}

/** Signs an action. */
export async function signAction(secret: Uint8Array, intent: Intent): Promise<SignedAction> {
  const message = intentMessage(intent);
  return { message: bytesToHex(message), signature: bytesToHex(await sign(secret, message)) };
}

/** Signs that the player has the key of a seat. */
export const proveSeat = async (secret: Uint8Array, claim: SeatClaim): Promise<string> =>
  bytesToHex(await sign(secret, seatMessage(claim)));

/** Checks every signature of a node that follows on a replay, the players' and the referee's. Returns what is wrong with the first bad one. */
export async function checkSignatures(
  replay: Replay,
  bytes: Uint8Array,
  own: Seat | null,
): Promise<Fail | null> {
  const claims = nextClaims(replay, bytes);
  if (!claims.ok) return claims;
  for (const { seat, key, message, signature } of claims.value)
    if (!(await isSignedBy(hexToBytes(key), message(), signature)))
      return badSignature(describeNode(bytes), seat, own);
  return null;
}

/** One sentence for the player. */
function badSignature(what: string, seat: Seat | null, own: Seat | null): Fail {
  const message =
    seat === null
      ? `missing or invalid signature of the referee on ${what}`
      : seat === own
        ? `the server entered ${what} for you, but you did not sign it`
        : `missing or invalid signature of seat ${seat} on ${what}`;
  return fail('bad-signature', message, seat !== null && seat === own ? { rule: 'own' } : {});
}

/** What a node is, for a sentence. */
function describeNode(bytes: Uint8Array): string {
  const node = decodeNext(bytes);
  if (!node.ok || isEnding(node.value)) return 'the ending';
  const { n, act } = node.value;
  return `entry ${n} (${act.type === 'leave' ? act.how : act.type === 'move' ? 'a move' : act.type})`;
}
