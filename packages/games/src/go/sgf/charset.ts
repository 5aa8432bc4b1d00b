/** Bytes to text, in whatever character set a file says it has. */
import { fail, ok, type Result } from '@kifu/core';
import { decodeLatin1, textOf } from '../../dialects/text.ts';

/** The property CA is looked for in the first bytes only. */
const HEAD_BYTES = 4096;

/**
 * Text from a file: as CA says; where it says nothing UTF-8, or Latin-1 where it is no UTF-8, which is what FF[4] has
 * as the default. A byte order mark goes before all.
 */
export function decodeSgf(bytes: Uint8Array): Result<string> {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return decode('utf-16le', bytes);
  if (first === 0xfe && second === 0xff) return decode('utf-16be', bytes);
  if (first === 0xef && second === 0xbb && third === 0xbf) return decode('utf-8', bytes);
  // a name of a character set is written in letters that all of them share
  const head = decodeLatin1(bytes.subarray(0, HEAD_BYTES));
  const name = /\bCA\s*\[([^\]\\]{0,64})\]/.exec(head)?.[1]?.trim() ?? '';
  if (name === '' || /^utf-?8$/i.test(name)) return ok(textOf(bytes));
  if (/^(iso-?8859-?1|latin-?1|us-ascii|ascii)$/i.test(name)) return ok(decodeLatin1(bytes));
  return decode(name, bytes);
}

function decode(name: string, bytes: Uint8Array): Result<string> {
  try {
    return ok(new TextDecoder(name, { ignoreBOM: true }).decode(bytes).replace(/^\uFEFF/, ''));
  } catch {
    // the platform has no such decoder
    return fail('unsupported', `the character set ${JSON.stringify(name)} cannot be read here`, {
      rule: 'charset',
    });
  }
}
