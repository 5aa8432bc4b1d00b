/** Values in CBOR, piece by piece: what a record says in words. Byte strings are as good as random and are not guessed. */
import type { Input } from '../cbor.ts';
import { MAX_NODE_BYTES } from '../node.ts';
import { type Coder, DamagedError } from './coder.ts';
import type { Texts } from './texts.ts';

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
  texts: Texts,
  field: number,
  input: Input | null,
): Uint8Array {
  texts.begin(field);
  const found: number[] = [];
  codeValue({ coder, texts, input, found }, 0);
  return Uint8Array.from(found);
}

interface Walk {
  /** Null where the value is only learned. */
  readonly coder: Coder | null;
  readonly texts: Texts;
  readonly input: Input | null;
  readonly found: number[];
}

function codeValue(walk: Walk, depth: number): void {
  if (depth > MAX_DEPTH) throw new DamagedError('nested too deep');
  const head = codeByte(walk);
  const kind = head >> 5;
  const count = codeCount(walk, head & 31);
  if (kind === BYTES) for (let i = 0; i < count; i++) codeFlat(walk);
  else if (kind === TEXT) for (let i = 0; i < count; i++) codeByte(walk);
  else if (kind === LIST || kind === MAP || kind === TAG)
    for (let left = kind === LIST ? count : kind === MAP ? 2 * count : 1; left > 0; left--)
      codeValue(walk, depth + 1);
}

/** The number in the head of a value: in its five bits, or in the bytes that follow. */
function codeCount(walk: Walk, short: number): number {
  if (short < 24) return short;
  if (short > 27) throw new DamagedError('a value does not say how long it is');
  let count = 0;
  for (let left = 1 << (short - 24); left > 0; left--) count = count * 256 + codeByte(walk);
  return count;
}

function codeByte({ coder, texts, input, found }: Walk): number {
  const byte = texts.code(coder, nextByte(input));
  keep(found, byte);
  return byte;
}

function codeFlat({ coder, input, found }: Walk): void {
  const byte = nextByte(input);
  keep(found, coder === null ? byte : coder.flat(8, byte));
}

const nextByte = (input: Input | null): number =>
  input === null ? 0 : (input.bytes[input.at++] ?? 0);

function keep(found: number[], byte: number): void {
  if (found.length === MAX_NODE_BYTES) throw new DamagedError('a value is too long');
  found.push(byte);
}
