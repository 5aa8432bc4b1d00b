/** Records that other commands made, kept in the library on the side: where that fails, what they did stands all the same. */

import { cidOf, type Game, type Kifu, type Kit } from '@kifu/core';
import { remarksBlock } from '@kifu/record/annotations';
import { faultText } from '../fault-text.ts';
import { type Io, put } from '../io.ts';
import { printable } from '../text.ts';
import { formatId } from './ids.ts';
import { withLibrary } from './open.ts';
import { type Labels, prepareSource } from './prepare.ts';
import { saveToLibrary } from './save.ts';

/** Saves a record created here and returns its ID; null after an error, which is printed. */
export async function saveCreated(
  io: Io,
  {
    kit,
    kifu,
    nodes,
  }: { readonly kit: Kit; readonly kifu: Kifu; readonly nodes: readonly Uint8Array[] },
  labels: Labels,
): Promise<string | null> {
  const head = cidOf('dag-cbor', nodes.at(-1)!);
  const { remarks, losses } = remarksBlock(kit.game as Game, head, kifu);
  const source = { name: '', form: 'library', losses, nodes, head, remarks };
  const record = await prepareSource(io.games, source, { labels, isPacked: true });
  const kept = record.ok
    ? await withLibrary(io, library => saveToLibrary(io.games, library, record.value))
    : record;
  const t = io.texts.reports.records;
  const told = kept.ok
    ? [...losses, ...kept.value.losses].map(t.notInLibrary)
    : [t.notSaved(faultText(io, kept.fault))];
  for (const line of told) await put(io.stderr, `kifu: ${printable(line)}\n`);
  return kept.ok ? formatId(kept.value.match) : null;
}
