/** SHA-256 where Node is: the one-shot call, by far the quickest for short input. */
import { hash } from 'node:crypto';

export const sha256 = (data: Uint8Array): Uint8Array => hash('sha256', data, 'buffer');

export const sha256Hex = (data: string | Uint8Array): string => hash('sha256', data, 'hex');
