/** Lines of bytes as they arrive, none of them kept beyond a limit. */
import { fail, ok, type Result } from '@kifu/core';

/** Longest line that is read, in bytes. */
const MAX_LINE_BYTES = 1 << 20;

const NEWLINE = 10;

/** A line as it was read. */
export interface ReadLine {
  /** Counted from 1, blank ones too. */
  readonly number: number;
  /** Without its end; a fault where it is too long or no UTF-8. */
  readonly text: Result<string>;
}

/** Each line that is not blank, as soon as it is complete. */
export async function* readLines(
  input: AsyncIterable<Uint8Array | string>,
  maxBytes = MAX_LINE_BYTES,
): AsyncGenerator<ReadLine> {
  let number = 1;
  let line = new GrowingLine(maxBytes);
  for await (const piece of input) {
    const chunk = typeof piece === 'string' ? Buffer.from(piece) : piece;
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      line.add(chunk.subarray(start, end));
      if (!line.isBlank) yield { number, text: line.text() };
      number++;
      line = new GrowingLine(maxBytes);
      start = end + 1;
    }
    line.add(chunk.subarray(start));
  }
  if (!line.isBlank) yield { number, text: line.text() };
}

/** A line that is still growing. */
class GrowingLine {
  isBlank = true;
  #pieces: Uint8Array[] = [];
  #size = 0;
  readonly #maxBytes: number;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  add(piece: Uint8Array): void {
    if (piece.length === 0) return;
    this.isBlank &&= piece.every(isBlankByte);
    this.#size += piece.length;
    // bytes after the limit are only counted: a stranger's line must not fill the memory
    if (this.#size <= this.#maxBytes) this.#pieces.push(piece.slice());
    else this.#pieces = [];
  }

  text(): Result<string> {
    if (this.#size > this.#maxBytes)
      return fail('too-large', `the line has ${this.#size} bytes, ${this.#maxBytes} are allowed`);
    try {
      return ok(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(this.#pieces)));
    } catch {
      return fail('malformed', 'the line is not UTF-8');
    }
  }
}

/** Space, tab, carriage return. */
const isBlankByte = (byte: number) => byte === 0x20 || byte === 0x09 || byte === 0x0d;
