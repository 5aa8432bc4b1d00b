/** Records that other commands made, kept in the library on the side: where that fails, what they did stands all the same. */
import { formatFault, type Kifu, type Kit } from '@kifu/core';
import { type Io, put } from '../io.ts';
import { printable } from '../text.ts';
import { keepRecord, type Labels, prepareNodes } from './keep.ts';
import { withLibrary } from './open.ts';

/** Keeps a record that was made here; what stands in the way is told on standard error. */
export async function keepMade(
  io: Io,
  {
    kit,
    kifu,
    nodes,
  }: { readonly kit: Kit; readonly kifu: Kifu; readonly nodes: readonly Uint8Array[] },
  labels: Labels,
): Promise<void> {
  const record = prepareNodes(kit, kifu, nodes, labels);
  const kept = record.ok
    ? await withLibrary(io, library => keepRecord(library, record.value))
    : record;
  if (kept.ok) return;
  const why = printable(formatFault(kept.fault));
  await put(io.stderr, `kifu: the record is not kept in the library: ${why}\n`);
}
