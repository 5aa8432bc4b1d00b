/** Text in files from strangers: what their bytes mean. */

/** Text from a file: UTF-16 where its first bytes show it, UTF-8, or where it is neither Latin-1, as older files are. Text is text already. */
export function decodeText(input: Uint8Array | string): string {
  if (typeof input === 'string') return input;
  const wide = wideSetOf(input);
  return wide === null
    ? decodeNarrowText(input)
    : new TextDecoder(wide, { ignoreBOM: true }).decode(input);
}

/** The set of a text with two bytes a letter, by its mark, or by the halves of its first letters that are zero; null for all others. */
export function wideSetOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [a, b] = bytes;
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (areWide(bytes, 0)) return 'utf-16le';
  return areWide(bytes, 1) ? 'utf-16be' : null;
}

/** How many letters show it: a stray zero or two in another text do not. */
const SHOWING = 4;

/** Whether of the first letters, each of two bytes, this half is ASCII and its pair is zero. */
function areWide(bytes: Uint8Array, half: 0 | 1): boolean {
  for (let i = 0; i < 2 * SHOWING; i += 2) {
    const letter = bytes[i + half] ?? 0;
    if (letter === 0 || letter > 127 || bytes[i + 1 - half] !== 0) return false;
  }
  return true;
}

/** Text in letters of one or more bytes: UTF-8, or else Latin-1. */
export const decodeNarrowText = (bytes: Uint8Array): string =>
  decodeUtf8(bytes) ?? decodeLatin1(bytes);

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

// keeps the byte order mark, so that offsets count it
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
