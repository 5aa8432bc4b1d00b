/** Tokens: a guest who has one may sit on its seat. Only their hashes are kept. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const TOKEN_BYTES = 24;
const ID_BYTES = 12;

/** A fresh token, 192 random bits. */
export const freshToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** A fresh id of an invite; no secret. None begins with a dash: on a command line that would be an option. */
export const freshId = (): string => randomBytes(ID_BYTES).toString('base64url').replace(/^-/, '_');

/** What is kept of a token. 192 random bits need no salt. */
export const hashToken = (token: string): string =>
  createHash('sha256').update(token).digest('hex');

/** Whether a token is the one of which a hash is kept. */
export const isToken = (token: string, hash: string | null): boolean =>
  hash !== null && timingSafeEqual(Buffer.from(hashToken(token)), Buffer.from(hash));
