/** Tidies up: removes blocks that no head, listing or branch leads to, while others go on writing. */
import { type Cid, encodeCid, parseCid } from '@kifu/core';
import { decodeRemarks, readPackHeader, termsOf } from '@kifu/record';
import { reach, type Visit } from '../library/reach.ts';
import { createPacer, eachListing, type Inventory, type UpkeepOptions } from '../library/upkeep.ts';
import { readCid } from '../sql/rows.ts';
import type { Batches } from './batches.ts';
import { Bits } from './bits.ts';
import { packKeyOf } from './pack-key.ts';
import type { Packed } from './packed.ts';
import type { Reads } from './reads.ts';
import type { BlockPlace, FileRows } from './rows-of-file.ts';
import { PACKED } from './schema.ts';

/** How to tidy up. */
export interface GcOptions extends UpkeepOptions {
  /** Blocks that came less than this long ago are kept, in milliseconds; an hour unless told. Somebody may be about to use them. */
  readonly graceMs?: number;
  /** Blocks to keep besides, with all that they lead to. */
  readonly keep?: Iterable<Cid>;
  /** Counts, and removes nothing. */
  readonly dryRun?: boolean;
}

/** What was tidied up. */
export interface Collected {
  /** Blocks that were looked at: those that are old enough. */
  readonly blocks: number;
  /** Blocks that were removed, or would have been, and their bytes. The room is used again; the file does not shrink. */
  readonly removed: number;
  readonly bytes: number;
}

interface Parts {
  readonly store: Inventory;
  readonly reads: Reads;
  readonly rows: FileRows;
  readonly packed: Packed;
  readonly batches: Batches;
}

const GRACE_MS = 3_600_000;
/** How often it looks again where heads keep moving to what was there before. */
const MOST_ROUNDS = 20;

/**
 * Removes what nothing leads to. A block that was put within the grace is kept. All heads are followed before, and where one moves to
 * old blocks meanwhile, that is seen when they are to be removed, and heads are followed again. Throws where a chain has a hole: nobody
 * knows what lies behind it.
 */
export async function collectGarbage(
  parts: Parts,
  { graceMs = GRACE_MS, keep = [], dryRun = false, ...options }: GcOptions = {},
): Promise<Collected> {
  const { rows, batches } = parts;
  if (!dryRun) await batches.write({ do: 'note' }, options.signal);
  const second = Math.floor((Date.now() - graceMs) / 1000);
  const upTo = graceMs > 0 ? rows.blockAt(second) : rows.lastBlock();
  const marks = createMarks(parts, options);
  for (const cid of keep) await marks.follow(cid);
  let [blocks, removed, bytes, after] = [0, 0, 0, 0];
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const moved = rows.mark('moved');
    await marks.followAll();
    for (let page = rows.blocks(after, upTo); page.length > 0; page = rows.blocks(after, upTo)) {
      const unused = await marks.unusedOf(page);
      const ids = unused.map(({ id }) => id);
      if (ids.length > 0 && !dryRun)
        if (!(await batches.write({ do: 'collect', blocks: ids, moved }, options.signal))) break;
      blocks += page.length;
      removed += unused.length;
      bytes += unused.reduce((sum, { size }) => sum + size, 0);
      after = page.at(-1)!.id;
      options.onProgress?.({ step: 'blocks', done: blocks, total: null });
    }
    if (after >= upTo || rows.blocks(after, upTo).length === 0) break;
  }
  return { blocks, removed, bytes };
}

/** What is in use, as far as it is known. */
interface Marks {
  /** Takes note of a block, where it is there, and of all that it leads to. */
  follow(cid: Cid): Promise<void>;
  /** Follows all heads and listings; what was followed before costs nothing. */
  followAll(): Promise<void>;
  /** Those that nothing leads to. Words about a record that is in use are in use as well. */
  unusedOf(page: readonly BlockPlace[]): Promise<BlockPlace[]>;
}

function createMarks(
  { store, reads, rows, packed }: Parts,
  { onProgress, signal }: UpkeepOptions,
): Marks {
  const pace = createPacer(signal);
  const used = new Bits();
  const packsSeen = new Bits();
  const ask = signal === undefined ? {} : { signal };

  /** Packed nodes need no mark: what a pack leads to is seen by its header. */
  const visit: Visit = cid => {
    const id = reads.blockId(encodeCid(cid));
    return id === null ? rows.packsOf(packKeyOf(encodeCid(cid))).length === 0 : used.add(id);
  };
  const followHead = async (cid: Cid): Promise<void> => {
    await pace();
    await reach(store.blocks, cid, visit);
  };
  const follow = async (cid: Cid): Promise<void> => {
    if (await store.blocks.has(cid, ask)) await followHead(cid);
  };

  const followPack = async (id: number): Promise<void> => {
    if (!packsSeen.add(id)) return;
    const header = readPackHeader(rows.pack(id)!.bytes);
    const branch = header.ok ? termsOf(header.value).branch : null;
    const node = branch === null ? null : parseCid(branch.node);
    if (node?.ok) await follow(node.value);
  };

  const isUsed = async (cid: Cid): Promise<boolean> => {
    const id = reads.blockId(encodeCid(cid));
    return id === null ? packed.has(encodeCid(cid)) : used.has(id);
  };

  return {
    follow,
    async followAll() {
      let done = 0;
      for (let page = rows.heads(0); page.length > 0; page = rows.heads(page.at(-1)!.id))
        for (const { id, head, packed: how } of page) {
          await followHead(readCid(head));
          if (how === PACKED.yes) await followPack(id);
          done++;
          onProgress?.({ step: 'matches', done, total: null });
        }
      for await (const { match, head } of eachListing(store.library, ask)) {
        await follow(head);
        await follow(match);
      }
    },
    async unusedOf(page) {
      const unused: BlockPlace[] = [];
      for (const place of page) {
        if (used.has(place.id)) continue;
        await pace();
        const remarks = decodeRemarks(rows.bytesOf(place.id) ?? new Uint8Array(0));
        if (!remarks.ok || !(await isUsed(remarks.value.about))) unused.push(place);
      }
      return unused;
    },
  };
}
