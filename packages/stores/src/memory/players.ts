/** Players in memory. */
import { sha256 } from '@kifu/core';
import type { PlayerStore } from '@kifu/record/store';

/** Creates a store of players in memory, empty at first. */
export function memoryPlayers(): PlayerStore {
  /** By id. Copies, so that callers cannot change them. */
  const files = new Map<string, Uint8Array>();
  const owners = new Map<string, string>();
  const free = (id: string): void => {
    for (const [handle, owner] of [...owners]) if (owner === id) owners.delete(handle);
  };
  return {
    async get(id, ask) {
      ask?.signal?.throwIfAborted();
      return files.get(id)?.slice() ?? null;
    },
    async find(handle, ask) {
      ask?.signal?.throwIfAborted();
      return owners.get(handle) ?? null;
    },
    async put({ id, file, handles }, from, ask) {
      ask?.signal?.throwIfAborted();
      const kept = files.get(id);
      if (!isSame(kept === undefined ? null : sha256(kept), from)) return 'changed';
      if (handles.some(handle => (owners.get(handle) ?? id) !== id)) return 'taken';
      files.set(id, Uint8Array.from(file));
      free(id);
      for (const handle of handles) owners.set(handle, id);
      return 'kept';
    },
    async remove(id, ask) {
      ask?.signal?.throwIfAborted();
      files.delete(id);
      free(id);
    },
  };
}

const isSame = (a: Uint8Array | null, b: Uint8Array | null): boolean =>
  a === null || b === null ? a === b : a.length === b.length && a.every((byte, i) => byte === b[i]);
