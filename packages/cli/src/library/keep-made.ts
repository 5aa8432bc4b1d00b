/** Records that other commands made, kept in the library on the side: where that fails, what they did stands all the same. */
import { cidOf, formatFault, type Game, type Kifu, type Kit } from '@kifu/core';
import { remarksToJson } from '@kifu/record';
import { type Io, put } from '../io.ts';
import { printable } from '../text.ts';
import { keepRecord } from './keep.ts';
import { withLibrary } from './open.ts';
import { type Labels, prepareSource } from './prepare.ts';

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
  const head = cidOf('dag-cbor', nodes.at(-1)!);
  const remarks = remarksToJson(kit.game as Game, kifu);
  const source = { name: '', form: 'library', losses: [], nodes, head, remarks };
  const record = await prepareSource(io.games, source, { labels, isPacked: true });
  const kept = record.ok
    ? await withLibrary(io, library => keepRecord(io.games, library, record.value))
    : record;
  if (kept.ok) return;
  const why = printable(formatFault(kept.fault));
  await put(io.stderr, `kifu: the record is not kept in the library: ${why}\n`);
}
