/** Garbage collection while others write: deletes blocks that no head, summary or branch references, annotations without a match, and unneeded pairs of runs. */
import { type Cid, encodeCid, parseCid } from '@kifu/core';
import { decodeAnnotations } from '@kifu/record/annotations';
import { termsOf } from '@kifu/record/match-state';
import { readPackHeader } from '@kifu/record/pack';
import { reach, type Visit } from '../library/reach.ts';
import {
  createPacer,
  eachListing,
  type GcOptions,
  type GcResult,
  type Inventory,
  type UpkeepOptions,
} from '../library/upkeep.ts';
import { PACKED } from '../sql/packed-mark.ts';
import type { Batches } from './batches.ts';
import { Bits } from './bits.ts';
import { SqliteDamagedError } from './errors.ts';
import type { PackedInFile } from './packed.ts';
import type { Reads } from './reads.ts';
import { type FileRows, readHead, type SizedBlock } from './rows-of-file.ts';
import type { LeafPlace } from './run-writer.ts';
import { RUNS } from './runs.ts';

interface GcParts {
  readonly path: string;
  readonly store: Inventory;
  readonly reads: Reads;
  readonly rows: FileRows;
  readonly packed: PackedInFile;
  readonly batches: Batches;
}

const GRACE_MS = 3_600_000;
/** How often it looks again where heads keep moving to what was there before. */
const MOST_ROUNDS = 20;

/**
 * Deletes unreferenced blocks, except recent ones. All heads are followed first; if one moves to
 * old blocks meanwhile, this is detected before they are deleted, and heads are followed again. Throws if a chain has a gap:
 * what lies behind it is unknown.
 */
export async function collectGarbage(
  parts: GcParts,
  { graceMs = GRACE_MS, keep = [], dryRun = false, ...options }: GcOptions = {},
): Promise<GcResult> {
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
  if (!dryRun) {
    await batches.write({ do: 'collect-remarks' }, options.signal);
    for (const kind of ['positions', 'nodes'] as const) await purge(parts, kind, options.signal);
    await shrink(batches, options.signal);
  }
  return { blocks, removed, bytes };
}

/** Takes what was dropped out of all runs. A merge that runs meanwhile leaves it out itself. */
async function purge(
  { rows, batches }: GcParts,
  kind: keyof typeof RUNS,
  signal: AbortSignal | undefined,
): Promise<void> {
  const numbers = rows.dropped(RUNS[kind]);
  if (numbers.length === 0) return;
  const next = (after: LeafPlace | null) => rows.leaves(RUNS[kind], after);
  for (let leaves = next(null); leaves.length > 0; leaves = next(leaves.at(-1)!))
    await batches.write({ do: 'purge', kind, leaves }, signal);
  await batches.write({ do: 'purged', kind, numbers }, signal);
}

/** Gives pages that are free back to the file system, some at a time, so that others can write in between. */
export async function shrink(batches: Batches, signal: AbortSignal | undefined): Promise<void> {
  while (await batches.write({ do: 'shrink' }, signal));
}

/** What is known to be in use. */
interface Marks {
  /** Marks a block, where it is there, and all that it leads to, as used. */
  follow(cid: Cid): Promise<void>;
  /** Follows all heads and listings; what was followed before costs nothing. */
  followAll(): Promise<void>;
  /** Returns the unreferenced blocks of a page. Annotations of a record in use are in use as well. */
  unusedOf(page: readonly SizedBlock[]): Promise<SizedBlock[]>;
}

function createMarks(
  { path, store, reads, rows, packed }: GcParts,
  { onProgress, signal }: UpkeepOptions,
): Marks {
  const pace = createPacer(signal);
  const used = new Bits();
  const packsSeen = new Bits();
  const ask = signal === undefined ? {} : { signal };

  /** Packed nodes need no mark: what a pack leads to is seen by its header. */
  const visit: Visit = cid => {
    const id = reads.blockId(encodeCid(cid));
    return id === null ? !packed.mayHave(encodeCid(cid)) : used.add(id);
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
        for (const row of page) {
          const one = readHead(row);
          if (one === null)
            throw new SqliteDamagedError(path, `head ${row.id} has invalid content IDs`);
          const isPacked = row.packed === PACKED.yes;
          if (isPacked) await followPack(row.id);
          // a match that is packed has blocks only where a writer has put them again
          if (!isPacked || reads.blockId(row.head) !== null) await followHead(one.head);
          done++;
          onProgress?.({ step: 'matches', done, total: null });
        }
      for await (const { match, head } of eachListing(store.library, ask)) {
        await follow(head);
        await follow(match);
      }
    },
    async unusedOf(page) {
      const unused: SizedBlock[] = [];
      for (const place of page) {
        if (used.has(place.id)) continue;
        await pace();
        const remarks = decodeAnnotations(rows.bytesOf(place.id) ?? new Uint8Array(0));
        if (!remarks.ok || !(await isUsed(remarks.value.about))) unused.push(place);
      }
      return unused;
    },
  };
}
