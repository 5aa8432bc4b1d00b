/** The header of a record as it is stored: the one node that is a map, written once a match. */
import {
  type Branch,
  type FairTerms,
  formatCid,
  type Header,
  isTimeControlType,
  type Json,
  type JsonObject,
  NO_TERMS,
  type Player,
  parseCid,
  parseSeed,
  type Result,
  rulesOf,
  type Start,
  TERM_NAMES,
  TERMS,
  type TermName,
  type Terms,
  type TermValues,
  type TimeControl,
} from '@kifu/core';
import {
  decodeWith,
  encodeWith,
  expectKey,
  expectList,
  expectMap,
  type Input,
  type Output,
  orNull,
  readBoolean,
  readBytes,
  readFixed,
  readJson,
  readLink,
  readList,
  readListHead,
  readMap,
  readText,
  readUint,
  refuse,
  writeBoolean,
  writeBytes,
  writeJson,
  writeLink,
  writeList,
  writeListHead,
  writeMap,
  writeMapHead,
  writeOrNull,
  writeText,
  writeUint,
} from '@kifu/core/cbor';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { termsOf } from '../match-state/terms.ts';
import { readSeat } from './act.ts';

/** The version of the format, as every header names it. */
const FORMAT = 1;
const MAX_NONCE = 32;

/** A value as it is stored. */
interface Stored<Value> {
  write(output: Output, value: Value): void;
  read(input: Input): Value;
}

const stored = <Value>(
  write: Stored<Value>['write'],
  read: Stored<Value>['read'],
): Stored<Value> => ({ write, read });

const nullable = <Value>({ write, read }: Stored<Value>): Stored<Value | null> =>
  stored(
    (output, value) => writeOrNull(output, value, write),
    input => orNull(input, read),
  );

/** Each kind of value that a term may have. */
const TERM_KINDS: { readonly [Kind in keyof TermValues]: Stored<TermValues[Kind]> } = {
  flag: stored(writeBoolean, readBoolean),
  count: stored(writeUint, readUint),
  nonce: stored(writeHex, readNonce),
  key: stored(writeHex, readHash),
  clock: stored(writeClock, readClock),
  fair: stored(writeFair, readFair),
  branch: stored(writeBranch, readBranch),
};

/** What a header says besides its terms. */
type Plain = Omit<Header, 'terms'> & { readonly kifu: number };
const PLAIN_FIELDS: { readonly [Name in keyof Plain]: Stored<Plain[Name]> } = {
  game: stored(writeText, readText),
  kifu: stored(writeUint, readFormat),
  seed: stored(writeSeed, readSeed),
  tags: stored(
    (output, tags) => writeMap(output, tags, writeText),
    input => readMap(input, readText),
  ),
  start: nullable(stored(writeStart, readStart)),
  options: stored<JsonObject>(writeJson, input => readMap(input, readJson)),
  players: stored<readonly Player[]>(
    (output, players) => writeList(output, players, writePlayer),
    input => readList(input, readPlayer),
  ),
  version: stored(writeUint, readUint),
  startedAt: nullable(stored(writeText, readText)),
};

const storedTerm = (name: TermName): Stored<unknown> => {
  const { kind, none } = TERMS[name];
  const value = TERM_KINDS[kind] as Stored<unknown>;
  return none === null ? nullable(value) : value;
};

/** All fields as DAG-CBOR sorts them: by length, then by letters. */
const FIELDS: readonly (readonly [key: string, value: Stored<unknown>])[] = [
  ...(Object.entries(PLAIN_FIELDS) as [string, Stored<unknown>][]),
  ...TERM_NAMES.map(name => [name, storedTerm(name)] as const),
].sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1));

/** The bytes of a header. Its form must have been checked, as `parseKifu` does. */
export const encodeHeader = (header: Header): Uint8Array => {
  const all: { readonly [key: string]: unknown } = { ...header, ...termsOf(header), kifu: FORMAT };
  return encodeWith(output => {
    writeMapHead(output, FIELDS.length);
    for (const [key, value] of FIELDS) {
      writeText(output, key);
      value.write(output, all[key]);
    }
  });
};

/** Reads a header; that it says something sensible is checked by the table. */
export const decodeHeader = (bytes: Uint8Array): Result<Header> => decodeWith(bytes, readHeader);

function readHeader(input: Input): Header {
  expectMap(input, FIELDS.length);
  const all: { [key: string]: unknown } = {};
  for (const [key, value] of FIELDS) {
    expectKey(input, key);
    all[key] = value.read(input);
  }
  const terms = Object.fromEntries(TERM_NAMES.map(name => [name, all[name]])) as unknown as Terms;
  const { game, version, options, players, seed, start, startedAt, tags } = all as unknown as Plain;
  const header: Header = { game, version, options, players, seed, start, startedAt, tags };
  // foreign records have no terms, so that they read back as they were
  return TERM_NAMES.every(name => terms[name] === NO_TERMS[name]) ? header : { ...header, terms };
}

function readFormat(input: Input): number {
  const version = readUint(input);
  return version === FORMAT ? version : refuse(input, 'unsupported version of the record format');
}

function writeHex(output: Output, hex: string): void {
  writeBytes(output, hexToBytes(hex));
}

function readHash(input: Input): string {
  return bytesToHex(readFixed(input, 32));
}

function readNonce(input: Input): string {
  const bytes = readBytes(input);
  return bytes.length <= MAX_NONCE
    ? bytesToHex(bytes)
    : refuse(input, `the nonce is too long: ${MAX_NONCE} bytes at most`);
}

/** A short seed is a number, a long one 32 bytes. */
function writeSeed(output: Output, seed: Json): void {
  if (typeof seed === 'string') writeHex(output, seed);
  else writeJson(output, seed);
}

function readSeed(input: Input): Json {
  const seed = input.bytes[input.at]! >> 5 === 2 ? readHash(input) : orNull(input, readUint);
  return seed === null || parseSeed(seed).ok ? seed : refuse(input, 'invalid seed');
}

function writePlayer(output: Output, { seat, name, key }: Player): void {
  writeListHead(output, 3);
  writeUint(output, seat);
  writeText(output, name);
  writeOrNull(output, key, writeHex);
}

function readPlayer(input: Input): Player {
  expectList(input, 3);
  const seat = readSeat(input);
  const name = readText(input);
  const key = orNull(input, readHash);
  return key === null ? { seat, name } : { seat, name, key };
}

function writeStart(output: Output, { canon, aside }: Start): void {
  writeListHead(output, 2);
  writeJson(output, canon);
  writeJson(output, aside);
}

function readStart(input: Input): Start {
  expectList(input, 2);
  return { canon: readJson(input), aside: readJson(input) };
}

function writeClock(output: Output, clock: TimeControl): void {
  const { fields } = rulesOf(clock.type);
  writeListHead(output, 1 + fields.length);
  writeText(output, clock.type);
  const numbers = clock as unknown as Readonly<Record<string, number>>;
  for (const field of fields) writeUint(output, numbers[field]!);
}

function readClock(input: Input): TimeControl {
  const length = readListHead(input);
  const type = readText(input);
  const fields = isTimeControlType(type) ? rulesOf(type).fields : null;
  if (fields?.length !== length - 1) return refuse(input, 'unknown time control');
  return Object.fromEntries([
    ['type', type],
    ...fields.map(field => [field, readUint(input)]),
  ]) as TimeControl;
}

function writeFair(output: Output, { commitments, waitMs, deal }: FairTerms): void {
  writeListHead(output, 3);
  writeList(output, commitments, (part, each) => writeOrNull(part, each, writeHex));
  writeUint(output, waitMs);
  writeOrNull(output, deal, writeHex);
}

function readFair(input: Input): FairTerms {
  expectList(input, 3);
  return {
    commitments: readList(input, part => orNull(part, readHash)),
    waitMs: readUint(input),
    deal: orNull(input, readHash),
  };
}

function writeBranch(output: Output, { node, part, at }: Branch): void {
  const cid = parseCid(node);
  if (!cid.ok || cid.value.codec !== 'dag-cbor')
    throw new TypeError('the node that a match branches off from has no content id');
  writeListHead(output, 3);
  writeLink(output, cid.value);
  writeUint(output, part);
  writeOrNull(output, at, writeUint);
}

function readBranch(input: Input): Branch {
  expectList(input, 3);
  const node = formatCid({ version: 1, codec: 'dag-cbor', digest: readLink(input).slice() });
  return { node, part: readUint(input), at: orNull(input, readUint) };
}
