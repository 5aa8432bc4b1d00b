/** Annotations in memory. */
import { formatCid } from '@kifu/core';
import type { AnnotationStore } from '@kifu/record/store';

/** Creates a store of annotations in memory, empty at first. */
export function memoryRemarks(): AnnotationStore {
  /** By match. Copies, so that callers cannot change them. */
  const blocks = new Map<string, Uint8Array>();
  return {
    async get(match, ask) {
      ask?.signal?.throwIfAborted();
      return blocks.get(formatCid(match))?.slice() ?? null;
    },
    async put(match, remarks, ask) {
      ask?.signal?.throwIfAborted();
      blocks.set(formatCid(match), Uint8Array.from(remarks));
    },
    async remove(match, ask) {
      ask?.signal?.throwIfAborted();
      blocks.delete(formatCid(match));
    },
  };
}
