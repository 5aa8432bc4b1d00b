/**
 * The rows of a file as they lie in its pages, read without SQLite: neither a damaged tree nor a damaged schema hides what is still
 * there. https://sqlite.org/fileformat2.html. What is found is not believed: the caller hashes it.
 */
import { closeSync, existsSync, openSync, readFileSync, readSync, statSync } from 'node:fs';

/** A value of a row. */
export type RawValue = null | number | bigint | string | Uint8Array;

/** A row of some table; its columns in their order. */
export interface RawRow {
  readonly page: number;
  /** Null in tables without row ids. */
  readonly id: number | null;
  readonly values: readonly RawValue[];
}

/** What was found in a file. */
export interface RawFile {
  readonly pages: number;
  /** Pages that must have rows and cannot be read, in whole or in part. */
  readonly damaged: readonly number[];
}

const PAGE_BYTES = 4096;
const HEADER_BYTES = 100;
const TABLE_LEAF = 0x0d;
const INDEX_LEAF = 0x0a;
/** In trees without row ids what stands between two leaves is a row as well. */
const INDEX_INTERIOR = 0x02;
const WAL_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const MAX_ROW_BYTES = 1 << 28;
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** Calls back with every row of every page. Pages that are free have none. */
export function readRawRows(path: string, take: (row: RawRow) => void): RawFile {
  const file = openSync(path, 'r');
  try {
    const size = pageSize(file);
    const count = Math.ceil(statSync(path).size / size);
    const logged = readLog(`${path}-wal`, size);
    const pages = Math.max(count, ...logged.keys());
    const page = (number: number): Buffer => {
      const found = logged.get(number);
      if (found !== undefined) return found;
      const bytes = Buffer.alloc(size);
      readSync(file, bytes, 0, size, (number - 1) * size);
      return bytes;
    };
    const free = freePages(page, pages);
    const damaged: number[] = [];
    for (let number = 1; number <= pages; number++)
      if (!free.has(number) && !readPage(page, number, size, take)) damaged.push(number);
    return { pages, damaged };
  } finally {
    closeSync(file);
  }
}

function pageSize(file: number): number {
  const header = Buffer.alloc(HEADER_BYTES);
  readSync(file, header, 0, HEADER_BYTES, 0);
  const said = header.readUInt16BE(16);
  const size = said === 1 ? 65_536 : said;
  return size >= 512 && (size & (size - 1)) === 0 ? size : PAGE_BYTES;
}

/** Pages as the log has them, up to the last transaction that is whole. */
function readLog(path: string, size: number): ReadonlyMap<number, Buffer> {
  const pages = new Map<number, Buffer>();
  if (!existsSync(path)) return pages;
  const log = readFileSync(path);
  if (log.length < WAL_HEADER_BYTES || log.readUInt32BE(8) !== size) return pages;
  const salt = log.subarray(16, 24);
  let open: [number, Buffer][] = [];
  for (
    let at = WAL_HEADER_BYTES;
    at + FRAME_HEADER_BYTES + size <= log.length;
    at += FRAME_HEADER_BYTES + size
  ) {
    // frames from before the log was restarted
    if (Buffer.compare(log.subarray(at + 8, at + 16), salt) !== 0) break;
    const bytes = log.subarray(at + FRAME_HEADER_BYTES, at + FRAME_HEADER_BYTES + size);
    open.push([log.readUInt32BE(at), bytes]);
    const isCommit = log.readUInt32BE(at + 4) !== 0;
    if (!isCommit) continue;
    for (const [number, one] of open) pages.set(number, one);
    open = [];
  }
  return pages;
}

/** What was removed lies on these, and is not to be found again. */
function freePages(page: (number: number) => Buffer, pages: number): ReadonlySet<number> {
  const free = new Set<number>();
  let trunk = page(1).readUInt32BE(32);
  while (trunk > 0 && trunk <= pages && !free.has(trunk)) {
    free.add(trunk);
    const bytes = page(trunk);
    const leaves = Math.min(bytes.readUInt32BE(4), bytes.length / 4 - 2);
    for (let i = 0; i < leaves; i++) free.add(bytes.readUInt32BE(8 + 4 * i));
    trunk = bytes.readUInt32BE(0);
  }
  return free;
}

/** Reads what rows a page has; false where it has some that cannot be read. */
function readPage(
  page: (number: number) => Buffer,
  number: number,
  size: number,
  take: (row: RawRow) => void,
): boolean {
  const bytes = page(number);
  const start = number === 1 ? HEADER_BYTES : 0;
  const kind = bytes[start];
  if (kind !== TABLE_LEAF && kind !== INDEX_LEAF && kind !== INDEX_INTERIOR) return true;
  const cells = bytes.readUInt16BE(start + 3);
  // the header of an inner page and each of its rows begin with the number of a page more
  const more = kind === INDEX_INTERIOR ? 4 : 0;
  const first = start + 8 + more;
  let isWhole = true;
  for (let i = 0; i < cells && first + 2 + 2 * i <= size; i++)
    try {
      const at = bytes.readUInt16BE(first + 2 * i) + more;
      const row = readCell(page, bytes, at, kind === TABLE_LEAF);
      take({ page: number, ...row });
    } catch {
      isWhole = false;
    }
  return isWhole;
}

function readCell(
  page: (number: number) => Buffer,
  bytes: Buffer,
  start: number,
  isTable: boolean,
): Omit<RawRow, 'page'> {
  const size = bytes.length;
  let [length, at] = readVarint(bytes, start);
  let id: number | null = null;
  if (isTable) [id, at] = readVarint(bytes, at);
  if (length > MAX_ROW_BYTES) throw new RangeError('a row is too long');
  const most = isTable ? size - 35 : Math.floor(((size - 12) * 64) / 255) - 23;
  const least = Math.floor(((size - 12) * 32) / 255) - 23;
  const here = least + ((length - least) % (size - 4));
  const local = length <= most ? length : here <= most ? here : least;
  if (at + local > size) throw new RangeError('the row is cut off');
  const payload = Buffer.alloc(length);
  bytes.copy(payload, 0, at, at + local);
  let next = length > local ? bytes.readUInt32BE(at + local) : 0;
  for (let filled = local; filled < length; ) {
    if (next === 0) throw new RangeError('the rest of the row is missing');
    const more = page(next);
    filled += more.copy(payload, filled, 4, Math.min(size, 4 + length - filled));
    next = more.readUInt32BE(0);
  }
  return { id, values: readRecord(payload) };
}

function readRecord(payload: Buffer): RawValue[] {
  const [headerBytes, first] = readVarint(payload, 0);
  const values: RawValue[] = [];
  let value = headerBytes;
  for (let at = first; at < headerBytes; ) {
    const [type, next] = readVarint(payload, at);
    at = next;
    const length = lengthOf(type);
    if (value + length > payload.length) throw new RangeError('a value is cut off');
    values.push(readValue(type, payload.subarray(value, value + length)));
    value += length;
  }
  return values;
}

const LENGTHS = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0];

function lengthOf(type: number): number {
  if (type >= 12) return (type - 12) >> 1;
  const length = LENGTHS[type];
  if (length === undefined) throw new RangeError('unknown kind of value');
  return length;
}

function readValue(type: number, bytes: Buffer): RawValue {
  if (type >= 12) return type % 2 === 0 ? new Uint8Array(bytes) : UTF8.decode(bytes);
  if (type === 0) return null;
  if (type >= 8) return type - 8;
  if (type === 7) return bytes.readDoubleBE(0);
  if (type === 6) return bytes.readBigInt64BE(0);
  return bytes.readIntBE(0, bytes.length);
}

/** A number of one to nine bytes, and where the next thing begins. */
function readVarint(bytes: Buffer, start: number): [value: number, end: number] {
  let value = 0;
  for (let i = 0; i < 8; i++) {
    const byte = bytes.readUInt8(start + i);
    value = value * 128 + (byte & 127);
    if (byte < 128) return [value, start + i + 1];
  }
  return [value * 256 + bytes.readUInt8(start + 8), start + 9];
}
