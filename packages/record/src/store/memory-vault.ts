/** A vault in memory. */
import { canonicalText, type Json } from '@kifu/core';
import type { Vault } from './ports.ts';

/** A vault in memory, empty at first. It survives no crash. */
export function memoryVault(): Vault {
  /** By kind, then by name. Values are text, so that callers cannot change them. */
  const kinds = new Map<string, Map<string, string>>();
  const namesOf = (kind: string): Map<string, string> => {
    const names = kinds.get(kind) ?? new Map<string, string>();
    kinds.set(kind, names);
    return names;
  };
  return {
    async get(kind, name, ask) {
      ask?.signal?.throwIfAborted();
      const text = kinds.get(kind)?.get(name);
      return text === undefined ? undefined : (JSON.parse(text) as Json);
    },
    async put(kind, name, value, ask) {
      ask?.signal?.throwIfAborted();
      const text = canonicalText(value);
      namesOf(kind).set(name, text);
    },
    async add(kind, name, value, ask) {
      ask?.signal?.throwIfAborted();
      const text = canonicalText(value);
      const names = namesOf(kind);
      if (names.has(name)) return false;
      names.set(name, text);
      return true;
    },
    async remove(kind, name, ask) {
      ask?.signal?.throwIfAborted();
      const names = kinds.get(kind);
      names?.delete(name);
      if (names?.size === 0) kinds.delete(kind);
    },
    async names(kind, ask) {
      ask?.signal?.throwIfAborted();
      return [...(kinds.get(kind)?.keys() ?? [])].sort();
    },
  };
}
