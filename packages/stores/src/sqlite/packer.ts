/**
 * Packs matches that have ended. A pack takes the place of the nodes only after it was unpacked again and gave the same bytes, and in one
 * transaction. What cannot be packed stays as it is.
 */
import { type Cid, encodeCid, fail, hashesTo, type Result, sha256Many } from '@kifu/core';
import type { FindGame } from '@kifu/record';
import { decodeHeader, decodeNext, isEnding } from '@kifu/record/node';
import { pack } from '@kifu/record/pack';
import {
  BlockCorruptError,
  BlockNotFoundError,
  type BlockStore,
  loadNodes,
} from '@kifu/record/store';
import { createPacer, type MatchHead, type UpkeepOptions } from '../library/upkeep.ts';
import { readCid } from '../sql/rows.ts';
import type { Batches } from './batches.ts';
import { SqliteClosedError } from './errors.ts';
import type { FileRows } from './rows-of-file.ts';

/** What packing came to. */
export interface PackedCount {
  readonly matches: number;
  /** How many bytes the nodes of those matches have, and how many their packs. */
  readonly nodeBytes: number;
  readonly packBytes: number;
  /** Matches that have ended, and cannot be packed. */
  readonly left: number;
}

/** Packs, bit by bit, whatever has ended. */
export interface Packer {
  /** Hears of a head that has moved; without its bytes where nobody has them at hand. */
  offer(match: Uint8Array, head: Uint8Array, bytes: Uint8Array | null): void;
  /** Packs all that has ended, at once. */
  packAll(options?: UpkeepOptions): Promise<PackedCount>;
  /** Waits for the match that is being packed. */
  close(): Promise<void>;
}

interface Parts {
  readonly path: string;
  readonly rows: FileRows;
  readonly blocks: BlockStore;
  readonly batches: Batches;
  readonly findGame: FindGame;
}

/** An ending is a list of eight, and nothing else in a chain is. Record format, `ending`. */
const LIST_OF_EIGHT = 0x88;
/** What is beyond this is looked for in the file later. */
const MOST_WAITING = 4096;
/** How much longer it rests than it works, so that live matches have the thread. */
const REST = 3;
const LEAST_REST_MS = 10;

/** Packs in the background, from the moment on at which it is made. */
export function createPacker(parts: Parts): Packer {
  let waiting: MatchHead[] = [];
  /** Up to which head the file has been looked through; null where it need not be. */
  let after: number | null = 0;
  let running: Promise<void> | null = null;
  const closing = new AbortController();
  let packingAll: Promise<unknown> = Promise.resolve();
  let wake = () => {};
  let isClosed = false;

  const rest = (ms: number) =>
    new Promise<void>(done => {
      if (isClosed) return done();
      wake = done;
      // a program that has nothing else to do may end
      setTimeout(done, ms).unref();
    });

  const next = (): MatchHead | null => {
    if (isLoose(parts.rows)) {
      waiting = [];
      after = 0;
      return null;
    }
    if (waiting.length > 0) return waiting.shift()!;
    if (after === null) return null;
    waiting = parts.rows.looseHeads(after).map(({ id, match, head }) => {
      after = id;
      return { match: readCid(match), head: readCid(head) };
    });
    if (waiting.length === 0) after = null;
    return waiting.shift() ?? null;
  };

  const run = async (): Promise<void> => {
    while (!isClosed && parts.batches.refusal === null) {
      await packingAll;
      if (isClosed) break;
      const start = performance.now();
      const one = attempt(next);
      if (one === null) break;
      // nobody waits for this: what cannot be written now is tried when the file is opened again
      await packMatch(parts, one).catch(() => null);
      await rest(Math.max(LEAST_REST_MS, REST * (performance.now() - start)));
    }
    running = null;
  };

  running = rest(LEAST_REST_MS).then(run);
  return {
    offer(match, head, bytes) {
      if (bytes !== null && bytes[0] !== LIST_OF_EIGHT) return;
      if (waiting.length < MOST_WAITING)
        waiting.push({ match: readCid(match), head: readCid(head) });
      else after ??= 0;
      if (!isClosed) running ??= run();
    },
    packAll(options) {
      // two at once would pack the same matches twice
      const signal = AbortSignal.any([
        closing.signal,
        ...(options?.signal ? [options.signal] : []),
      ]);
      const mine = packingAll.then(() => packAll(parts, { ...options, signal }));
      packingAll = mine.catch(() => null);
      return mine;
    },
    async close() {
      isClosed = true;
      closing.abort(new SqliteClosedError(parts.path));
      wake();
      await running;
    },
  };
}

/** Whether a file keeps matches that have ended as they are. Any process may have said so, at any time. */
export const isLoose = (rows: FileRows): boolean => rows.mark('loose') === 1;

/** Where the file cannot be read, there is nothing to do. */
function attempt<T>(look: () => T | null): T | null {
  try {
    return look();
  } catch {
    return null;
  }
}

async function packAll(
  parts: Parts,
  { onProgress, signal }: UpkeepOptions = {},
): Promise<PackedCount> {
  const pace = createPacer(signal);
  let [matches, nodeBytes, packBytes, left, done] = [0, 0, 0, 0, 0];
  const packOne = async (one: MatchHead): Promise<void> => {
    const packed = await packMatch(parts, one);
    if (packed === 'left') left++;
    else if (packed !== null) {
      matches++;
      nodeBytes += packed.nodeBytes;
      packBytes += packed.packBytes;
    }
    onProgress?.({ step: 'matches', done: ++done, total: null });
  };
  for (let after = 0, page = parts.rows.looseHeads(0); page.length > 0; ) {
    // all of a page are written together: a commit for each would take longer than packing it
    const writing: Promise<void>[] = [];
    try {
      for (const { id, match, head } of page) {
        await pace();
        writing.push(packOne({ match: readCid(match), head: readCid(head) }));
        after = id;
      }
    } finally {
      await Promise.allSettled(writing); // also where it is told to stop
    }
    await Promise.all(writing);
    page = parts.rows.looseHeads(after);
  }
  return { matches, nodeBytes, packBytes, left };
}

/** Packs a match; null where it goes on, its game is not known, or somebody else was quicker. */
async function packMatch(
  { blocks, batches, findGame }: Parts,
  one: MatchHead,
): Promise<Pick<PackedCount, 'nodeBytes' | 'packBytes'> | 'left' | null> {
  const nodes = await endedNodes(blocks, one.head);
  if (nodes === null) return null;
  const head = { match: encodeCid(one.match), head: encodeCid(one.head) };
  const packed = nodes.ok ? await packNodes(findGame, one.match, nodes.value) : nodes;
  if (nodes.ok && packed.ok) {
    const digests = sha256Many(nodes.value);
    const bytes = packed.value;
    const op = {
      do: 'pack',
      ...head,
      from: head.head,
      digests,
      bytes,
      list: null,
      remarks: null,
    } as const;
    if (!(await batches.write(op))) return null;
    const nodeBytes = nodes.value.reduce((sum, { length }) => sum + length, 0);
    return { nodeBytes, packBytes: bytes.length };
  }
  // another program, or a newer one, may know the game
  if (!packed.ok && packed.fault.code === 'unknown-game') return null;
  // a record with a hole may become whole again
  if (nodes.ok) await batches.write({ do: 'leave', ...head });
  return 'left';
}

/** The nodes of a match that has ended; null where it goes on. What cannot be read is a fault here. */
async function endedNodes(blocks: BlockStore, head: Cid): Promise<Result<Uint8Array[]> | null> {
  try {
    const last = decodeNext(await blocks.get(head));
    return last.ok && isEnding(last.value) ? await loadNodes({ blocks }, head) : null;
  } catch (error) {
    if (error instanceof BlockNotFoundError) return fail('not-found', error.message);
    if (error instanceof BlockCorruptError) return fail('broken-chain', error.message);
    throw error;
  }
}

/** A pack that gives the same nodes again. */
async function packNodes(
  findGame: FindGame,
  match: Cid,
  nodes: readonly Uint8Array[],
): Promise<Result<Uint8Array>> {
  if (!hashesTo(match, nodes[0]!)) return fail('broken-chain', 'the head leads to another match');
  const header = decodeHeader(nodes[0]!);
  if (!header.ok) return header;
  const game = await findGame(header.value.game, header.value.version);
  if (!game.ok) return game;
  return pack(game.value, nodes);
}
