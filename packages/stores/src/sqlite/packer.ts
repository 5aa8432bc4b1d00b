/**
 * Packs matches that have ended. A pack takes the place of the nodes only after it was unpacked again and gave the same bytes, and in one
 * transaction. What cannot be packed stays as it is.
 */
import { type Cid, cidOf, encodeCid, fail, hashesTo, type Result } from '@kifu/core';
import {
  type BlockStore,
  decodeHeader,
  decodeNext,
  type FindGame,
  isEnding,
  loadNodes,
  pack,
  unpackWith,
} from '@kifu/record';
import { createPacer, type MatchHead, type UpkeepOptions } from '../library/upkeep.ts';
import { readCid } from '../sql/rows.ts';
import type { Batches } from './batches.ts';
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
  let wake = () => {};
  let isClosed = false;

  const rest = (ms: number) =>
    new Promise<void>(done => {
      wake = done;
      setTimeout(done, ms).unref();
    });

  const next = (): MatchHead | null => {
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
      const start = performance.now();
      // nobody waits for this, and whoever reads the match hears what is wrong with it
      const did = await nextPacked().catch(() => true);
      if (!did) break;
      await rest(Math.max(LEAST_REST_MS, REST * (performance.now() - start)));
    }
    running = null;
  };

  const nextPacked = async (): Promise<boolean> => {
    const one = next();
    if (one !== null) await packMatch(parts, one);
    return one !== null;
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
    packAll: options => packAll(parts, options),
    async close() {
      isClosed = true;
      wake();
      await running;
    },
  };
}

async function packAll(
  parts: Parts,
  { onProgress, signal }: UpkeepOptions = {},
): Promise<PackedCount> {
  const pace = createPacer(signal);
  let [matches, nodeBytes, packBytes, left, done] = [0, 0, 0, 0, 0];
  for (let after = 0, page = parts.rows.looseHeads(0); page.length > 0; ) {
    for (const { id, match, head } of page) {
      await pace();
      const packed = await packMatch(parts, { match: readCid(match), head: readCid(head) });
      if (packed === 'left') left++;
      else if (packed !== null) {
        matches++;
        nodeBytes += packed.nodeBytes;
        packBytes += packed.packBytes;
      }
      done++;
      onProgress?.({ step: 'matches', done, total: null });
      after = id;
    }
    page = parts.rows.looseHeads(after);
  }
  return { matches, nodeBytes, packBytes, left };
}

/** Packs a match; null where it goes on, its game is not known, or somebody else was quicker. */
async function packMatch(
  { blocks, batches, findGame }: Parts,
  one: MatchHead,
): Promise<Pick<PackedCount, 'nodeBytes' | 'packBytes'> | 'left' | null> {
  const last = decodeNext(await blocks.get(one.head));
  if (!last.ok || !isEnding(last.value)) return null;
  const head = { match: encodeCid(one.match), head: encodeCid(one.head) };
  const nodes = await loadNodes({ blocks }, one.head);
  const packed = nodes.ok ? await packNodes(findGame, one.match, nodes.value) : nodes;
  if (nodes.ok && packed.ok) {
    const cids = nodes.value.map(node => encodeCid(cidOf('dag-cbor', node)));
    const bytes = packed.value;
    if (!(await batches.write({ do: 'pack', ...head, cids, bytes }))) return null;
    const nodeBytes = nodes.value.reduce((sum, { length }) => sum + length, 0);
    return { nodeBytes, packBytes: bytes.length };
  }
  // another program, or a newer one, may know the game
  if (!packed.ok && packed.fault.code === 'unknown-game') return null;
  await batches.write({ do: 'leave', ...head });
  return 'left';
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
  const packed = pack(game.value, nodes);
  if (!packed.ok) return packed;
  const again = unpackWith(game.value, packed.value);
  if (!again.ok) return again;
  const isSame =
    again.value.nodes.length === nodes.length &&
    again.value.nodes.every((node, i) => Buffer.compare(node, nodes[i]!) === 0);
  return isSame ? packed : fail('unsupported', 'the pack does not give the nodes again');
}
