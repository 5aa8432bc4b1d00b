/** The note that a reader edits. */
import type { NoteLine } from '../engine/types.ts';

/** The note that is edited after n entries: the first without an author. */
export const editedNote = (notes: readonly NoteLine[], at: number): NoteLine | null =>
  notes.find(({ n, author }) => n === at && author === null) ?? null;
