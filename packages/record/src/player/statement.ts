/**
 * What players sign about themselves: their name, which keys are theirs, and when they are on vacation. A statement is a block of DAG-CBOR,
 *
 *     [tag, key, …what, prev, at, …signatures]
 *
 * where `key` signs it, `prev` is the digest of the statement before (null for the first), and `at` milliseconds since 1970. What is
 * signed is the tag, a zero byte, and the list without tag and signatures. A key that is added to a player, or takes over for
 * another, signs as well, so that a player cannot claim a foreign key.
 */
import { bytesToHex, hexToBytes, ok, type Result, sha256 } from '@kifu/core';
import {
  decodeWith,
  encodeWith,
  type Input,
  type Output,
  orNull,
  readBoolean,
  readFixed,
  readListHead,
  readText,
  readUint,
  refuse,
  writeBoolean,
  writeBytes,
  writeListHead,
  writeOrNull,
  writeText,
  writeUint,
} from '@kifu/core/cbor';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { sign } from '../sign/signature.ts';

/** What a statement says. Keys are hex digits. */
export type StatementBody =
  /** What the player is called, and says about themselves. */
  | { readonly type: 'profile'; readonly name: string; readonly about: string }
  /** Another key is the player's, besides those that are. */
  | { readonly type: 'key'; readonly other: string; readonly label: string }
  /** Another key takes the place of the one that signs. */
  | { readonly type: 'successor'; readonly other: string }
  /** A key is the player's no longer: it was lost or stolen. */
  | { readonly type: 'revoked'; readonly other: string }
  /** The player goes on vacation, or is back. */
  | { readonly type: 'vacation'; readonly isAway: boolean };

/** A statement with its place among those of the player. */
export type Statement = StatementBody & {
  /** The key that signs, in hex. */
  readonly key: string;
  /** Digest of the statement before, in hex; null for the first. */
  readonly prev: string | null;
  /** Milliseconds since 1970, as the player says. */
  readonly at: number;
};

/** A statement as it was read, with the signatures under it, which are not checked yet. */
export interface SignedStatement {
  readonly statement: Statement;
  /** By the key that signs; where a key is given, by that one too. */
  readonly signatures: readonly Uint8Array[];
  /** Of its bytes, in hex: what the next one names. */
  readonly digest: string;
}

/** Letters (UTF-16 units) that texts may have. */
const MAX_NAME = 80;
const MAX_ABOUT = 500;
const MAX_LABEL = 40;
/** More than any statement takes. */
const MAX_STATEMENT_BYTES = 4096;
const [KEY_BYTES, SIGNATURE_BYTES, DIGEST_BYTES] = [32, 64, 32];

/** What each kind is called, how many items it has of its own, and how many signatures. */
const KINDS = {
  profile: { tag: 'kifu/profile/1', items: 2, signatures: 1 },
  key: { tag: 'kifu/key/1', items: 2, signatures: 2 },
  successor: { tag: 'kifu/successor/1', items: 1, signatures: 2 },
  revoked: { tag: 'kifu/revoked/1', items: 1, signatures: 1 },
  vacation: { tag: 'kifu/vacation/1', items: 1, signatures: 1 },
} as const satisfies {
  readonly [type in StatementBody['type']]: {
    readonly tag: string;
    readonly items: number;
    readonly signatures: number;
  };
};

/** Items that all have: the key, the one before, the time. */
const COMMON_ITEMS = 3;

/** The message that is signed. */
export const statementMessage = (statement: Statement): Uint8Array =>
  concatBytes(
    utf8ToBytes(`${KINDS[statement.type].tag}\0`),
    encodeWith(output => {
      writeListHead(output, COMMON_ITEMS + KINDS[statement.type].items);
      writeItems(output, statement);
    }),
  );

/** The bytes of a statement with its signatures. */
export const encodeStatement = (
  statement: Statement,
  signatures: readonly Uint8Array[],
): Uint8Array =>
  encodeWith(output => {
    const { tag, items } = KINDS[statement.type];
    writeListHead(output, 1 + COMMON_ITEMS + items + signatures.length);
    writeText(output, tag);
    writeItems(output, statement);
    for (const signature of signatures) writeBytes(output, signature);
  });

/** Signs a statement: by the secret of its key, and of the other one where that must sign too. */
export async function signStatement(
  statement: Statement,
  ...secrets: readonly Uint8Array[]
): Promise<Uint8Array> {
  const message = statementMessage(statement);
  return encodeStatement(
    statement,
    await Promise.all(secrets.map(secret => sign(secret, message))),
  );
}

function writeItems(output: Output, statement: Statement): void {
  writeBytes(output, hexToBytes(statement.key));
  if (statement.type === 'profile') {
    writeText(output, statement.name);
    writeText(output, statement.about);
  } else if (statement.type === 'vacation') writeBoolean(output, statement.isAway);
  else {
    writeBytes(output, hexToBytes(statement.other));
    if (statement.type === 'key') writeText(output, statement.label);
  }
  writeOrNull(output, statement.prev, (to, hex) => writeBytes(to, hexToBytes(hex)));
  writeUint(output, statement.at);
}

/** Reads a statement; whether it is signed, and may be said, is for `takeStatement` to say. */
export function decodeStatement(bytes: Uint8Array): Result<SignedStatement> {
  const read = decodeWith(bytes, readStatement, MAX_STATEMENT_BYTES);
  return read.ok ? ok({ ...read.value, digest: bytesToHex(sha256(bytes)) }) : read;
}

function readStatement(input: Input): Omit<SignedStatement, 'digest'> {
  const count = readListHead(input);
  const tag = readText(input);
  const types = Object.keys(KINDS) as StatementBody['type'][];
  const type = types.find(known => KINDS[known].tag === tag);
  if (type === undefined) return refuse(input, 'unknown kind of statement');
  const { items, signatures } = KINDS[type];
  if (count !== 1 + COMMON_ITEMS + items + signatures)
    return refuse(input, `unexpected number of items in the statement ${tag}`);
  const key = readHex(input, KEY_BYTES);
  const body = readBody(input, type);
  const statement: Statement = {
    ...body,
    key,
    prev: orNull(input, within => readHex(within, DIGEST_BYTES)),
    at: readUint(input),
  };
  const signed = Array.from({ length: signatures }, () => readFixed(input, SIGNATURE_BYTES));
  return { statement, signatures: signed };
}

function readBody(input: Input, type: StatementBody['type']): StatementBody {
  switch (type) {
    case 'profile':
      return {
        type,
        name: readShort(input, 1, MAX_NAME),
        about: readShort(input, 0, MAX_ABOUT),
      };
    case 'key':
      return { type, other: readHex(input, KEY_BYTES), label: readShort(input, 0, MAX_LABEL) };
    case 'vacation':
      return { type, isAway: readBoolean(input) };
    default:
      return { type, other: readHex(input, KEY_BYTES) };
  }
}

const readHex = (input: Input, length: number): string => bytesToHex(readFixed(input, length));

function readShort(input: Input, min: number, max: number): string {
  const text = readText(input);
  return text.length >= min && text.length <= max
    ? text
    : refuse(input, `expected a text of ${min} to ${max} letters`);
}
