/** Rate limits: buckets that refill over time. */

/** A token bucket. */
export interface Bucket {
  /** Whether this amount is left. */
  has(nowMs: number, amount?: number): boolean;
  /** Takes an amount and returns true; takes nothing and returns false if less is left. */
  take(nowMs: number, amount?: number): boolean;
}

/** Creates a bucket that holds `burst` and regains `perSecond` each second. */
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

/** Buckets by name; full ones are dropped. */
export interface Buckets {
  of(name: string): Bucket;
  take(name: string, nowMs: number): boolean;
}

const MOST = 10_000;

/** Returns the bucket of a name; there are some thousands at most, and the oldest are dropped first. */
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
