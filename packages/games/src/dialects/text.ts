/** Text files that hold games: bytes to text, and the text of comments. */
import { fail, type Kifu, type Result } from '@kifu/core';

/** Text from a file: UTF-8, or where it is none Latin-1, as older files are. */
export const textOf = (input: Uint8Array | string): string =>
  typeof input === 'string' ? input : (decodeUtf8(input) ?? decodeLatin1(input));

/**
 * UTF-8; null where it is something else. A file may be cut off in a character, or have a few spoilt ones: as long as as many are
 * good, those are replacement characters.
 */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return decodeSpoilt(bytes);
  }
}

function decodeSpoilt(bytes: Uint8Array): string | null {
  const text = utf8.decode(bytes);
  let [good, bad] = [0, 0];
  for (const char of text)
    if (char === '\ufffd') bad++;
    else if (char > '\u007f' && char !== '\ufeff') good++;
  return good > 0 && good >= bad ? text : null;
}

// the byte order mark is kept, so that offsets count it
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Not by a decoder: those take other characters for some of the bytes. */
export function decodeLatin1(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += LATIN1_STEP)
    text += String.fromCharCode(...bytes.subarray(i, i + LATIN1_STEP));
  return text;
}

/** As many as a call may safely have arguments. */
const LATIN1_STEP = 4096;

/** The first game of a collection. */
export function firstOf(games: Iterable<Result<Kifu>>): Result<Kifu> {
  for (const game of games) return game;
  return fail('malformed', 'there is no game in this text');
}

/** Control characters too: none is worth its trouble. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are meant
const BLANKS = /[\u0000-\u0020]+/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are meant
const ODD_BLANKS = / {2}|[\u0000-\u001f]/;

/** A comment as it is kept: blanks, and line ends where programs wrap lines at will, are single spaces. */
export function cleanText(raw: string): string {
  let start = 0;
  let end = raw.length;
  while (start < end && raw.charCodeAt(start) <= 32) start++;
  while (end > start && raw.charCodeAt(end - 1) <= 32) end--;
  const text = raw.slice(start, end);
  return (ODD_BLANKS.test(text) ? text.replace(BLANKS, ' ') : text).toWellFormed();
}

/** No comment in braces can hold a closing brace; elsewhere it is made another bracket. */
export const withoutBraces = (text: string): string => text.replaceAll('}', ')');
