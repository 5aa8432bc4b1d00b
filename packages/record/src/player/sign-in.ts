/** Signing in: a server asks a question that it asks once, and a client that signs it for that server has the key. */
import { hexToBytes } from '@kifu/core';
import { encodeWith, writeBytes, writeListHead, writeText, writeUint } from '@kifu/core/cbor';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** What a server asks. */
export interface SignInChallenge {
  /** The address at which the player signs in: `https://kifu.example`. A signature for one address is worth nothing at another. */
  readonly origin: string;
  /** Public key of the server, 64 hex digits. A signature for one server is worth nothing at another that has the same address. */
  readonly server: string;
  /** Hex digits, asked once. */
  readonly nonce: string;
  /** Until when, in milliseconds since 1970. */
  readonly expiresAt: number;
}

const SIGN_IN = utf8ToBytes('kifu/sign-in/2\0');

/** The message that is signed. */
export const signInMessage = ({ origin, server, nonce, expiresAt }: SignInChallenge): Uint8Array =>
  concatBytes(
    SIGN_IN,
    encodeWith(output => {
      writeListHead(output, 4);
      writeText(output, origin);
      writeBytes(output, hexToBytes(server));
      writeText(output, nonce);
      writeUint(output, expiresAt);
    }),
  );
