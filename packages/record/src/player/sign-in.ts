/** Signing in: a server asks a question that it asks once, and a client that signs it for that server has the key. */
import { encodeWith, writeListHead, writeText, writeUint } from '@kifu/core/cbor';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** What a server asks. */
export interface SignInChallenge {
  /** Where one signs in: `https://kifu.example`. A signature for one server is worth nothing at another. */
  readonly origin: string;
  /** Hex digits, asked once. */
  readonly nonce: string;
  /** Until when, in milliseconds since 1970. */
  readonly expiresAt: number;
}

const SIGN_IN = utf8ToBytes('kifu/sign-in/1\0');

/** The message that is signed. */
export const signInMessage = ({ origin, nonce, expiresAt }: SignInChallenge): Uint8Array =>
  concatBytes(
    SIGN_IN,
    encodeWith(output => {
      writeListHead(output, 3);
      writeText(output, origin);
      writeText(output, nonce);
      writeUint(output, expiresAt);
    }),
  );
