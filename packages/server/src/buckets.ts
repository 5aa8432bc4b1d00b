/** How much may come in a time: buckets that fill up again. */

/** A bucket: `take` says whether there was something left. */
export interface Bucket {
  take(nowMs: number): boolean;
}

/** A bucket that holds `burst` and gets `perSecond` back each second. */
export function createBucket(perSecond: number, burst: number): Bucket {
  let left = burst;
  let sinceMs = 0;
  return {
    take(nowMs) {
      left = Math.min(burst, left + ((nowMs - sinceMs) * perSecond) / 1000);
      sinceMs = nowMs;
      if (left < 1) return false;
      left--;
      return true;
    },
  };
}

/** Buckets by name, forgotten when they are full again. */
export interface Buckets {
  take(name: string, nowMs: number): boolean;
}

const MOST = 10_000;

/** One bucket for each name; at most some thousands, the oldest go first. */
export function createBuckets(perSecond: number, burst: number): Buckets {
  const buckets = new Map<string, Bucket>();
  return {
    take(name, nowMs) {
      let bucket = buckets.get(name);
      if (bucket === undefined) {
        if (buckets.size >= MOST) buckets.delete(buckets.keys().next().value!);
        bucket = createBucket(perSecond, burst);
        buckets.set(name, bucket);
      }
      return bucket.take(nowMs);
    },
  };
}
