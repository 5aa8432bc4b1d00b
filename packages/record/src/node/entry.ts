/**
 * Nodes: header, entry and ending as they are stored, to the byte. `docs/record-format.md` has the layout. The codec is for just
 * these shapes: it knows nothing of games, and what it would not write it does not read.
 */
import { type Entry, ok, type Result, type Signed } from '@kifu/core';
import {
  decodeWith,
  encodeWith,
  expectLink,
  expectList,
  type Input,
  malformed,
  type Output,
  orNull,
  readFixed,
  readLink,
  readListHead,
  readMapHead,
  readUint,
  refuse,
  skipKey,
  writeBytes,
  writeDigest,
  writeListHead,
  writeMapHead,
  writeOrNull,
  writeText,
  writeUint,
} from '@kifu/core/cbor';
import { readAct, readSeat, writeAct } from './act.ts';
import { ENDING_FIELDS, type EndingNode, readEnding } from './ending.ts';

const HASH_BYTES = 32;
const SIGNATURE_BYTES = 64;
/** An entry has five fields, and a sixth where there is more to say: most are then one block of SHA-256, 55 bytes. */
export const ENTRY_FIELDS = 5;

/** An entry as it is stored. */
export interface EntryNode extends Entry {
  /** Entries are counted from 1; the header is node 0. */
  readonly n: number;
  /** Digest of the node before. */
  readonly prev: Uint8Array;
}

/** The bytes of an entry. */
export const encodeEntry = (node: EntryNode): Uint8Array =>
  encodeWith(output => {
    const more = countMore(node);
    writeListHead(output, more === 0 ? ENTRY_FIELDS : ENTRY_FIELDS + 1);
    writeUint(output, node.n);
    writeDigest(output, node.prev);
    writeOrNull(output, node.seat, writeUint);
    writeAct(output, node.act);
    writeOrNull(output, node.ms, writeUint);
    if (more === 0) return;
    writeMapHead(output, more);
    writeField(output, 'at', node.at, writeUint);
    writeField(output, 'lag', node.lag, writeUint);
    writeField(output, 'hash', node.hash, writeBytes);
    writeField(output, 'clock', node.clockMs, writeUint);
    writeField(output, 'signed', node.signed, writeSigned);
    writeField(output, 'referee', node.referee, writeBytes);
  });

/** How many of the fields that most entries lack this one has. */
const countMore = ({ at, lag, hash, clockMs, signed, referee }: EntryNode): number =>
  [at, lag, hash, clockMs, signed, referee].filter(value => value !== null).length;

function writeField<T>(
  output: Output,
  key: string,
  value: T | null,
  write: (output: Output, value: T) => void,
): void {
  if (value === null) return;
  writeText(output, key);
  write(output, value);
}

/** Reads an entry or an ending; the length of the list says which of the two. */
export const decodeNext = (bytes: Uint8Array): Result<EntryNode | EndingNode> =>
  decodeWith(bytes, readNext);

/** The same without the digest of the node before, for readers that compare it in the bytes themselves: quicker by a third. */
export const decodeUnlinked = (bytes: Uint8Array): Result<EntryNode | EndingNode> =>
  decodeWith(bytes, readUnlinked);

/** Whether a node is an ending. */
export const isEnding = (node: EntryNode | EndingNode): node is EndingNode => 'outcome' in node;

/** The digest of the node before, and the number; for walking back without reading the rest. */
export const decodePrev = (
  bytes: Uint8Array,
): Result<{ readonly n: number; readonly prev: Uint8Array }> => {
  const input = { bytes, at: 0 };
  try {
    readListHead(input);
    return ok({ n: readUint(input), prev: readLink(input) });
  } catch (cause) {
    return malformed(cause);
  }
};

const readNext = (input: Input): EntryNode | EndingNode => readFields(input, true);
const readUnlinked = (input: Input): EntryNode | EndingNode => readFields(input, false);

function readFields(input: Input, isLinked: boolean): EntryNode | EndingNode {
  const fields = readListHead(input);
  if (fields !== ENTRY_FIELDS && fields !== ENTRY_FIELDS + 1 && !isEndingOf(fields))
    refuse(
      input,
      `unexpected number of fields: an entry has ${ENTRY_FIELDS} or ${ENTRY_FIELDS + 1}, an ending ${ENDING_FIELDS} or ${ENDING_FIELDS + 1}`,
    );
  const n = readUint(input);
  if (n === 0) refuse(input, 'a node after the header must have a number from 1');
  const prev = isLinked ? readLink(input) : skipLink(input);
  if (isEndingOf(fields)) return readEnding(input, n, prev, fields > ENDING_FIELDS);
  const entry = readEntry(input, n, prev);
  return fields === ENTRY_FIELDS ? entry : { ...entry, ...readMore(input) };
}

const isEndingOf = (fields: number): boolean =>
  fields === ENDING_FIELDS || fields === ENDING_FIELDS + 1;

const NO_DIGEST = new Uint8Array();

function skipLink(input: Input): Uint8Array {
  expectLink(input);
  return NO_DIGEST;
}

const readEntry = (input: Input, n: number, prev: Uint8Array): EntryNode => ({
  n,
  prev,
  seat: orNull(input, readSeat),
  act: readAct(input),
  at: null,
  ms: orNull(input, readUint),
  lag: null,
  clockMs: null,
  hash: null,
  signed: null,
  referee: null,
});

/** The sixth field: a map of at least one key, in order, each with a value. */
function readMore(input: Input): Partial<EntryNode> {
  let left = readMapHead(input);
  if (left === 0) refuse(input, 'expected a map with at least one key');
  const take = <T>(key: string, read: (input: Input) => T): T | null => {
    if (left === 0 || !skipKey(input, key)) return null;
    left--;
    return read(input);
  };
  const more = {
    at: take('at', readUint),
    lag: take('lag', readUint),
    hash: take('hash', readHash),
    clockMs: take('clock', readUint),
    signed: take('signed', readSigned),
    referee: take('referee', readSignature),
  };
  return left === 0 ? more : refuse(input, 'unknown key of an entry, or out of order');
}

const readHash = (input: Input): Uint8Array => readFixed(input, HASH_BYTES);
const readSignature = (input: Input): Uint8Array => readFixed(input, SIGNATURE_BYTES);

function readSigned(input: Input): Signed {
  expectList(input, 3);
  return { seq: readUint(input), seen: readUint(input), signature: readSignature(input) };
}

function writeSigned(output: Output, { seq, seen, signature }: Signed): void {
  writeListHead(output, 3);
  writeUint(output, seq);
  writeUint(output, seen);
  writeBytes(output, signature);
}
