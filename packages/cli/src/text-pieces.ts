/** Text of any length as it arrives, in pieces that end where a line does. */

/** A line that is longer is cut: no memory is kept for a text without line ends. */
const MAX_CARRY = 1 << 20;
const NEWLINE = 10;

/** The text of a stream of bytes: UTF-8, and Latin-1 where a piece is none, as older files are. */
export async function* textPieces(
  chunks: AsyncIterable<Uint8Array | string>,
): AsyncGenerator<string> {
  let carried: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    const end = bytes.lastIndexOf(NEWLINE) + 1;
    if (end > 0) {
      yield decode(Buffer.concat([...carried, bytes.subarray(0, end)]));
      carried = [];
      size = 0;
    }
    carried.push(bytes.subarray(end));
    size += bytes.length - end;
    if (size < MAX_CARRY) continue;
    const all = Buffer.concat(carried);
    const cut = wholeLetters(all);
    yield decode(all.subarray(0, cut));
    carried = [all.subarray(cut)];
    size = all.length - cut;
  }
  if (size > 0) yield decode(Buffer.concat(carried));
}

/** Where the last letter of UTF-8 begins that may not be whole. */
function wholeLetters(bytes: Uint8Array): number {
  let start = bytes.length - 1;
  // a letter has at most three bytes after its first one
  while (start > bytes.length - 4 && (bytes[start]! & 0xc0) === 0x80) start--;
  return bytes[start]! < 0x80 ? bytes.length : Math.max(start, 1);
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}
