/**
 * Messages of two peers about a match, to the byte: DAG-CBOR, a list of a type and its fields. `docs/peer-matches.md` has the
 * layout. What `encodeMessage` would not write, `decodeMessage` does not read.
 */
import { FAULTS, type Fault, type FaultCode, type Result } from '@kifu/core';
import {
  decodeWith,
  encodeWith,
  type Input,
  type Output,
  orNull,
  readBoolean,
  readBytes,
  readFixed,
  readList,
  readListHead,
  readText,
  readUint,
  refuse,
  writeBoolean,
  writeBytes,
  writeList,
  writeListHead,
  writeOrNull,
  writeText,
  writeUint,
} from '@kifu/core/cbor';
import { MAX_MESSAGE_BYTES } from './transport.ts';

/** All messages of a peer. */
export type Message = { [Word in keyof typeof FORMS]: MessageOf<Word> }[keyof typeof FORMS];

/** A message of one kind. */
export type MessageOf<Word extends keyof typeof FORMS> = { readonly type: Word } & {
  readonly [Field in keyof (typeof FORMS)[Word]]: Values[(typeof FORMS)[Word][Field] &
    keyof Values];
};

/** The kinds of value that messages have. */
interface Values {
  readonly count: number;
  readonly isSo: boolean;
  readonly text: string;
  readonly bytes: Uint8Array;
  /** 32 bytes. */
  readonly hash: Uint8Array;
  readonly hashOrNull: Uint8Array | null;
  /** 64 bytes. */
  readonly signature: Uint8Array;
  readonly signatureOrNull: Uint8Array | null;
  readonly nodes: readonly Uint8Array[];
  readonly fault: Fault;
  readonly inputs: readonly SignedInput[];
}

/** An input of lockstep: a move for a tick, signed. */
export interface SignedInput {
  readonly seq: number;
  /** Number of the newest node that its player knew. */
  readonly seen: number;
  readonly at: number;
  /** In the game's canonical bytes; null to resign. */
  readonly move: Uint8Array | null;
  readonly signature: Uint8Array;
}

/** Every type of message, with its fields in the order in which they are written. */
const FORMS = {
  /** Offers a match: the header as far as it is known, the seat that is free, and the proof that the sender has the key of the other seat. */
  offer: { header: 'bytes', proof: 'signature' },
  /** It is taken. */
  accept: {
    nonce: 'bytes',
    name: 'text',
    key: 'hash',
    commitment: 'hashOrNull',
    proof: 'signature',
  },
  /** It is not; or nothing more comes, and why. */
  refuse: { fault: 'fault' },
  /** How far the sender has come, and what it has to give for the next node. */
  status: {
    match: 'hash',
    n: 'count',
    head: 'hash',
    /** Signs match, number and head. */
    receipt: 'signature',
    /** How often the write token was passed since node `n`. */
    pen: 'count',
    /** Whether the sender would like to have it. */
    asks: 'isSo',
    /** The link that a pending random draw needs. */
    link: 'hashOrNull',
    /** Under the ending that is due. */
    ending: 'signatureOrNull',
  },
  /** Nodes in order, from a number on. */
  nodes: { from: 'count', nodes: 'nodes' },
  /** Asks for nodes from a number on. */
  want: { from: 'count' },
  /** Lockstep: inputs that the opponent has not confirmed, up to which tick there are no more, and the state at some tick. */
  frame: { closed: 'count', heard: 'count', inputs: 'inputs', tick: 'count', hash: 'hashOrNull' },
  /** Lockstep: signs up to which tick there are how many inputs. */
  closing: { closed: 'count', seq: 'count', signature: 'signature' },
  chat: { text: 'text' },
  ping: { t: 'count' },
  pong: { t: 'count' },
} as const satisfies {
  readonly [word: string]: { readonly [field: string]: keyof Values };
};

const MAX_LIST = 4096;

interface ValueCodec<T> {
  write(output: Output, value: T): void;
  read(input: Input): T;
}

const hashOf = (input: Input): Uint8Array => readFixed(input, 32);
const signatureOf = (input: Input): Uint8Array => readFixed(input, 64);

const VALUES: { readonly [Kind in keyof Values]: ValueCodec<Values[Kind]> } = {
  count: { write: writeUint, read: readUint },
  isSo: { write: writeBoolean, read: readBoolean },
  text: { write: writeText, read: readText },
  bytes: { write: writeBytes, read: readBytes },
  hash: { write: writeBytes, read: hashOf },
  hashOrNull: {
    write: (output, value) => writeOrNull(output, value, writeBytes),
    read: input => orNull(input, hashOf),
  },
  signature: { write: writeBytes, read: signatureOf },
  signatureOrNull: {
    write: (output, value) => writeOrNull(output, value, writeBytes),
    read: input => orNull(input, signatureOf),
  },
  nodes: {
    write: (output, nodes) => writeList(output, nodes, writeBytes),
    read: input => shortList(input, readBytes),
  },
  fault: { write: writeFault, read: readFault },
  inputs: {
    write: (output, inputs) => writeList(output, inputs, writeInput),
    read: input => shortList(input, readInput),
  },
};

function shortList<T>(input: Input, read: (input: Input) => T): T[] {
  const list = readList(input, read);
  return list.length <= MAX_LIST
    ? list
    : refuse(input, `the list is too long: ${MAX_LIST} items at most`);
}

function writeInput(output: Output, { seq, seen, at, move, signature }: SignedInput): void {
  writeListHead(output, 5);
  writeUint(output, seq);
  writeUint(output, seen);
  writeUint(output, at);
  writeOrNull(output, move, writeBytes);
  writeBytes(output, signature);
}

function readInput(input: Input): SignedInput {
  if (readListHead(input) !== 5) refuse(input, 'an input must have five items');
  return {
    seq: readUint(input),
    seen: readUint(input),
    at: readUint(input),
    move: orNull(input, readBytes),
    signature: signatureOf(input),
  };
}

function writeFault(output: Output, { code, message, rule }: Fault): void {
  writeListHead(output, 3);
  writeText(output, code);
  writeText(output, message);
  writeOrNull(output, rule, writeText);
}

function readFault(input: Input): Fault {
  if (readListHead(input) !== 3) refuse(input, 'a fault must have three items');
  const code = readText(input);
  const message = readText(input);
  const rule = orNull(input, readText);
  if (!Object.hasOwn(FAULTS, code)) refuse(input, 'unknown fault code');
  return { code: code as FaultCode, message, ...(rule === null ? {} : { rule }) };
}

const fieldsOf = (word: keyof typeof FORMS): readonly (readonly [string, keyof Values])[] =>
  Object.entries(FORMS[word]) as [string, keyof Values][];

const codecOf = (kind: keyof Values): ValueCodec<unknown> => VALUES[kind] as ValueCodec<unknown>;

/** The bytes of a message. */
export const encodeMessage = (message: Message): Uint8Array =>
  encodeWith(output => {
    const said = message as unknown as Readonly<Record<string, unknown>>;
    const fields = fieldsOf(message.type);
    writeListHead(output, 1 + fields.length);
    writeText(output, message.type);
    for (const [field, kind] of fields) codecOf(kind).write(output, said[field]);
  });

/** Reads what `encodeMessage` writes; it comes from strangers. */
export const decodeMessage = (bytes: Uint8Array): Result<Message> =>
  decodeWith(bytes, readMessage, MAX_MESSAGE_BYTES);

function readMessage(input: Input): Message {
  const items = readListHead(input);
  const word = readText(input);
  if (!Object.hasOwn(FORMS, word)) refuse(input, 'unknown message');
  const fields = fieldsOf(word as keyof typeof FORMS);
  if (items !== 1 + fields.length)
    refuse(input, `a message ${word} must have ${fields.length} fields`);
  const said = fields.map(([field, kind]) => [field, codecOf(kind).read(input)]);
  return { type: word, ...Object.fromEntries(said) } as Message;
}
