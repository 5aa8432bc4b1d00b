/** Garbage collection: deletes blocks that no head, summary or branch references, and annotations without a match, while others write. */
import { type Cid, decodeCid } from '@kifu/core';
import { decodeAnnotations } from '@kifu/record/annotations';
import type { Ask } from '@kifu/record/store';
import { reach } from '../library/reach.ts';
import {
  eachListing,
  type GcOptions,
  type GcResult,
  type Inventory,
  type MatchHead,
  type UpkeepOptions,
} from '../library/upkeep.ts';
import type { BlockRow } from '../sql/ops.ts';
import { bytesList } from './arrays.ts';
import type { Connections, Run } from './connections.ts';
import { DigestSet } from './digest-set.ts';
import { type BlockPage, blocksAfter, eachHead, FIRST_PAGE } from './rows.ts';

interface GcParts {
  readonly connections: Connections;
  readonly store: Inventory;
}

const GRACE_MS = 3_600_000;
/** How often it looks again where heads keep moving to what was there before. */
const MOST_ROUNDS = 20;
/** How many chains are followed at once: their blocks are read together. */
const HANDS = 128;

/**
 * Deletes unreferenced blocks, except recent ones and those that are put from now on. All heads are
 * followed first; if one moves to old blocks meanwhile, this is detected before they are deleted, and heads are followed again.
 * Throws if a chain has a gap: what lies behind it is unknown.
 */
export async function collectGarbage(
  parts: GcParts,
  { graceMs = GRACE_MS, keep = [], dryRun = false, ...options }: GcOptions = {},
): Promise<GcResult> {
  const { connections } = parts;
  const { onProgress, signal } = options;
  const until = await momentBefore(connections, graceMs, dryRun);
  const used = new DigestSet();
  const kept = [...keep];
  let [blocks, removed, bytes] = [0, 0, 0];
  let after: Uint8Array | null = FIRST_PAGE;
  for (let round = 0; round < MOST_ROUNDS && after !== null; round++) {
    const moved = await movedMark(connections);
    await followAll(parts, used, kept, options);
    while (after !== null) {
      signal?.throwIfAborted();
      const page: BlockPage = await blocksAfter(connections, after, until);
      const unused = page.blocks.filter(block => !isUsed(used, block));
      if (unused.length > 0 && !dryRun)
        if (!(await remove(connections, unused, { until, moved }))) break;
      blocks += page.blocks.length;
      removed += unused.length;
      bytes += unused.reduce((sum, block) => sum + block.bytes.length, 0);
      after = page.next;
      onProgress?.({ step: 'blocks', done: blocks, total: null });
    }
  }
  if (!dryRun) await connections.write({ text: COLLECT_REMARKS });
  return { blocks, removed, bytes };
}

/** Remarks about matches that are neither kept nor listed. */
const COLLECT_REMARKS = `DELETE FROM remarks r
  WHERE NOT EXISTS (SELECT FROM heads h WHERE h.match = r.match)
  AND NOT EXISTS (SELECT FROM matches m WHERE m.match = r.match)`;

/**
 * The moment that blocks must be older than. Transactions that write now are waited for: what they bring is seen when heads are
 * followed afterwards, and what later ones bring is younger.
 */
async function momentBefore(
  { read, transact }: Connections,
  graceMs: number,
  dryRun: boolean,
): Promise<string> {
  const look = async (run: Run) => {
    const text = "SELECT (clock_timestamp() - $1::float8 * interval '1 ms')::text AS until";
    const [row] = await run<{ until: string }>({ text, values: [graceMs] });
    return row!.until;
  };
  if (dryRun) return look(read);
  return transact(async run => {
    await run({ text: 'LOCK TABLE blocks IN SHARE MODE' });
    return look(run);
  });
}

const MOVED = "SELECT value FROM marks WHERE name = 'moved'";

/** Rises whenever a head moves to blocks that were there before. */
async function movedMark({ read }: Connections): Promise<number> {
  return (await read<{ value: number }>({ text: MOVED }))[0]!.value;
}

/** Follows all heads and listings; what was followed before costs nothing. */
async function followAll(
  { connections, store }: GcParts,
  used: DigestSet,
  keep: readonly Cid[],
  { onProgress, ...ask }: UpkeepOptions,
): Promise<void> {
  const visit = ({ digest }: Cid) => used.add(digest);
  const follow = async (cid: Cid): Promise<void> => {
    if (!used.has(cid.digest) && (await store.blocks.has(cid, ask)))
      await reach(store.blocks, cid, visit);
  };
  let done = 0;
  await inHands(keep, follow, ask);
  await inHands(
    eachHead(connections, ask),
    async ({ head }) => {
      await reach(store.blocks, head, visit);
      onProgress?.({ step: 'matches', done: ++done, total: null });
    },
    ask,
  );
  const listed = async ({ match, head }: MatchHead): Promise<void> => {
    await follow(head);
    await follow(match);
  };
  await inHands(eachListing(store.library, ask), listed, ask);
}

/** Many at once. */
async function inHands<T>(
  items: Iterable<T> | AsyncIterable<T>,
  work: (item: T) => Promise<void>,
  { signal }: Ask,
): Promise<void> {
  const source = from(items);
  const hands = Array.from({ length: HANDS }, async () => {
    for await (const item of source) {
      signal?.throwIfAborted();
      await work(item);
    }
  });
  await Promise.all(hands);
}

/** An iterable that several loops can take from: a loop that stops does not end it for the others. */
function from<T>(items: Iterable<T> | AsyncIterable<T>): AsyncIterable<T> {
  const iterator = (async function* () {
    yield* items;
  })();
  return { [Symbol.asyncIterator]: () => ({ next: () => iterator.next() }) };
}

/** Words about a record that is in use are in use as well. */
function isUsed(used: DigestSet, { cid, bytes }: BlockRow): boolean {
  const decoded = decodeCid(cid);
  if (decoded.ok && used.has(decoded.value.digest)) return true;
  const remarks = decodeAnnotations(bytes);
  return remarks.ok && used.has(remarks.value.about.digest);
}

/** False where a head has moved meanwhile to what was there before. Blocks that a writer has put again stay. */
const remove = (
  { transact }: Connections,
  blocks: readonly BlockRow[],
  { until, moved }: { readonly until: string; readonly moved: number },
): Promise<boolean> =>
  transact(async run => {
    const [row] = await run<{ value: number }>({ text: `${MOVED} FOR UPDATE` });
    if (row!.value !== moved) return false;
    await run({
      text: 'DELETE FROM blocks WHERE cid = ANY($1) AND at <= $2',
      values: [bytesList(blocks.map(({ cid }) => cid)), until],
    });
    return true;
  });
