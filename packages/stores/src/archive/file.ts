/** One file of an archive, read in ranges: packs, and three tables to find them. */
import { bytesToHex, type Cid, formatFault, isSameCid, sha256 } from '@kifu/core';
import { decodeWith, expectList, type Input, readText, readUint, refuse } from '@kifu/core/cbor';
import type { Ask } from '@kifu/record/store';
import { type Pair, readBlock } from './block.ts';
import { ArchiveDamagedError } from './errors.ts';
import type { ArchiveFiles, ListedFile } from './files.ts';
import { type ArchivedSummary, decodeListing } from './listing.ts';
import {
  type BlockRef,
  isBlock,
  MAX_BLOCK_BYTES,
  readTableRef,
  Table,
  type TableRef,
} from './table.ts';
import { numberKey, numberOf } from './terms.ts';

/** Footer of a file: its type, the number of matches, and its tables; then its length, in four bytes. */
export interface Footer {
  readonly matches: number;
  /** From a prefix of a digest, of a match or of its head, to its number. */
  readonly ids: TableRef;
  /** By number, newest first. */
  readonly listings: TableRef;
  /** Terms with numbers. */
  readonly terms: TableRef;
}

export const FOOTER_NAME = 'kifu/archive/1';
/** Limit of matches per file: three bytes count them while they are sorted. */
export const MAX_MATCHES = 2 ** 24 - 1;
/** Length of the end of the file that contains the footer. */
const TAIL_BYTES = 512;
const LENGTH_BYTES = 4;
/** Length of the prefix of a digest that is a key. */
export const ID_BYTES = 16;
/** Limit of a pack. */
const MAX_PACK_BYTES = 1 << 26;
/** How many blocks are cached, about 16 KiB each. */
const KEPT_BLOCKS = 512;

/** Returns the name of a file with this footer: anyone who knows the name can check the whole file. */
export const nameOf = (footer: Uint8Array): string =>
  `${bytesToHex(sha256(footer)).slice(0, 32)}.kifus`;

function readFooter(input: Input): Footer {
  expectList(input, 5);
  if (readText(input) !== FOOTER_NAME) refuse(input, 'it is of another version');
  const matches = readUint(input);
  if (matches > MAX_MATCHES) refuse(input, 'it has too many matches');
  return {
    matches,
    ids: readTableRef(input),
    listings: readTableRef(input),
    terms: readTableRef(input),
  };
}

/** Open file. */
export class ArchiveFile {
  readonly name: string;
  readonly matches: number;
  readonly terms: Table;
  readonly #ids: Table;
  readonly #listings: Table;
  readonly #files: ArchiveFiles;
  readonly #size: number;
  readonly #blocks = new Map<number, Promise<readonly Pair[]>>();

  private constructor(files: ArchiveFiles, { name, bytes }: ListedFile, footer: Footer) {
    this.#files = files;
    this.name = name;
    this.#size = bytes;
    this.matches = footer.matches;
    const load = this.#load.bind(this);
    this.#ids = new Table(footer.ids, name, load);
    this.#listings = new Table(footer.listings, name, load);
    this.terms = new Table(footer.terms, name, load);
  }

  /** Opens a file from its end. Throws `ArchiveDamagedError`, or what `files` throws. */
  static async open(files: ArchiveFiles, listed: ListedFile, ask: Ask = {}): Promise<ArchiveFile> {
    const { name, bytes } = listed;
    const start = Math.max(0, bytes - TAIL_BYTES);
    const tail = await files.read(name, { start, end: bytes }, ask);
    const end = tail.length - LENGTH_BYTES;
    const length = end < 0 ? 0 : new DataView(tail.buffer, tail.byteOffset + end).getUint32(0);
    const footer = tail.subarray(Math.max(0, end - length), Math.max(0, end));
    if (nameOf(footer) !== name)
      throw new ArchiveDamagedError(name, 'its end does not match its name');
    const read = decodeWith(footer, readFooter);
    if (!read.ok) throw new ArchiveDamagedError(name, formatFault(read.fault));
    return new ArchiveFile(files, listed, read.value);
  }

  /** Returns the pairs of a block; the most recent blocks are cached. */
  #load(ref: BlockRef): Promise<readonly Pair[]> {
    const kept = this.#blocks.get(ref.offset);
    this.#blocks.delete(ref.offset);
    const loading = kept ?? this.#loadAnew(ref);
    this.#blocks.set(ref.offset, loading);
    if (this.#blocks.size > KEPT_BLOCKS) this.#blocks.delete(this.#blocks.keys().next().value!);
    // a failed request may succeed the next time
    if (kept === undefined) loading.catch(() => this.#blocks.delete(ref.offset));
    return loading;
  }

  async #loadAnew(ref: BlockRef): Promise<readonly Pair[]> {
    const end = ref.offset + ref.length;
    if (ref.length > MAX_BLOCK_BYTES || end > this.#size)
      throw this.#damaged('a block is not in it');
    const bytes = await this.#files.read(this.name, { start: ref.offset, end });
    if (!isBlock(bytes, ref)) throw this.#damaged('a block has other bytes');
    const pairs = readBlock(await inflate(bytes).catch(cause => this.#refuse('a block', cause)));
    return pairs ?? this.#refuse('a block is none');
  }

  #damaged(what: string, cause?: unknown): ArchiveDamagedError {
    return new ArchiveDamagedError(this.name, what, cause === undefined ? {} : { cause });
  }

  #refuse(what: string, cause?: unknown): never {
    throw this.#damaged(what, cause);
  }

  /** Returns the number of the match with an ID: its own, or that of its head. Null if it is not here. */
  async find(id: Cid): Promise<number | null> {
    const key = id.digest.subarray(0, ID_BYTES);
    const pair = await this.#ids.first(key);
    if (pair === undefined || !key.every((byte, i) => pair.key[i] === byte)) return null;
    const number = numberOf(pair.value);
    if (number < 0 || number >= this.matches) return this.#refuse('an id names no match');
    const { listing } = await this.listing(number);
    return isSameCid(listing.match, id) || isSameCid(listing.head, id) ? number : null;
  }

  async listing(number: number): Promise<ArchivedSummary> {
    const pair = await this.#listings.first(numberKey(number));
    if (pair === undefined || numberOf(pair.key) !== number)
      return this.#refuse(`match ${number} is missing`);
    const decoded = decodeListing(pair.value);
    return decoded.ok
      ? decoded.value
      : this.#refuse(`match ${number}: ${formatFault(decoded.fault)}`);
  }

  /** Returns the pack of a match, unchecked: unpacking it shows whether it is complete. */
  async pack(number: number, ask: Ask = {}): Promise<Uint8Array> {
    const { pack } = await this.listing(number);
    if (pack.end > this.#size || pack.end - pack.start > MAX_PACK_BYTES)
      return this.#refuse(`the pack of match ${number} is not in it`);
    return this.#files.read(this.name, pack, ask);
  }
}

/** Decompresses (RFC 1951); refuses a block that grows beyond its limit. */
async function inflate(bytes: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([bytes as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new DecompressionStream('deflate-raw'));
  const whole = new Uint8Array(MAX_BLOCK_BYTES);
  let length = 0;
  const reader = stream.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    whole.set(part.value, length); // throws if there is no space left
    length += part.value.length;
  }
  return whole.slice(0, length);
}
