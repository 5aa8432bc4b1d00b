/** Tokens, each of which gives its holder a seat. The server stores only their hashes. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const TOKEN_BYTES = 24;
const ID_BYTES = 12;

/** Returns a fresh token, 192 random bits. */
export const freshToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** Returns a fresh id of an invite, which is not secret. It never starts with a dash: a command line would read it as an option. */
export const freshId = (): string => randomBytes(ID_BYTES).toString('base64url').replace(/^-/, '_');

/** Returns a fresh secret of a match: 32 random bytes in hex. */
export const freshSecret = (): string => randomBytes(32).toString('hex');

/** Returns what the server stores of a token. 192 random bits need no salt. */
export const hashToken = (token: string): string =>
  createHash('sha256').update(token).digest('hex');

/** Whether a token has the stored hash. */
export const isToken = (token: string, hash: string | null): boolean =>
  hash !== null && timingSafeEqual(Buffer.from(hashToken(token)), Buffer.from(hash));
