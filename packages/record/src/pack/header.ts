/** The header of a pack: its values one after the other, as the keys are known. */

import { encodeWith, writeText } from '@kifu/core/cbor';
import { concatBytes } from '@noble/hashes/utils.js';
import { codeItem } from './items.ts';
import type { Tools } from './tools.ts';
import { FIELDS } from './vocabulary.ts';

/** A map of sixteen keys. */
const HEAD = Uint8Array.of(0xb0);
const KEYS = FIELDS.slice(0, 16).map(key => encodeWith(output => writeText(output, key)));
/** The version of nodes that packs are for, as it stands in headers; it is not written. */
const VERSION = Uint8Array.of(1);
const VERSION_KEY = FIELDS.indexOf('kifu');

/** Writes or reads a header; gives the node. */
export function codeHeader({ coder, texts }: Tools, bytes: Uint8Array | null): Uint8Array {
  const input = bytes === null ? null : { bytes, at: HEAD.length };
  const pieces = KEYS.flatMap((key, field) => {
    if (input !== null) input.at += key.length;
    if (field !== VERSION_KEY) return [key, codeItem(coder, texts, field, input)];
    if (input !== null) input.at += VERSION.length;
    return [key, VERSION];
  });
  return bytes ?? concatBytes(HEAD, ...pieces);
}
