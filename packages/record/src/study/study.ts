/**
 * Studies: records with titles, in order, as one value and one block. A chapter is a pack, which has the record and the annotations about
 * it, so that a study of some chapters fits into a link and each chapter verifies like any other record.
 */
import {
  type Cid,
  cidOf,
  type Fault,
  fail,
  formatCid,
  hashesTo,
  ok,
  type Result,
} from '@kifu/core';
import {
  decodeWith,
  encodeWith,
  expectList,
  type Input,
  readBytes,
  readList,
  readText,
  refuse,
  writeBytes,
  writeList,
  writeListHead,
  writeText,
} from '@kifu/core/cbor';
import { scanCar, writeCar } from '../car/index.ts';
import { isPack } from '../pack/index.ts';

/** Records that belong together. */
export interface Study {
  readonly title: string;
  readonly chapters: readonly Chapter[];
}

/** A record of a study. */
export interface Chapter {
  readonly title: string;
  /** The record with its annotations, as a pack. */
  readonly pack: Uint8Array;
}

const TAG = 'kifu/study/1';

/** The most that a study has: chapters, characters of a title, and bytes in all. */
export const STUDY_LIMITS = { chapters: 64, title: 100, bytes: 1 << 22 } as const;

/** A title as a study may have it. */
export const studyTitle = (text: string): string =>
  text.replace(/\s+/g, ' ').trim().slice(0, STUDY_LIMITS.title).trimEnd().toWellFormed();

/** The bytes of a study; a fault where it is larger than a study may be. */
export function encodeStudy({ title, chapters }: Study): Result<Uint8Array> {
  if (chapters.length > STUDY_LIMITS.chapters) return tooMany(chapters.length);
  const bytes = encodeWith(output => {
    writeListHead(output, 3);
    writeText(output, TAG);
    writeText(output, studyTitle(title));
    writeList(output, chapters, (into, chapter) => {
      writeListHead(into, 2);
      writeText(into, studyTitle(chapter.title));
      writeBytes(into, chapter.pack);
    });
  });
  return bytes.length > STUDY_LIMITS.bytes ? tooLarge(bytes.length) : ok(bytes);
}

/** Reads a study from untrusted bytes. The records in it are not opened. */
export function decodeStudy(bytes: Uint8Array): Result<Study> {
  if (bytes.length > STUDY_LIMITS.bytes) return tooLarge(bytes.length);
  const study = decodeWith(bytes, readStudy, STUDY_LIMITS.bytes);
  const count = study.ok ? study.value.chapters.length : 0;
  return count > STUDY_LIMITS.chapters ? tooMany(count) : study;
}

function readStudy(input: Input): Study {
  expectList(input, 3);
  if (readText(input) !== TAG) refuse(input, 'not a study');
  return { title: readTitle(input), chapters: readList(input, readChapter) };
}

function readChapter(input: Input): Chapter {
  expectList(input, 2);
  const title = readTitle(input);
  const pack = readBytes(input);
  if (!isPack(pack)) refuse(input, 'a chapter is not a pack');
  return { title, pack };
}

function readTitle(input: Input): string {
  const title = readText(input);
  if (title !== studyTitle(title)) refuse(input, 'a title is too long or has line breaks');
  return title;
}

const tooMany = (count: number) =>
  fail('too-large', `too many chapters: ${count} (${STUDY_LIMITS.chapters} at most)`);
const tooLarge = (size: number) =>
  fail('too-large', `study too large: ${size} bytes (${STUDY_LIMITS.bytes} at most)`);

/** A study as a file: a CAR of one block, which is its root. */
export function writeStudyCar(study: Study): Result<Uint8Array> {
  const bytes = encodeStudy(study);
  if (!bytes.ok) return bytes;
  const cid = cidOf('dag-cbor', bytes.value);
  return ok(writeCar([cid], [{ cid, bytes: bytes.value }]));
}

/** The study that the root of a CAR is; null where the CAR is of anything else. */
export function readStudyCar(bytes: Uint8Array): Result<Study> | null {
  // the header and the head of the block are shorter than this: no other file need be read
  if (!latin1.decode(bytes.subarray(0, 160)).includes(TAG)) return null;
  const { roots, blocks, fault } = scanCar(bytes, CAR_LIMITS);
  const [root] = roots;
  const [block] = blocks;
  if (root === undefined || (block !== undefined && block.bytes[0] !== LIST_OF_3)) return null;
  if (fault !== null || block === undefined) return fault === null ? noBlock(root) : refused(fault);
  return hashesTo(root, block.bytes)
    ? decodeStudy(block.bytes)
    : fail('broken-chain', 'the block does not match its content ID');
}

const CAR_LIMITS = {
  maxBytes: STUDY_LIMITS.bytes + 1024,
  maxBlocks: 1,
  maxBlockBytes: STUDY_LIMITS.bytes,
} as const;

/** How the block of a study begins, and no node of a record that can be a root without others: a header is a map. */
const LIST_OF_3 = 0x83;

const noBlock = (root: Cid): Result<never> => fail('not-found', `missing block ${formatCid(root)}`);
const refused = (fault: Fault): Result<never> => ({ ok: false, fault });
const latin1 = new TextDecoder('latin1');
