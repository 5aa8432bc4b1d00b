/** Writes one file of an archive: packs as they arrive, and then the tables. */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { encodeWith, writeListHead, writeText, writeUint } from '@kifu/core/cbor';
import type { ToList } from '@kifu/record/store';
import { startOf } from '@kifu/record/store';
import { compareBytes, MAX_KEY_BYTES } from './block.ts';
import { FOOTER_NAME, ID_BYTES, MAX_MATCHES, nameOf } from './file.ts';
import type { ListedFile } from './files.ts';
import { encodeListing } from './listing.ts';
import { PositionSorter } from './position-sorter.ts';
import { type BlockRef, blockRef, type TableRef, TableWriter, writeTableRef } from './table.ts';
import {
  encodeNumbers,
  KIND,
  MOST_NUMBERS,
  numberedKey,
  numberKey,
  positionTerm,
  TIME_EVERY,
  termsOf,
  timeTerm,
} from './terms.ts';

/** Match to add to an archive. */
export interface ToArchive {
  /** Its search data, with comments and positions. */
  readonly listing: ToList;
  /** The whole record. */
  readonly pack: Uint8Array;
}

/** How the names of files begin that are being written. */
export const WRITING = '.writing-';

/** Start of a file: a byte that does not occur in text, two letters, and the version. */
const MAGIC = Uint8Array.of(0x89, 0x4b, 0x41, 1);
/** Packs are written in pieces of this size. */
const BUFFER_BYTES = 1 << 20;

/** File that is being written, under a temporary name until it is complete. */
export class FileWriter {
  readonly #folder: string;
  readonly #path: string;
  readonly #file: number;
  readonly #terms = new Map<string, { full: [Uint8Array, Uint8Array][]; open: number[] }>();
  readonly #positions: PositionSorter;
  readonly #ids: [Uint8Array, number][] = [];
  readonly #listings: TableWriter;
  readonly #times: [second: number, number: number][] = [];
  #buffer: Uint8Array[] = [];
  #buffered = 0;
  #end = 0;
  #matches = 0;
  #second = Number.POSITIVE_INFINITY;

  constructor(folder: string) {
    this.#folder = folder;
    this.#path = join(folder, `${WRITING}${process.pid}-${Date.now()}`);
    this.#file = openSync(this.#path, 'wx');
    this.#positions = new PositionSorter();
    this.#listings = new TableWriter(block => this.#keep(block));
    this.#write(MAGIC);
  }

  get matches(): number {
    return this.#matches;
  }

  get isFull(): boolean {
    return this.#matches === MAX_MATCHES;
  }

  /** Adds a match. They must be sorted, newest first; throws a `RangeError` otherwise. */
  add({ listing, pack }: ToArchive): void {
    const second = startOf(listing);
    if (second > this.#second)
      throw new RangeError('matches must be added to an archive newest first');
    const number = this.#matches++;
    this.#second = second;
    const start = this.#write(pack);
    const value = encodeListing({ listing, pack: { start, end: start + pack.length } });
    this.#listings.add({ key: numberKey(number), value });
    for (const { digest } of [listing.match, listing.head])
      this.#ids.push([digest.slice(0, ID_BYTES), number]);
    for (const term of termsOf(listing)) this.#note(term, number);
    this.#positions.add(listing.positions ?? new Uint8Array(), number);
    if (number % TIME_EVERY === 0) this.#times.push([second, number]);
  }

  #note(term: string, number: number): void {
    let numbers = this.#terms.get(term);
    if (numbers === undefined) {
      numbers = { full: [], open: [] };
      this.#terms.set(term, numbers);
    }
    if (numbers.open.at(-1) === number) return;
    numbers.open.push(number);
    if (numbers.open.length < MOST_NUMBERS) return;
    numbers.full.push(pairOf(utf8.encode(term), numbers.open));
    numbers.open = [];
  }

  /** Writes bytes, and returns their offset. */
  #write(bytes: Uint8Array): number {
    const start = this.#end;
    this.#buffer.push(bytes);
    this.#buffered += bytes.length;
    this.#end += bytes.length;
    if (this.#buffered >= BUFFER_BYTES) this.#flush();
    return start;
  }

  #flush(): void {
    const bytes = Buffer.concat(this.#buffer);
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#file, bytes, at);
    this.#buffer = [];
    this.#buffered = 0;
  }

  /** Writes a block of a table at the current end of the file; between packs too. */
  #keep(block: Uint8Array): BlockRef {
    const bytes = deflateRawSync(block, { level: 9 });
    return blockRef(bytes, this.#write(bytes));
  }

  /** Writes the rest, and renames the file once it is durable. */
  finish(): ListedFile {
    const listings = this.#listings.finish();
    const ids = this.#writeIds();
    const terms = this.#writeTerms();
    const footer = encodeWith(output => {
      writeListHead(output, 5);
      writeText(output, FOOTER_NAME);
      writeUint(output, this.#matches);
      for (const table of [ids, listings, terms]) writeTableRef(output, table);
    });
    this.#write(footer);
    this.#write(numberKey(footer.length));
    this.#flush();
    fsyncSync(this.#file);
    const name = nameOf(footer);
    renameSync(this.#path, join(this.#folder, name));
    return { name, bytes: this.#end, matches: this.#matches };
  }

  /** Deletes everything but a complete file. */
  close(): void {
    closeSync(this.#file);
    this.#positions.close();
    rmSync(this.#path, { force: true });
  }

  #writeIds(): TableRef {
    const table = new TableWriter(block => this.#keep(block));
    this.#ids.sort(([a], [b]) => compareBytes(a, b));
    for (const [i, [key, number]] of this.#ids.entries())
      if (i === 0 || compareBytes(this.#ids[i - 1]![0], key) !== 0)
        table.add({ key, value: numberKey(number) });
    return table.finish();
  }

  #writeTerms(): TableRef {
    const table = new TableWriter(block => this.#keep(block));
    const add = ([key, value]: readonly [Uint8Array, Uint8Array]) => table.add({ key, value });
    const terms = [...this.#terms.keys()].map(term => ({ term, key: utf8.encode(term) }));
    terms.sort((a, b) => compareBytes(a.key, b.key));
    const writeOf = (kinds: readonly string[]): void => {
      for (const { term, key } of terms) {
        if (!kinds.includes(term[0]!) || key.length > MAX_TERM_BYTES) continue;
        const { full, open } = this.#terms.get(term)!;
        full.forEach(add);
        if (open.length > 0) add(pairOf(key, open));
      }
    };
    writeOf([KIND.eco]);
    for (const [second, number] of this.#times) add(pairOf(timeTerm(second), [number]));
    writeOf([KIND.game, KIND.name, KIND.opening]);
    for (const { position, numbers } of this.#positions.sorted())
      for (let i = 0; i < numbers.length; i += MOST_NUMBERS)
        add(pairOf(positionTerm(position), numbers.slice(i, i + MOST_NUMBERS)));
    writeOf([KIND.result, KIND.word]);
    return table.finish();
  }
}

const utf8 = new TextEncoder();
/** Limit of terms, which are left out beyond it; words have 32 letters at most. */
const MAX_TERM_BYTES = MAX_KEY_BYTES - 5;

/** Returns the numbers of a term as a pair: the key contains the last of them. */
const pairOf = (term: Uint8Array, numbers: readonly number[]): [Uint8Array, Uint8Array] => [
  numberedKey(term, numbers.at(-1)!),
  encodeNumbers(numbers),
];
