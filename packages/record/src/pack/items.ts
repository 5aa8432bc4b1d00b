/** Values in CBOR, piece by piece: the textual parts of a record. Byte strings are as good as random and are not predicted. */
import { type Input, MAX_NODE_BYTES } from '@kifu/core/cbor';
import { type Coder, DamagedError } from './coder.ts';

/** Guesses bytes that are mostly text. */
export interface TextModel {
  /** Begins with something new, in a field of the record. */
  begin(field: number): void;
  /** Writes or reads a byte; without a coder it only learns it. */
  code(coder: Coder | null, value: number): number;
}

/** Deeper than any node may be. */
const MAX_DEPTH = 80;
const BYTES = 2;
const TEXT = 3;
const LIST = 4;
const MAP = 5;
const TAG = 6;

/** Writes the value that begins where the input stands, or reads one; gives its bytes. */
export function codeItem(
  coder: Coder | null,
  texts: TextModel,
  field: number,
  input: Input | null,
  maxBytes: number = MAX_NODE_BYTES,
): Uint8Array {
  texts.begin(field);
  const coding = { coder, texts, input, maxBytes, found: new Uint8Array(64), length: 0 };
  codeValue(coding, 0);
  return coding.found.slice(0, coding.length);
}

/** A value on its way. */
interface ItemCoding {
  /** Null where the value is only learned. */
  readonly coder: Coder | null;
  readonly texts: TextModel;
  readonly input: Input | null;
  readonly maxBytes: number;
  found: Uint8Array;
  length: number;
}

function codeValue(coding: ItemCoding, depth: number): void {
  if (depth > MAX_DEPTH) throw new DamagedError('nested too deep');
  const head = codeByte(coding);
  const kind = head >> 5;
  const count = codeCount(coding, head & 31);
  if (kind === BYTES) for (let i = 0; i < count; i++) codeFlat(coding);
  else if (kind === TEXT) for (let i = 0; i < count; i++) codeByte(coding);
  else if (kind === LIST || kind === MAP || kind === TAG)
    for (let left = kind === LIST ? count : kind === MAP ? 2 * count : 1; left > 0; left--)
      codeValue(coding, depth + 1);
}

/** The number in the head of a value: in its five bits, or in the bytes that follow. */
function codeCount(coding: ItemCoding, short: number): number {
  if (short < 24) return short;
  if (short > 27) throw new DamagedError('a value does not say how long it is');
  let count = 0;
  for (let left = 1 << (short - 24); left > 0; left--) count = count * 256 + codeByte(coding);
  return count;
}

function codeByte(coding: ItemCoding): number {
  const byte = coding.texts.code(coding.coder, nextByte(coding.input));
  keep(coding, byte);
  return byte;
}

function codeFlat(coding: ItemCoding): void {
  const byte = nextByte(coding.input);
  keep(coding, coding.coder === null ? byte : coding.coder.flat(8, byte));
}

const nextByte = (input: Input | null): number =>
  input === null ? 0 : (input.bytes[input.at++] ?? 0);

/** Room grows with the bytes that come, not with the length that the pack claims. */
function keep(coding: ItemCoding, byte: number): void {
  if (coding.length === coding.maxBytes) throw new DamagedError('a value is too long');
  if (coding.length === coding.found.length) {
    const grown = new Uint8Array(2 * coding.length);
    grown.set(coding.found);
    coding.found = grown;
  }
  coding.found[coding.length++] = byte;
}
