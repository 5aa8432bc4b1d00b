/** The proof that a player has the key of a seat: signed before the match, over what the seat is taken with. */
import { hexToBytes, type Seat } from '@kifu/core';
import {
  encodeWith,
  writeBytes,
  writeListHead,
  writeOrNull,
  writeText,
  writeUint,
} from '@kifu/core/cbor';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { isSignedBy } from './signature.ts';

/** What is signed. */
export interface SeatClaim {
  /** Of the header to be, in hex; so that a proof is of one match. */
  readonly nonce: string;
  readonly seat: Seat;
  readonly name: string;
  /** The commitment to the player's hash chain, in hex; null without one. */
  readonly commitment: string | null;
  /** The key of the referee, in hex; null without one. */
  readonly referee: string | null;
}

const SEAT = utf8ToBytes('kifu/seat/1\0');

/** The message that a player signs to take a seat. */
export const seatMessage = ({ nonce, seat, name, commitment, referee }: SeatClaim): Uint8Array =>
  concatBytes(
    SEAT,
    encodeWith(output => {
      writeListHead(output, 5);
      writeBytes(output, hexToBytes(nonce));
      writeUint(output, seat);
      writeText(output, name);
      writeOrNull(output, commitment, (to, hex) => writeBytes(to, hexToBytes(hex)));
      writeOrNull(output, referee, (to, hex) => writeBytes(to, hexToBytes(hex)));
    }),
  );

/** Whether a proof holds for a key. */
export const isSeatProof = (key: string, claim: SeatClaim, proof: string): Promise<boolean> =>
  isSignedBy(hexToBytes(key), seatMessage(claim), hexToBytes(proof));
