/**
 * Recovers a file that was recorded into, even by a process that crashed. Blocks are appended and the root is
 * overwritten in place, each durable before anything that needs it, so after a crash the file is intact except for
 * two things: its end may contain a part of an unconfirmed write, and its root may be part old, part new.
 */
import {
  type Cid,
  cidLength,
  fail,
  formatCid,
  hashesTo,
  isSameCid,
  ok,
  type Result,
} from '@kifu/core';
import {
  type CarBlock,
  type CarLimits,
  encodeHeader,
  scanCar,
  sectionLength,
} from '@kifu/record/car';
import { endOfWritten, isTorn } from './torn.ts';

/** Root of a file whose match has no head yet; no known bytes hash to it. */
export const NO_HEAD: Cid = { version: 1, codec: 'raw', digest: new Uint8Array(32) };
/** Start of a new file. */
export const NEW_FILE = encodeHeader([NO_HEAD]);
/** Length of roots: the root is overwritten in place, so all have this length, which excludes DAG-JSON. */
export const ROOT_BYTES = cidLength(NO_HEAD);
/** Offset of the root: after it come the key `version` with its length, and 1. */
export const ROOT_AT = NEW_FILE.length - 9 - ROOT_BYTES;

/** Location of the bytes of a block in the file. */
export interface BlockSpan {
  readonly offset: number;
  readonly length: number;
}

/** Content of a file. */
export interface RecoveredFile {
  /** By content ID. */
  readonly spans: Map<string, BlockSpan>;
  /** How many blocks there are, repeated ones included. */
  readonly count: number;
  readonly first: Cid | null;
  readonly head: Cid | null;
  /** Offset of the next block; bytes after it are torn. 0 in a new file. */
  readonly end: number;
  /** The root does not name the head. */
  readonly isRootTorn: boolean;
}

/** Reads a file, and hashes every block of it. */
export function recover(bytes: Uint8Array, limits: CarLimits): Result<RecoveredFile> {
  if (isNew(bytes))
    return ok({ spans: new Map(), count: 0, first: null, head: null, end: 0, isRootTorn: false });
  const scan = soundPart(bytes, limits);
  if (!scan.ok) return scan;
  const { root, blocks, end } = scan.value;
  const head = findHead(root, blocks);
  if (head === undefined)
    return fail('malformed', 'the root is not a block of the file', { at: { offset: ROOT_AT } });
  const spans = new Map<string, BlockSpan>();
  for (const { cid, bytes: part } of blocks)
    spans.set(formatCid(cid), {
      offset: part.byteOffset - bytes.byteOffset,
      length: part.length,
    });
  const isRootTorn = !isSameCid(root, head ?? NO_HEAD);
  const first = blocks[0]?.cid ?? null;
  return ok({ spans, count: blocks.length, first, head, end, isRootTorn });
}

/** A crash may leave a part of the header, or zeros instead; no block was put before the header was durable. */
const isNew = (bytes: Uint8Array): boolean =>
  bytes.length <= NEW_FILE.length && bytes.every((byte, i) => byte === 0 || byte === NEW_FILE[i]);

interface Sound {
  readonly root: Cid;
  readonly blocks: readonly CarBlock[];
  readonly end: number;
}

/** Returns the blocks up to the end or the torn part; a fault if anything else is wrong. */
function soundPart(bytes: Uint8Array, limits: CarLimits): Result<Sound> {
  const { roots, blocks, end, fault } = scanCar(bytes, limits);
  if (end === 0 && fault !== null) return { ok: false, fault };
  const [root, ...others] = roots;
  if (root === undefined || cidLength(root) !== ROOT_BYTES || others.length > 0)
    return fail('unsupported', 'cannot record into a CAR without exactly one CIDv1 root');
  const bad = blocks.findIndex(block => !hashesTo(block.cid, block.bytes));
  if (bad < 0)
    return fault === null || isTorn(bytes, end, limits.maxBlockBytes)
      ? ok({ root, blocks, end })
      : { ok: false, fault };
  const wrong = blocks[bad]!;
  const wrongEnd = wrong.bytes.byteOffset - bytes.byteOffset + wrong.bytes.length;
  const offset = wrongEnd - sectionLength(wrong);
  // the last one may be in place, but incomplete
  if (endOfWritten(bytes) <= wrongEnd)
    return ok({ root, blocks: blocks.slice(0, bad), end: offset });
  return fail('malformed', 'a block does not match its content ID', { at: { offset } });
}

/** Of 32 bytes that are old or new, at least half are the one or the other. That many never agree by accident. */
const AGREEING = 16;

/** Returns the head: the root; or the old or new one after a torn write of the root; undefined if neither matches. */
function findHead(root: Cid, blocks: readonly CarBlock[]): Cid | null | undefined {
  if (isSameCid(root, NO_HEAD)) return null;
  if (blocks.some(({ cid }) => isSameCid(cid, root))) return root;
  let head: Cid | null = null;
  let most = agreement(root, NO_HEAD);
  for (const { cid } of blocks) {
    const agreeing = cidLength(cid) === ROOT_BYTES ? agreement(root, cid) : 0;
    if (agreeing <= most) continue;
    most = agreeing;
    head = cid;
  }
  return most >= AGREEING ? head : undefined;
}

function agreement(a: Cid, b: Cid): number {
  let count = 0;
  for (let i = 0; i < a.digest.length; i++) if (a.digest[i] === b.digest[i]) count++;
  return count;
}
