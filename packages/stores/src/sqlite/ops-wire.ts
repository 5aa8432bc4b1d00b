/**
 * Ops on their way to the thread that writes. Entries of live matches come by the thousand, and to copy many small things from thread to
 * thread takes longer than to write them: so blocks and moves of heads travel in one piece, and all else as it is.
 *
 * The piece is, for each op in order: 0 for one of the others; 1, the move and a count of blocks (four bytes) for an append; or 2
 * for a put; then the blocks. Content ids and bytes have their length before them (four bytes).
 */
import type { BlockRow } from '../sql/ops.ts';
import type { FileOp } from './file-ops.ts';

/** A batch of ops as it travels. */
export interface SentOps {
  readonly piece: Uint8Array<ArrayBuffer>;
  readonly others: readonly FileOp[];
}

const OTHER = 0;
const APPEND = 1;
const PUT = 2;
const NUMBER_BYTES = 4;

/** Ops as they travel. */
export function encodeOps(ops: readonly FileOp[]): SentOps {
  const output = new Output(ops.reduce((sum, op) => sum + sizeOf(op), 0));
  const others: FileOp[] = [];
  for (const op of ops) {
    if (op.do === 'append') {
      output.writeKind(APPEND);
      output.write(op.match);
      output.write(op.from ?? NOTHING);
      output.write(op.to);
      output.writeNumber(op.blocks.length);
      for (const block of op.blocks) output.writeBlock(block);
    } else if (op.do === 'put') {
      output.writeKind(PUT);
      output.writeBlock(op.block);
    } else {
      output.writeKind(OTHER);
      others.push(op);
    }
  }
  return { piece: output.bytes, others };
}

/** Ops as they arrived; their bytes are parts of the piece. */
export function decodeOps({ piece, others }: SentOps): FileOp[] {
  const input = new Input(piece);
  const ops: FileOp[] = [];
  for (let other = 0; !input.isEmpty; ) {
    const kind = input.readKind();
    if (kind === OTHER) ops.push(others[other++]!);
    else if (kind === PUT) ops.push({ do: 'put', block: input.readBlock() });
    else {
      const [match, from, to] = [input.read(), input.read(), input.read()];
      const blocks = Array.from({ length: input.readNumber() }, () => input.readBlock());
      ops.push({ do: 'append', match, from: from.length === 0 ? null : from, to, blocks });
    }
  }
  return ops;
}

const NOTHING = new Uint8Array(0);

function sizeOf(op: FileOp): number {
  if (op.do === 'put') return 1 + sizeOfBlock(op.block);
  if (op.do !== 'append') return 1;
  const { match, from, to, blocks } = op;
  const ids = match.length + (from?.length ?? 0) + to.length;
  return blocks.reduce((sum, block) => sum + sizeOfBlock(block), 1 + 4 * NUMBER_BYTES + ids);
}

const sizeOfBlock = ({ cid, bytes }: BlockRow): number =>
  2 * NUMBER_BYTES + cid.length + bytes.length;

class Output {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly #view: DataView;
  #at = 0;

  constructor(size: number) {
    this.bytes = new Uint8Array(size);
    this.#view = new DataView(this.bytes.buffer);
  }

  writeKind(kind: number): void {
    this.bytes[this.#at++] = kind;
  }

  writeNumber(value: number): void {
    this.#view.setUint32(this.#at, value);
    this.#at += NUMBER_BYTES;
  }

  write(bytes: Uint8Array): void {
    this.writeNumber(bytes.length);
    this.bytes.set(bytes, this.#at);
    this.#at += bytes.length;
  }

  writeBlock({ cid, bytes }: BlockRow): void {
    this.write(cid);
    this.write(bytes);
  }
}

class Input {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  get isEmpty(): boolean {
    return this.#at === this.#bytes.length;
  }

  readKind(): number {
    return this.#bytes[this.#at++]!;
  }

  readNumber(): number {
    const value = this.#view.getUint32(this.#at);
    this.#at += NUMBER_BYTES;
    return value;
  }

  read(): Uint8Array {
    const length = this.readNumber();
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  readBlock(): BlockRow {
    return { cid: this.read(), bytes: this.read() };
  }
}
