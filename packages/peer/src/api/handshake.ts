/**
 * Command and peer prove to each other that they know the token of `peer.json`, which never crosses: the file may be left over, and its
 * port taken by a process of another user.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** The side that proves it: each side proves something else, so that no proof can be sent back. */
type Side = 'command' | 'peer';

/** A number that is used once. */
export const newNonce = (): string => randomBytes(32).toString('hex');

/** The proof of one side, over what both have sent. */
export const proofOf = (side: Side, token: string, command: string, peer: string): string =>
  createHmac('sha256', token).update(`kifu ${side} ${command} ${peer}`).digest('hex');

/** Whether a proof is the one that is wanted. */
export function isProof(given: unknown, wanted: string): boolean {
  const [a, b] = [Buffer.from(`${given}`), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Whether it is a nonce as this program makes them. */
export const isNonce = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
