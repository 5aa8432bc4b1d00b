/** Marks of imports: how far each file was imported. They are in the vault, so that a backup has them, and go when a match does, because what they say is no longer true then. */
import type { Json } from '@kifu/core';
import type { Ask, Vault } from '@kifu/record/store';
import { IMPORT_KIND } from './import-kind.ts';

/** Says how far each file was imported. */
export interface ImportMarks {
  /** Undefined where the file was not imported, or a match has been forgotten since. */
  get(file: string, ask?: Ask): Promise<Json | undefined>;
  /** Resolves when it is durable. */
  put(file: string, mark: Json, ask?: Ask): Promise<void>;
}

/** The marks in a vault. */
export const importMarks = (vault: Vault): ImportMarks => ({
  get: (file, ask) => vault.get(IMPORT_KIND, file, ask),
  put: (file, mark, ask) => vault.put(IMPORT_KIND, file, mark, ask),
});
