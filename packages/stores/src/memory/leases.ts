/** Leases in memory, and stores that check them: for tests, and for single processes. */
import { type Cid, formatCid, hashesTo } from '@kifu/core';
import {
  type AppendOptions,
  BlockCorruptError,
  checkTtlMs,
  LeaseLostError,
  type Leases,
  type SharedStores,
} from '@kifu/record/store';
import { memoryBlocks } from './blocks.ts';
import { headsIn, textOf } from './heads.ts';

interface Lease {
  readonly owner: string;
  readonly fence: number;
  readonly untilMs: number;
}

/** Creates all stores that a live match needs, in memory, empty at first. The clock can be given, in milliseconds since 1970. */
export function memoryStores(nowMs: () => number = Date.now): SharedStores {
  const [blocks, heads, held] = [
    memoryBlocks(),
    new Map<string, string>(),
    new Map<string, Lease>(),
  ];
  return {
    blocks,
    heads: headsIn(heads),
    leases: memoryLeases(held, nowMs),
    // no await between comparing and setting
    async append(given, match, from, to, ask) {
      ask?.signal?.throwIfAborted();
      for (const { cid, bytes } of given)
        if (!hashesTo(cid, bytes)) throw new BlockCorruptError(cid);
      checkFence(held, ask?.lease ?? match, ask);
      const id = formatCid(match);
      if (textOf(from) !== heads.get(id)) return false;
      const puts = given.map(({ cid, bytes }) => blocks.put(cid, bytes));
      heads.set(id, formatCid(to));
      await Promise.all(puts);
      return true;
    },
  };
}

function checkFence(held: ReadonlyMap<string, Lease>, match: Cid, ask: AppendOptions = {}): void {
  const { fence } = ask;
  if (fence !== undefined && held.get(formatCid(match))?.fence !== fence)
    throw new LeaseLostError(match, fence);
}

function memoryLeases(held: Map<string, Lease>, nowMs: () => number): Leases {
  let last = 0;
  const owners = new Map<string, { readonly seenMs: number; readonly untilMs: number }>();
  const isOver = ({ owner, untilMs }: Lease, now: number): boolean =>
    Math.max(untilMs, owners.get(owner)?.untilMs ?? 0) <= now;
  /** Returns the lease, if it has this fence. */
  const find = (id: string, fence: number): Lease | null => {
    const lease = held.get(id);
    return lease?.fence === fence ? lease : null;
  };
  return {
    async take(match, owner, ttlMs, ask) {
      ask?.signal?.throwIfAborted();
      const [id, now] = [formatCid(match), nowMs()];
      const untilMs = now + checkTtlMs(ttlMs);
      const other = held.get(id);
      if (other !== undefined && other.owner !== owner && !isOver(other, now))
        return { ...other, fence: null, before: null, leftMs: Math.max(0, other.untilMs - now) };
      const lease = { owner, fence: ++last, untilMs };
      held.set(id, lease);
      const before = other === undefined || other.owner === owner ? null : other.owner;
      return { ...lease, before, leftMs: ttlMs };
    },
    async renew(match, fence, ttlMs, ask) {
      ask?.signal?.throwIfAborted();
      const id = formatCid(match);
      const untilMs = nowMs() + checkTtlMs(ttlMs);
      const lease = find(id, fence);
      if (lease !== null) held.set(id, { ...lease, untilMs });
      return lease !== null;
    },
    async release(match, fence, ask) {
      ask?.signal?.throwIfAborted();
      const id = formatCid(match);
      return find(id, fence) !== null && held.delete(id);
    },
    async hold(owner, ttlMs, ask) {
      ask?.signal?.throwIfAborted();
      const now = nowMs();
      const others = [...owners].map(([name, { seenMs, untilMs }]) => ({
        owner: name,
        leftMs: Math.max(0, untilMs - now),
        silentMs: now - seenMs,
      }));
      owners.set(owner, { seenMs: now, untilMs: now + checkTtlMs(ttlMs) });
      return others;
    },
    async vacant(matches, ask) {
      ask?.signal?.throwIfAborted();
      const now = nowMs();
      return matches.filter(match => {
        const lease = held.get(formatCid(match));
        return lease === undefined || isOver(lease, now);
      });
    },
  };
}
