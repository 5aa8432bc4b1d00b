/** Things kept in memory because they never change, the longest unused forgotten first; bounded by their size. */

/** A cache of some bytes. */
export interface Cache<T> {
  get(key: string): T | undefined;
  set(key: string, value: T, sizeBytes: number): void;
}

/** Makes a cache; what is larger than a quarter of it is not kept. */
export function createCache<T>(maxBytes: number): Cache<T> {
  const stored = new Map<string, { readonly value: T; readonly sizeBytes: number }>();
  let heldBytes = 0;
  return {
    get(key) {
      const found = stored.get(key);
      if (found === undefined) return undefined;
      stored.delete(key);
      stored.set(key, found);
      return found.value;
    },
    set(key, value, sizeBytes) {
      const before = stored.get(key);
      if (before !== undefined) heldBytes -= before.sizeBytes;
      stored.delete(key);
      if (sizeBytes > maxBytes / 4) return;
      stored.set(key, { value, sizeBytes });
      heldBytes += sizeBytes;
      for (const [oldest, { sizeBytes: size }] of stored) {
        if (heldBytes <= maxBytes) break;
        stored.delete(oldest);
        heldBytes -= size;
      }
    },
  };
}
