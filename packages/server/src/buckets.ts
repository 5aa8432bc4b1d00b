/** How much may come in a time: buckets that fill up again. */

/** A bucket. */
export interface Bucket {
  /** Whether so much is left. */
  has(nowMs: number, amount?: number): boolean;
  /** Takes so much, and says whether it was left; nothing is taken where it was not. */
  take(nowMs: number, amount?: number): boolean;
}

/** A bucket that holds `burst` and gets `perSecond` back each second. */
export function createBucket(perSecond: number, burst: number): Bucket {
  let left = burst;
  let sinceMs = 0;
  const fill = (nowMs: number): void => {
    if (nowMs > sinceMs) left = Math.min(burst, left + ((nowMs - sinceMs) * perSecond) / 1000);
    sinceMs = nowMs;
  };
  return {
    has(nowMs, amount = 1) {
      fill(nowMs);
      return left >= amount;
    },
    take(nowMs, amount = 1) {
      fill(nowMs);
      if (left < amount) return false;
      left -= amount;
      return true;
    },
  };
}

/** Buckets by name, forgotten when they are full again. */
export interface Buckets {
  of(name: string): Bucket;
  take(name: string, nowMs: number): boolean;
}

const MOST = 10_000;

/** One bucket for each name; at most some thousands, the oldest go first. */
export function createBuckets(perSecond: number, burst: number): Buckets {
  const buckets = new Map<string, Bucket>();
  const of = (name: string): Bucket => {
    const known = buckets.get(name);
    if (known !== undefined) return known;
    if (buckets.size >= MOST) buckets.delete(buckets.keys().next().value!);
    const bucket = createBucket(perSecond, burst);
    buckets.set(name, bucket);
    return bucket;
  };
  return { of, take: (name, nowMs) => of(name).take(nowMs) };
}
