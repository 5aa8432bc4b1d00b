/**
 * Nodes: header, entry and ending as they are stored, to the byte. `docs/record-format.md` has the layout. The codec is for just
 * these shapes: it knows nothing of games, and what it would not write it does not read.
 */
import {
  type Act,
  FAULTS,
  type Fault,
  type FaultCode,
  fail,
  LEAVING_REASONS,
  type Leaving,
  type Outcome,
  ok,
  type Result,
  type Seat,
  type TableWord,
} from '@kifu/core';
import {
  encodeWith,
  expectLink,
  expectList,
  type Input,
  LINK_START,
  MalformedError,
  type Output,
  orNull,
  readBytes,
  readFixed,
  readInt,
  readLink,
  readList,
  readListHead,
  readMapHead,
  readText,
  readUint,
  refuse,
  skipKey,
  writeBytes,
  writeDigest,
  writeInt,
  writeList,
  writeListHead,
  writeMapHead,
  writeOrNull,
  writeText,
  writeUint,
} from '@kifu/core/cbor';

/** Larger nodes are refused unread. */
export const MAX_NODE_BYTES = 1 << 18;
const HASH_BYTES = 32;
const SIGNATURE_BYTES = 64;
/** An entry has five fields, and a sixth where there is more to say: most are then one block of SHA-256, 55 bytes. */
const ENTRY_FIELDS = 5;
const ENDING_FIELDS = 8;

/** What an act is in a node: like an `Act`, with moves in the game's bytes and links as bytes. */
export type NodeAct =
  | { readonly type: 'move'; readonly move: Uint8Array }
  | { readonly type: 'refused'; readonly move: Uint8Array; readonly fault: Fault }
  | { readonly type: 'links'; readonly links: readonly Uint8Array[] }
  | Exclude<Act, { readonly type: 'move' | 'refused' | 'links' }>;

/** An entry as it is stored. */
export interface EntryNode {
  /** Entries are counted from 1; the header is node 0. */
  readonly n: number;
  /** Digest of the node before. */
  readonly prev: Uint8Array;
  readonly seat: Seat | null;
  readonly act: NodeAct;
  readonly at: number | null;
  readonly ms: number | null;
  readonly clockMs: number | null;
  readonly hash: Uint8Array | null;
  readonly signed: SignedBytes | null;
  readonly referee: Uint8Array | null;
}

/** A player's signature as it is stored. */
export interface SignedBytes {
  readonly seq: number;
  readonly seen: number;
  readonly signature: Uint8Array;
}

/** An ending as it is stored. */
export interface EndingNode {
  readonly n: number;
  readonly prev: Uint8Array;
  readonly outcome: Outcome;
  readonly at: number | null;
  readonly ms: number | null;
  readonly hash: Uint8Array;
  readonly deal: Uint8Array | null;
  readonly referee: Uint8Array | null;
}

/** Runs a reader over bytes that must be one value and nothing more. */
export function decodeWith<T>(
  bytes: Uint8Array,
  read: (input: Input) => T,
  maxBytes: number = MAX_NODE_BYTES,
): Result<T> {
  if (bytes.length > maxBytes)
    return fail('too-large', `a node has at most ${maxBytes} bytes, this has ${bytes.length}`);
  const input = { bytes, at: 0 };
  try {
    const value = read(input);
    if (input.at !== bytes.length) refuse(input, 'bytes follow after the node');
    return ok(value);
  } catch (cause) {
    if (!(cause instanceof MalformedError)) throw cause;
    return fail('malformed', cause.message, { at: { offset: cause.offset } });
  }
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
    writeField(output, 'hash', node.hash, writeBytes);
    writeField(output, 'clock', node.clockMs, writeUint);
    writeField(output, 'signed', node.signed, writeSigned);
    writeField(output, 'referee', node.referee, writeBytes);
  });

/** How many of the fields that most entries lack this one has. */
const countMore = ({ at, hash, clockMs, signed, referee }: EntryNode): number =>
  [at, hash, clockMs, signed, referee].filter(value => value !== null).length;

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

/** Reads an entry or an ending: which of the two is told by the length of the list. */
export const decodeNext = (bytes: Uint8Array): Result<EntryNode | EndingNode> =>
  decodeWith(bytes, readNext);

/** The same without the digest of the node before, for whoever compares it where it stands: quicker by a third. */
export const decodeUnlinked = (bytes: Uint8Array): Result<EntryNode | EndingNode> =>
  decodeWith(bytes, readUnlinked);

/** Whether a node is an ending. */
export const isEnding = (node: EntryNode | EndingNode): node is EndingNode => 'outcome' in node;

/** Where in a node the digest of the node before must stand, if it is an entry or an ending. */
export function placeOfPrev(bytes: Uint8Array): number {
  const first = bytes[1]! - 24; // the number of the node, in one byte or with up to eight more
  return 2 + (first < 0 ? 0 : 1 << first) + 9;
}

/** What most entries are: a move, with nothing more to say. */
export interface PlainMove {
  seat: Seat;
  /** Only until the next one is read: the bytes are used again. */
  move: Uint8Array;
  ms: number | null;
}

/** Room for the bytes of a move, by their number: making it anew each time would take longer than reading the entry. */
const MOVE_BYTES = Array.from({ length: 24 }, (_, length) => new Uint8Array(length));

/**
 * Reads the entry with this number if it is a plain move, spelled as it must be; false where it is anything else, which
 * `decodeNext` will tell. Records consist of such entries, and this takes a quarter of the time. What the link names is not looked at.
 */
export function readPlainMove(bytes: Uint8Array, n: number, into: PlainMove): boolean {
  let at = placeOfPrev(bytes);
  if (bytes[0] !== PLAIN || !isNumberAt(bytes, 1, n) || !isLinkStart(bytes, at)) return false;
  at += HASH_BYTES;
  const seat = bytes[at++]!;
  const length = bytes[at++]! - BYTES_HEAD;
  if (!(seat < MAX_SEATS) || !(length >= 0 && length < 24)) return false;
  const move = MOVE_BYTES[length]!;
  for (let i = 0; i < length; i++) move[i] = bytes[at++]!;
  const input = { bytes, at };
  into.seat = seat;
  into.move = move;
  into.ms = bytes[at] === NULL_BYTE ? null : readShort(input);
  return into.ms !== NOT_SHORT && (into.ms === null ? at + 1 : input.at) === bytes.length;
}

/**
 * The bytes of an entry that is a plain move, as `encodeEntry` would write them, in a fraction of the time; null where a number is
 * too large to be written so simply.
 */
export function encodePlainMove(
  n: number,
  prev: Uint8Array,
  { seat, move, ms }: Readonly<PlainMove>,
): Uint8Array | null {
  const time = ms ?? 0;
  if (n >= 0x10000 || seat >= 24 || move.length >= 24 || time >= 0x1_0000_0000) return null;
  const bytes = new Uint8Array(
    3 + countBytes(n) + LINK_START.length + HASH_BYTES + move.length + countBytes(time),
  );
  bytes[0] = PLAIN;
  let at = putCount(bytes, 1, n);
  for (let i = 0; i < LINK_START.length; i++) bytes[at++] = LINK_START[i]!;
  for (let i = 0; i < HASH_BYTES; i++) bytes[at++] = prev[i]!;
  bytes[at++] = seat;
  bytes[at++] = BYTES_HEAD + move.length;
  for (let i = 0; i < move.length; i++) bytes[at++] = move[i]!;
  if (ms === null) bytes[at] = NULL_BYTE;
  else putCount(bytes, at, ms);
  return bytes;
}

const countBytes = (count: number): number =>
  count < 24 ? 1 : count < 0x100 ? 2 : count < 0x10000 ? 3 : 5;

/** Puts a number below 2^32 in its shortest form, and gives the place after it. */
function putCount(bytes: Uint8Array, at: number, count: number): number {
  if (count < 24) {
    bytes[at] = count;
    return at + 1;
  }
  const size = countBytes(count) - 1;
  bytes[at] = size === 1 ? 0x18 : size === 2 ? 0x19 : 0x1a;
  for (let i = size, rest = count; i > 0; i--, rest = Math.floor(rest / 256)) bytes[at + i] = rest;
  return at + 1 + size;
}

const PLAIN = 0x80 + ENTRY_FIELDS;
const BYTES_HEAD = 0x40;
const NULL_BYTE = 0xf6;
const NOT_SHORT = -1;

/** A whole number of at most four bytes in its shortest form; −1 where it is none. */
function readShort(input: { readonly bytes: Uint8Array; at: number }): number {
  const { bytes, at } = input;
  const first = bytes[at]!;
  if (first < 24) {
    input.at = at + 1;
    return first;
  }
  const size = first === 0x18 ? 1 : first === 0x19 ? 2 : first === 0x1a ? 4 : 0;
  if (size === 0 || at + size >= bytes.length) return NOT_SHORT;
  let value = 0;
  for (let i = 1; i <= size; i++) value = value * 256 + bytes[at + i]!;
  input.at = at + 1 + size;
  return value >= (size === 1 ? 24 : size === 2 ? 0x100 : 0x10000) ? value : NOT_SHORT;
}

/** Whether what comes before a digest is the beginning of a link to a node. */
function isLinkStart(bytes: Uint8Array, end: number): boolean {
  const at = end - LINK_START.length;
  for (let i = 0; i < LINK_START.length; i++) if (bytes[at + i] !== LINK_START[i]) return false;
  return true;
}

function isNumberAt(bytes: Uint8Array, at: number, n: number): boolean {
  if (n < 24) return bytes[at] === n;
  if (n < 0x100) return bytes[at] === 0x18 && bytes[at + 1] === n;
  return (
    n < 0x10000 && bytes[at] === 0x19 && bytes[at + 1] === n >> 8 && bytes[at + 2] === (n & 255)
  );
}

/** The digest of the node before, and the number; for walking back without reading the rest. */
export const decodePrev = (
  bytes: Uint8Array,
): Result<{ readonly n: number; readonly prev: Uint8Array }> => {
  const input = { bytes, at: 0 };
  try {
    readListHead(input);
    return ok({ n: readUint(input), prev: readLink(input) });
  } catch (cause) {
    if (!(cause instanceof MalformedError)) throw cause;
    return fail('malformed', cause.message, { at: { offset: cause.offset } });
  }
};

/** The bytes of an ending. */
export const encodeEnding = (node: EndingNode): Uint8Array =>
  encodeWith(output => {
    writeListHead(output, ENDING_FIELDS);
    writeUint(output, node.n);
    writeDigest(output, node.prev);
    writeOutcome(output, node.outcome);
    writeOrNull(output, node.at, writeUint);
    writeOrNull(output, node.ms, writeUint);
    writeBytes(output, node.hash);
    writeOrNull(output, node.deal, writeBytes);
    writeOrNull(output, node.referee, writeBytes);
  });

const readNext = (input: Input): EntryNode | EndingNode => readFields(input, true);
const readUnlinked = (input: Input): EntryNode | EndingNode => readFields(input, false);

function readFields(input: Input, isLinked: boolean): EntryNode | EndingNode {
  const fields = readListHead(input);
  if (fields !== ENTRY_FIELDS && fields !== ENTRY_FIELDS + 1 && fields !== ENDING_FIELDS)
    refuse(
      input,
      `an entry has ${ENTRY_FIELDS} or ${ENTRY_FIELDS + 1} fields, an ending ${ENDING_FIELDS}`,
    );
  const n = readUint(input);
  const prev = isLinked ? readLink(input) : skipLink(input);
  if (fields === ENDING_FIELDS) return readEnding(input, n, prev);
  const entry = readEntry(input, n, prev);
  return fields === ENTRY_FIELDS ? entry : { ...entry, ...readMore(input) };
}

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
  clockMs: null,
  hash: null,
  signed: null,
  referee: null,
});

/** The sixth field: a map of at least one key, in order, each with a value. */
function readMore(input: Input): Partial<EntryNode> {
  let left = readMapHead(input);
  if (left === 0) refuse(input, 'a map of one key at least is expected');
  const take = <T>(key: string, read: (input: Input) => T): T | null => {
    if (left === 0 || !skipKey(input, key)) return null;
    left--;
    return read(input);
  };
  const more = {
    at: take('at', readUint),
    hash: take('hash', readHash),
    clockMs: take('clock', readUint),
    signed: take('signed', readSigned),
    referee: take('referee', readSignature),
  };
  return left === 0 ? more : refuse(input, 'an entry has no such key, or not in this order');
}

const readEnding = (input: Input, n: number, prev: Uint8Array): EndingNode => ({
  n,
  prev,
  outcome: readOutcome(input),
  at: orNull(input, readUint),
  ms: orNull(input, readUint),
  hash: readHash(input),
  deal: orNull(input, readHash),
  referee: orNull(input, readSignature),
});

/** No game of ours has more seats. */
const MAX_SEATS = 16;

export function readSeat(input: Input): Seat {
  const seat = readUint(input);
  return seat < MAX_SEATS ? seat : refuse(input, `seats are numbered 0 to ${MAX_SEATS - 1}`);
}

const readHash = (input: Input): Uint8Array => readFixed(input, HASH_BYTES);
const readSignature = (input: Input): Uint8Array => readFixed(input, SIGNATURE_BYTES);

function readSigned(input: Input): SignedBytes {
  expectList(input, 3);
  return { seq: readUint(input), seen: readUint(input), signature: readSignature(input) };
}

function writeSigned(output: Output, { seq, seen, signature }: SignedBytes): void {
  writeListHead(output, 3);
  writeUint(output, seq);
  writeUint(output, seen);
  writeBytes(output, signature);
}

const RESULTS = ['win', 'draw', 'void'] as const;

/** Reads what `writeOutcome` writes. */
export function readOutcome(input: Input): Outcome {
  expectList(input, 4);
  const result = RESULTS[readUint(input)] ?? refuse(input, 'no such result');
  const winners = readList(input, readSeat);
  return { result, winners, points: orNull(input, readPoints), reason: readText(input) };
}

const readPoints = (input: Input): number[] => readList(input, readInt);

/** An outcome: its result by number, the winners, points or null, the reason. */
export function writeOutcome(output: Output, { result, winners, points, reason }: Outcome): void {
  writeListHead(output, 4);
  writeUint(output, RESULTS.indexOf(result));
  writeList(output, winners, writeUint);
  writeOrNull(output, points, (part, list) => writeList(part, list, writeInt));
  writeText(output, reason);
}

const WORDS: readonly TableWord[] = [
  'offer-draw',
  'accept-draw',
  'decline',
  'ask-takeback',
  'pause',
  'resume',
  'abort',
];

/** A move is its bytes; everything else a list that begins with a word. */
export function writeAct(output: Output, act: NodeAct): void {
  if (act.type === 'move') writeBytes(output, act.move);
  else if (act.type === 'refused') writeRefused(output, act.move, act.fault);
  else if (act.type === 'leave') {
    writeWord(output, act.type, 2);
    writeUint(output, act.of);
    writeText(output, act.how);
  } else if (act.type === 'claim') {
    writeWord(output, act.type, 1);
    writeText(output, act.reason);
  } else if (act.type === 'allow-takeback') {
    writeWord(output, act.type, 1);
    writeUint(output, act.to);
  } else if (act.type === 'links') {
    writeWord(output, act.type, 1);
    writeList(output, act.links, writeBytes);
  } else writeWord(output, act.type, 0);
}

function writeRefused(output: Output, move: Uint8Array, { code, rule, message }: Fault): void {
  writeWord(output, 'refused', 4);
  writeBytes(output, move);
  writeText(output, code);
  writeOrNull(output, rule, writeText);
  writeText(output, message);
}

function writeWord(output: Output, word: string, more: number): void {
  writeListHead(output, 1 + more);
  writeText(output, word);
}

/** Reads what `writeAct` writes. */
export function readAct(input: Input): NodeAct {
  if (input.bytes[input.at]! >> 5 === 2) return { type: 'move', move: readBytes(input) };
  const more = readListHead(input) - 1;
  const word = readText(input);
  const read = more === ACTS[word]?.more ? ACTS[word].read : null;
  if (read !== null) return read(input);
  const plain = WORDS.find(known => known === word);
  return plain !== undefined && more === 0 ? { type: plain } : refuse(input, 'no such act');
}

/** Acts that need something said: how many fields, and how they are read. */
const ACTS: {
  readonly [word: string]: { readonly more: number; readonly read: (input: Input) => NodeAct };
} = {
  __proto__: null as never, // words come from strangers
  refused: { more: 4, read: readRefused },
  leave: {
    more: 2,
    read: input => ({ type: 'leave', of: readSeat(input), how: readLeaving(input) }),
  },
  claim: { more: 1, read: input => ({ type: 'claim', reason: readText(input) }) },
  'allow-takeback': { more: 1, read: input => ({ type: 'allow-takeback', to: readUint(input) }) },
  links: { more: 1, read: input => ({ type: 'links', links: readList(input, readHash) }) },
};

function readRefused(input: Input): NodeAct {
  const move = readBytes(input);
  const code = readText(input);
  const rule = orNull(input, readText);
  const message = readText(input);
  if (!Object.hasOwn(FAULTS, code)) refuse(input, 'no such fault');
  const fault = { code: code as FaultCode, message, ...(rule === null ? {} : { rule }) };
  return { type: 'refused', move, fault };
}

function readLeaving(input: Input): Leaving {
  const how = readText(input);
  return Object.hasOwn(LEAVING_REASONS, how) ? (how as Leaving) : refuse(input, 'no way to leave');
}
