/** A cache for immutable values, bounded by size; the least recently used are dropped first. */

/** Cache with a limit in bytes. */
export interface Cache<T> {
  get(key: string): T | undefined;
  set(key: string, value: T, sizeBytes: number): void;
}

/** Creates a cache; values larger than a quarter of it are not cached. */
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
