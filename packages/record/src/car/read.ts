/**
 * Reads a CAR of version 1, strictly: one spelling for every length, nothing missing, nothing left over. What it holds is not
 * hashed: the caller checks a block with `hashesTo` before using it.
 *
 * An own reader: that of `@ipld/car` takes lengths in more than one form, and several times as long.
 */
import {
  type Cid,
  cidLengthAt,
  decodeCid,
  type Fail,
  type Fault,
  fail,
  ok,
  type Result,
} from '@kifu/core';
import { readHeader } from './header.ts';
import { CUT, readVarint, varintLength } from './varint.ts';

/** What a CAR file says. */
export interface Car {
  readonly roots: Cid[];
  /** In the order of the file. */
  readonly blocks: CarBlock[];
}

/** A block and the id that the file gives for it. */
export interface CarBlock {
  readonly cid: Cid;
  readonly bytes: Uint8Array;
}

/** What a CAR may hold at most. */
export interface CarLimits {
  /** Default: 64 MiB. */
  readonly maxBytes: number;
  /** Default: 2^18. */
  readonly maxBlocks: number;
  /** Default: 1 MiB; also for the header. */
  readonly maxBlockBytes: number;
}

export const LIMITS: CarLimits = {
  maxBytes: 1 << 26,
  maxBlocks: 1 << 18,
  maxBlockBytes: 1 << 20,
};

/** The shortest content ID, a bare multihash, and the longest. */
export const MIN_CID_BYTES = 34;
export const MAX_CID_BYTES = 37;

/** Reads a CAR. Nothing is hashed, and blocks are views of the bytes given: they change when those do. */
export function readCar(bytes: Uint8Array, limits: Partial<CarLimits> = {}): Result<Car> {
  const scan = scanCar(bytes, { ...LIMITS, ...limits });
  return scan.fault === null
    ? ok({ roots: scan.roots, blocks: scan.blocks })
    : { ok: false, fault: scan.fault };
}

/** What was read of a CAR before something was wrong with it, if anything. */
export interface Scan extends Car {
  readonly fault: Fault | null;
  /** Where what was read ends; 0 where it is the header that is wrong. */
  readonly end: number;
}

/** Reads a CAR as far as it goes. */
export function scanCar(bytes: Uint8Array, limits: CarLimits): Scan {
  const blocks: CarBlock[] = [];
  const { maxBytes, maxBlocks, maxBlockBytes } = limits;
  const header: Result<{ roots: Cid[]; end: number }> =
    bytes.length > maxBytes
      ? large(`the CAR is larger than ${maxBytes} bytes`, maxBytes)
      : readHeader(bytes, maxBlockBytes);
  if (!header.ok) return { roots: [], blocks, fault: header.fault, end: 0 };
  const { roots } = header.value;
  let { end } = header.value;
  while (end < bytes.length) {
    const section =
      blocks.length < maxBlocks
        ? readSection(bytes, end, maxBlockBytes)
        : large(`the CAR has more than ${maxBlocks} blocks`, end);
    if ('fault' in section) return { roots, blocks, fault: section.fault, end };
    blocks.push(section);
    end = section.bytes.byteOffset - bytes.byteOffset + section.bytes.length;
  }
  return { roots, blocks, fault: null, end };
}

/** Reads the length, the content ID and the block that begin here. */
export function readSection(
  bytes: Uint8Array,
  offset: number,
  maxBlockBytes: number,
): CarBlock | Fail {
  const length = readVarint(bytes, offset);
  if (length < 0) return wrong(length === CUT ? CUT_SHORT : 'the block has no length', offset);
  if (length < MIN_CID_BYTES) return wrong('the block is too short for a content ID', offset);
  const start = offset + varintLength(length);
  const cidEnd = start + cidLengthAt(bytes, start);
  const end = start + length;
  if (end - cidEnd > maxBlockBytes)
    return large(`a block is larger than ${maxBlockBytes} bytes`, offset);
  if (end > bytes.length) return wrong(CUT_SHORT, offset);
  if (cidEnd > end) return wrong('the block is too short for a content ID', offset);
  const cid = decodeCid(bytes.subarray(start, cidEnd));
  if (!cid.ok) return wrong('unsupported kind of content ID', start);
  // not `subarray`: of a Buffer that gives a Buffer
  const { buffer, byteOffset } = bytes;
  return { cid: cid.value, bytes: new Uint8Array(buffer, byteOffset + cidEnd, end - cidEnd) };
}

const CUT_SHORT = 'the CAR ends within a block';

const wrong = (message: string, offset: number): Fail =>
  fail('malformed', message, { at: { offset } });

const large = (message: string, offset: number): Fail =>
  fail('too-large', message, { at: { offset } });
