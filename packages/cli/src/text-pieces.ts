/** Text of any length as it arrives, in pieces that end where a line does. */
import { decodeNarrowText, type wideSetOf } from '@kifu/core';

/** Longer lines are cut, so that a text without line ends needs little memory. */
const MAX_CARRY = 1 << 20;
const NEWLINE = 10;

type Chunks = AsyncIterable<Uint8Array | string>;

/** The text of a stream of bytes, by the set that its first bytes show; else UTF-8, and Latin-1 where a piece is none, as older files are. */
export const textPieces = (
  chunks: Chunks,
  wide: ReturnType<typeof wideSetOf> = null,
): AsyncGenerator<string> => (wide === null ? narrowPieces(chunks) : widePieces(chunks, wide));

async function* widePieces(chunks: Chunks, set: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(set, { ignoreBOM: true });
  for await (const chunk of chunks) yield decoder.decode(bytesOf(chunk), { stream: true });
  yield decoder.decode();
}

async function* narrowPieces(chunks: Chunks): AsyncGenerator<string> {
  let carried: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    const bytes = bytesOf(chunk);
    const end = bytes.lastIndexOf(NEWLINE) + 1;
    if (end > 0) {
      yield decodeNarrowText(Buffer.concat([...carried, bytes.subarray(0, end)]));
      carried = [];
      size = 0;
    }
    carried.push(bytes.subarray(end));
    size += bytes.length - end;
    if (size < MAX_CARRY) continue;
    const all = Buffer.concat(carried);
    const cut = wholeLetters(all);
    yield decodeNarrowText(all.subarray(0, cut));
    carried = [all.subarray(cut)];
    size = all.length - cut;
  }
  if (size > 0) yield decodeNarrowText(Buffer.concat(carried));
}

const bytesOf = (chunk: Uint8Array | string): Uint8Array =>
  typeof chunk === 'string' ? Buffer.from(chunk) : chunk;

/** Where the last letter of UTF-8 begins that may not be whole. */
function wholeLetters(bytes: Uint8Array): number {
  let start = bytes.length - 1;
  // a letter has at most three bytes after its first one
  while (start > bytes.length - 4 && (bytes[start]! & 0xc0) === 0x80) start--;
  return bytes[start]! < 0x80 ? bytes.length : Math.max(start, 1);
}
