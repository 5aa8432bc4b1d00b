/** Signatures of a live match: those that a player makes, and those that come with each node. */
import { type Act, bytesToHex, type Fail, fail, hexToBytes, type Seat } from '@kifu/core';
import { Verification } from '@kifu/record';
import { isEnding } from '@kifu/record/node';
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

/** The fields of an act that is signed. */
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

/** Checks every signature of the newest node: the players' and the referee's. Returns what is wrong with the first bad one. */
export async function checkSignatures(replay: Replay, own: Seat | null): Promise<Fail | null> {
  const verification = new Verification();
  verification.take(replay);
  for (const { seat, key, message, signature } of verification.claims)
    if (!(await isSignedBy(hexToBytes(key), message(), signature)))
      return badSignature(replay, seat, own);
  return null;
}

/** One sentence for the player. */
function badSignature(replay: Replay, seat: Seat | null, own: Seat | null): Fail {
  const what = nodeWords(replay);
  const message =
    seat === null
      ? `the referee did not sign ${what}`
      : seat === own
        ? `the server entered ${what} for you, and you did not sign it`
        : `the server entered ${what} without a valid signature of seat ${seat}`;
  return fail('bad-signature', message, seat === own ? { rule: 'own' } : {});
}

/** What the newest node is, for a sentence. */
function nodeWords(replay: Replay): string {
  if (replay.n === 0) return 'the header';
  const { node, n } = replay;
  if (isEnding(node)) return 'the ending';
  return `entry ${n} (${actWords(node.act)})`;
}

const actWords = (act: Act): string =>
  act.type === 'leave' ? act.how : act.type === 'move' ? 'a move' : act.type;
