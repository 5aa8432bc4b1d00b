/** Deletes a match: its head, its pack, its summary and its annotations. `gc` deletes its unreferenced blocks later. */
import type { Batches } from './batches.ts';
import type { PackedInFile } from './packed.ts';
import type { FileRows } from './rows-of-file.ts';

interface ForgetParts {
  readonly rows: FileRows;
  readonly packed: PackedInFile;
  readonly batches: Batches;
}

/** Returns whether the match was there. One that continues at the same moment is deleted as well. */
export async function forget(
  { rows, packed, batches }: ForgetParts,
  match: Uint8Array,
  signal?: AbortSignal,
): Promise<boolean> {
  for (;;) {
    const row = rows.head(match);
    if (row === null) {
      const rest = [
        { do: 'remove', match },
        { do: 'drop-remarks', match },
      ] as const;
      await Promise.all(rest.map(op => batches.write(op, signal)));
      return false;
    }
    const isDone = await batches.write({ do: 'forget', match, head: row.head }, signal);
    packed.drop(row.id);
    if (isDone) return true;
  }
}
