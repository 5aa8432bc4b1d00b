/**
 * A match recorded into one CAR file: blocks are appended, and the head is the root, overwritten in place. A call returns once
 * both are durable. At any time the file is a CAR that others can read, except for an end torn by a crash,
 * which the next opening cuts off.
 */
import type { FileHandle } from 'node:fs/promises';
import { type Cid, cidLength, encodeCid, formatCid, hashesTo, parseCid, unwrap } from '@kifu/core';
import { type CarLimits, LIMITS, sectionLength, writeSection } from '@kifu/record/car';
import {
  BlockCorruptError,
  BlockNotFoundError,
  type BlockStore,
  type Heads,
  type Stores,
} from '@kifu/record/store';
import { CarClosedError, CarFullError, CarMatchError } from './errors.ts';
import { openFile } from './open.ts';
import { type BlockSpan, ROOT_AT, ROOT_BYTES } from './recover.ts';
import { type SyncedFile, syncedFile } from './synced-file.ts';

/** Blocks and head of one match, in one file. */
export interface CarStore extends Stores {
  /** The match in the file: the ID of its first block, which is the header. Null if there is none. */
  readonly match: Cid | null;
  /** Waits for pending writes, and releases the file. */
  close(): Promise<void>;
}

/** Limits of a file. */
export interface CarOptions {
  readonly limits?: Partial<CarLimits>;
}

/** Opens or creates a CAR file to record into. A lock, `….lock`, exists next to it until it is closed. */
export async function createCarStore(path: string, options: CarOptions = {}): Promise<CarStore> {
  const limits = { ...LIMITS, ...options.limits };
  const { handle, lock, found } = await openFile(path, limits);
  const recording: Recording = {
    path,
    limits,
    handle,
    file: syncedFile(handle),
    spans: new Map([...found.spans].map(([id, span]) => [id, { ...span, durable: DURABLE }])),
    count: found.count,
    end: found.end,
    match: found.first && formatCid(found.first),
    head: found.head && formatCid(found.head),
    turn: DURABLE,
    isClosed: false,
  };
  let closing: Promise<void> | undefined;
  const close = async () => {
    recording.isClosed = true;
    await recording.turn;
    await recording.file.idle();
    try {
      await handle.close();
    } finally {
      await lock.release();
    }
  };
  return {
    get match() {
      return idOf(recording.match);
    },
    blocks: carBlocks(recording),
    heads: carHeads(recording),
    close() {
      closing ??= close();
      return closing;
    },
  };
}

interface Recording {
  readonly path: string;
  readonly limits: CarLimits;
  readonly handle: FileHandle;
  readonly file: SyncedFile;
  /** By content ID, including pending ones. */
  readonly spans: Map<string, RecordedBlock>;
  count: number;
  end: number;
  match: string | null;
  /** What is durable, and nothing newer. */
  head: string | null;
  /** Moves of the head, one after the other. */
  turn: Promise<unknown>;
  isClosed: boolean;
}

interface RecordedBlock extends BlockSpan {
  /** Resolves with the block's sync: until then the store does not return it. */
  readonly durable: Promise<void>;
}

const DURABLE = Promise.resolve();

const carBlocks = (recording: Recording): BlockStore => ({
  async get(cid, ask) {
    checkReady(recording, ask?.signal);
    const block = recording.spans.get(formatCid(cid));
    if (block === undefined) throw new BlockNotFoundError(cid);
    await block.durable;
    checkReady(recording, ask?.signal);
    const bytes = await readAt(recording.handle, block);
    if (!hashesTo(cid, bytes)) throw new BlockCorruptError(cid);
    return bytes;
  },
  async put(cid, bytes, ask) {
    checkReady(recording, ask?.signal);
    if (!hashesTo(cid, bytes)) throw new BlockCorruptError(cid);
    const kept = recording.spans.get(formatCid(cid)) ?? append(recording, cid, bytes);
    await kept.durable;
  },
  async has(cid, ask) {
    checkReady(recording, ask?.signal);
    const block = recording.spans.get(formatCid(cid));
    await block?.durable;
    return block !== undefined;
  },
});

const carHeads = (recording: Recording): Heads => ({
  async get(match, ask) {
    checkReady(recording, ask?.signal);
    return formatCid(match) === recording.match ? idOf(recording.head) : null;
  },
  async move(match, from, to, ask) {
    checkReady(recording, ask?.signal);
    // as text at once: the caller may change the bytes of an ID during the move
    const move = [formatCid(match), from && formatCid(from), formatCid(to)] as const;
    const moved = recording.turn.then(() => {
      ask?.signal?.throwIfAborted();
      return moveHead(recording, move);
    });
    recording.turn = moved.catch(() => {});
    return moved;
  },
});

function checkReady({ path, isClosed }: Recording, signal: AbortSignal | undefined): void {
  signal?.throwIfAborted();
  if (isClosed) throw new CarClosedError(path);
}

/** Appends a block; copies the bytes at once. */
function append(recording: Recording, cid: Cid, bytes: Uint8Array): RecordedBlock {
  const { path, limits, spans } = recording;
  const size = sectionLength({ cid, bytes });
  if (bytes.length > limits.maxBlockBytes)
    throw new CarFullError(path, `a block may have at most ${limits.maxBlockBytes} bytes`);
  if (recording.end + size > limits.maxBytes)
    throw new CarFullError(path, `a file may have at most ${limits.maxBytes} bytes`);
  if (recording.count === limits.maxBlocks)
    throw new CarFullError(path, `a file may have at most ${limits.maxBlocks} blocks`);
  const section = new Uint8Array(size);
  writeSection({ cid, bytes }, section, 0);
  const durable = write(recording, recording.end, section);
  recording.end += size;
  recording.count++;
  const kept = { offset: recording.end - bytes.length, length: bytes.length, durable };
  spans.set(formatCid(cid), kept);
  recording.match ??= formatCid(cid);
  return kept;
}

/** Compare and set; the block is durable before the root names it. */
async function moveHead(
  recording: Recording,
  [match, from, to]: readonly [match: string, from: string | null, to: string],
): Promise<boolean> {
  if (match !== recording.match) {
    if (from !== null) return false;
    if (recording.match === null) throw new BlockNotFoundError(unwrap(parseCid(match)));
    throw new CarMatchError(recording.path);
  }
  if (from !== recording.head) return false;
  const cid = unwrap(parseCid(to));
  const block = recording.spans.get(to);
  if (block === undefined) throw new BlockNotFoundError(cid);
  // the root is overwritten in place, so all have one length
  if (cidLength(cid) !== ROOT_BYTES)
    throw new RangeError('the head must be a CIDv1, and not of DAG-JSON');
  await block.durable;
  await write(recording, ROOT_AT, encodeCid(cid));
  recording.head = to;
  return true;
}

async function write(recording: Recording, position: number, bytes: Uint8Array): Promise<void> {
  try {
    await recording.file.write(position, bytes);
  } catch (cause) {
    throw new CarClosedError(recording.path, { cause });
  }
}

/** Returns fewer bytes if the file has become too short; they do not hash. */
async function readAt(handle: FileHandle, { offset, length }: BlockSpan): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; ) {
    const { bytesRead } = await handle.read(bytes, at, length - at, offset + at);
    if (bytesRead === 0) return bytes.subarray(0, at);
    at += bytesRead;
  }
  return bytes;
}

const idOf = (text: string | null): Cid | null => (text === null ? null : unwrap(parseCid(text)));
