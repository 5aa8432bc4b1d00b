/** Bytes to text, in the character set that a file names. */
import { decodeLatin1, decodeUtf8, fail, ok, type Result, wideSetOf } from '@kifu/core';

/** The property CA is looked for in the first bytes only. */
const HEAD_BYTES = 4096;

/**
 * Text from a file: as CA says; without CA, or if the text is not valid UTF-8 as declared, as the bytes look, which is Latin-1 at
 * last, the default of FF[4]. A byte order mark goes before all.
 */
export function decodeSgf(bytes: Uint8Array): Result<string> {
  const [first, second, third] = bytes;
  const wide = wideSetOf(bytes);
  if (wide !== null) return decode(wide, bytes);
  if (first === 0xef && second === 0xbb && third === 0xbf) return decode('utf-8', bytes);
  // a name of a character set is written in letters that all of them share
  const head = decodeLatin1(bytes.subarray(0, HEAD_BYTES));
  const name = /\bCA\s*\[([^\]\\]{0,64})\]/.exec(head)?.[1]?.trim() ?? '';
  if (name === '' || /^utf-?8$/i.test(name)) return ok(decodeUtf8(bytes) ?? decodeEastern(bytes));
  if (/^(iso-?8859-?1|latin-?1|us-ascii|ascii)$/i.test(name)) return ok(decodeLatin1(bytes));
  return decode(ALIASES[name.toLowerCase()] ?? name, bytes);
}

/** Names that files have and decoders do not know. */
const ALIASES: { readonly [name: string]: string } = {
  'euc-cn': 'gb18030',
  cp936: 'gb18030',
  cp932: 'shift_jis',
  cp949: 'euc-kr',
  cp950: 'big5',
};

function decode(name: string, bytes: Uint8Array, fatal = false): Result<string> {
  try {
    const decoder = new TextDecoder(name, { fatal, ignoreBOM: true });
    return ok(decoder.decode(bytes).replace(/^\uFEFF/, ''));
  } catch {
    // the platform has no such decoder
    return fail('unsupported', `the character set ${JSON.stringify(name)} cannot be read here`, {
      rule: 'charset',
    });
  }
}

/**
 * Bytes in a set that the file does not name: GB2312, whose characters are pairs of high bytes, or Shift_JIS, where they make words of
 * Japanese; else Latin-1, in which four letters with accents never stand in a row.
 */
function decodeEastern(bytes: Uint8Array): string {
  const latin = decodeLatin1(bytes);
  const runs = latin.match(/[\u00a1-\u00fe]+/g) ?? [];
  const isPaired = !/[\u0080-\u00a0\u00ff]/.test(latin) && runs.every(run => run.length % 2 === 0);
  if (isPaired && runs.some(run => run.length >= 4)) {
    const chinese = decode('gb18030', bytes, true);
    if (chinese.ok) return chinese.value;
  }
  const japanese = decode('shift_jis', bytes, true);
  const hasWords = japanese.ok && /[\u3040-\u30ff]|[\u4e00-\u9fff]{2}/.test(japanese.value);
  return hasWords ? japanese.value : latin;
}
