/** Splits the output of an engine into lines, and refuses output that grows without end. */

/** How much an engine may write. */
export interface OutputLimits {
  /** Longest line, in bytes. */
  readonly lineBytes: number;
  /** Most lines within one second. */
  readonly linesPerSecond: number;
}

/** Far above what engines write: Stockfish with 500 lines of analysis stays below a tenth of it. */
export const OUTPUT_LIMITS: OutputLimits = { lineBytes: 1 << 16, linesPerSecond: 20_000 };

const NEWLINE = 10;
const SECOND_MS = 1000;

export class LineSplitter {
  readonly #limits: OutputLimits;
  readonly #now: () => number;
  readonly #take: (line: string) => void;
  #pieces: Uint8Array[] = [];
  #size = 0;
  #lines = 0;
  #sinceMs: number;

  constructor(limits: OutputLimits, now: () => number, take: (line: string) => void) {
    this.#limits = limits;
    this.#now = now;
    this.#take = take;
    this.#sinceMs = now();
  }

  /** Takes output as it arrives; returns the limit that it exceeds, or null. */
  push(chunk: Uint8Array): string | null {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      const wrong = this.#grow(chunk.subarray(start, end)) ?? this.#count();
      if (wrong !== null) return wrong;
      this.end();
      start = end + 1;
    }
    return this.#grow(chunk.subarray(start));
  }

  /** Passes on the line so far, without its carriage return; invalid UTF-8 becomes replacement characters. */
  end(): void {
    const line = Buffer.concat(this.#pieces).toString('utf8');
    this.#pieces = [];
    this.#size = 0;
    this.#take(line.endsWith('\r') ? line.slice(0, -1) : line);
  }

  #grow(piece: Uint8Array): string | null {
    this.#size += piece.length;
    const { lineBytes } = this.#limits;
    if (this.#size > lineBytes) return `it wrote a line of more than ${lineBytes} bytes`;
    if (piece.length > 0) this.#pieces.push(piece);
    return null;
  }

  #count(): string | null {
    const now = this.#now();
    if (now - this.#sinceMs >= SECOND_MS) {
      this.#sinceMs = now;
      this.#lines = 0;
    }
    this.#lines++;
    const { linesPerSecond } = this.#limits;
    return this.#lines > linesPerSecond
      ? `it wrote more than ${linesPerSecond} lines within one second`
      : null;
  }
}
