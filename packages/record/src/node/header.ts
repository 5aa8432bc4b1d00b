/** The header of a record as it is stored: the one node that is a map, written once a match. */
import {
  type Branch,
  type FairTerms,
  formatCid,
  type Header,
  isTimeControlType,
  type Json,
  type Player,
  parseCid,
  parseSeed,
  type Result,
  rulesOf,
  type Start,
  type Terms,
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
import { NO_TERMS, termsOf } from '../table/terms.ts';
import { readSeat } from './act.ts';

/** The version of the format, as every header names it. */
const FORMAT = 1;
const FIELDS = 16;
const MAX_NONCE = 32;

/** The bytes of a header. Its form must have been checked, as `parseKifu` does. */
export const encodeHeader = (header: Header): Uint8Array => {
  const terms = termsOf(header);
  return encodeWith(output => {
    const put = (key: string, write: () => void) => {
      writeText(output, key);
      write();
    };
    writeMapHead(output, FIELDS);
    put('fair', () => writeOrNull(output, terms.fair, writeFair));
    put('game', () => writeText(output, header.game));
    put('kifu', () => writeUint(output, FORMAT));
    put('seed', () => writeSeed(output, header.seed));
    put('tags', () => writeMap(output, header.tags, writeText));
    put('clock', () => writeOrNull(output, terms.clock, writeClock));
    put('nonce', () => writeHex(output, terms.nonce));
    put('rated', () => writeBoolean(output, terms.rated));
    put('start', () => writeOrNull(output, header.start, writeStart));
    put('branch', () => writeOrNull(output, terms.branch, writeBranch));
    put('options', () => writeJson(output, header.options));
    put('players', () => writeList(output, header.players, writePlayer));
    put('referee', () => writeOrNull(output, terms.referee, writeHex));
    put('version', () => writeUint(output, header.version));
    put('hashEvery', () => writeUint(output, terms.hashEvery));
    put('startedAt', () => writeOrNull(output, header.startedAt, writeText));
  });
};

/** Reads a header; that it says something sensible is checked by the table. */
export const decodeHeader = (bytes: Uint8Array): Result<Header> => decodeWith(bytes, readHeader);

function readHeader(input: Input): Header {
  const take = <T>(key: string, read: (input: Input) => T): T => {
    expectKey(input, key);
    return read(input);
  };
  expectMap(input, FIELDS);
  const fair = take('fair', part => orNull(part, readFair));
  const game = take('game', readText);
  if (take('kifu', readUint) !== FORMAT) refuse(input, 'the format is of a version not known here');
  const seed = take('seed', readSeed);
  const tags = take('tags', part => readMap(part, readText));
  const clock = take('clock', part => orNull(part, readClock));
  const nonce = take('nonce', readNonce);
  const rated = take('rated', readBoolean);
  const start = take('start', part => orNull(part, readStart));
  const branch = take('branch', part => orNull(part, readBranch));
  const options = take('options', part => readMap(part, readJson));
  const players = take('players', part => readList(part, readPlayer));
  const referee = take('referee', part => orNull(part, readKey));
  const version = take('version', readUint);
  const hashEvery = take('hashEvery', readUint);
  const startedAt = take('startedAt', part => orNull(part, readText));
  const terms: Terms = { nonce, rated, clock, referee, fair, hashEvery, branch };
  const header: Header = { game, version, options, players, seed, start, startedAt, tags };
  return isForeign(terms) ? header : { ...header, terms };
}

/** Foreign records have no terms, so that they read back as they were. */
const isForeign = ({ nonce, rated, clock, referee, fair, hashEvery, branch }: Terms): boolean =>
  nonce === '' &&
  !rated &&
  clock === null &&
  referee === null &&
  fair === null &&
  hashEvery === NO_TERMS.hashEvery &&
  branch === null;

const writeHex = (output: Output, hex: string): void => writeBytes(output, hexToBytes(hex));
const readHash = (input: Input): string => bytesToHex(readFixed(input, 32));
const readKey = readHash;

function readNonce(input: Input): string {
  const bytes = readBytes(input);
  return bytes.length <= MAX_NONCE
    ? bytesToHex(bytes)
    : refuse(input, `a nonce has at most ${MAX_NONCE} bytes`);
}

/** A short seed is a number, a long one 32 bytes. */
function writeSeed(output: Output, seed: Json): void {
  if (typeof seed === 'string') writeHex(output, seed);
  else writeJson(output, seed);
}

function readSeed(input: Input): Json {
  const seed = input.bytes[input.at]! >> 5 === 2 ? readHash(input) : orNull(input, readUint);
  return seed === null || parseSeed(seed).ok ? seed : refuse(input, 'no seed');
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
  const key = orNull(input, readKey);
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
  if (fields?.length !== length - 1) return refuse(input, 'no such time control');
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
