/** Values and their spellings. */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { fail, type Result } from './result.ts';

/** One value, one spelling: `decode` refuses all that `encode` would not write. */
export interface Codec<T, Wire> {
  encode(value: T): Wire;
  decode(wire: Wire): Result<T>;
}

/** The hex form of bytes in records: `0x` and upper-case digits. Move format §2. */
export const formatHex = (bytes: Uint8Array): string => `0x${bytesToHex(bytes).toUpperCase()}`;

/** Reads what `formatHex` writes and nothing else; null where it is something else. */
export const parseHex = (text: unknown): Uint8Array | null =>
  typeof text === 'string' && text.length <= 1026 && /^0x(?:[0-9A-F]{2})*$/.test(text)
    ? hexToBytes(text.slice(2))
    : null;

/** The hex codec of a game whose hex form is its binary form in digits. */
export const hexOf = <T>(bytes: Codec<T, Uint8Array>): Codec<T, string> => ({
  encode: value => formatHex(bytes.encode(value)),
  decode(wire) {
    const raw = parseHex(wire);
    return raw === null ? fail('malformed', HEX_FORM) : bytes.decode(raw);
  },
});

/** Message for text that is not in the hex format. */
export const HEX_FORM = 'invalid hex: use 0x and upper-case hex digits, two per byte';
