/** Packed matches on their way out: unpacking plays and hashes them, so that they are not played again. */
import { type Cid, type Game, isSameCid, ok, type Result } from '@kifu/core';
import { readKifu } from '@kifu/record';
import { loadAnnotations, openRemarks } from '@kifu/record/annotations';
import type { Writable } from '@kifu/record/file';
import type { Io } from '../../io.ts';
import type { Library } from '../open.ts';

/** A packed match, ready to be written; null where it has to be read node by node. */
export async function openPacked(
  { games }: Pick<Io, 'games'>,
  { file, remarks: store }: Library,
  match: Cid,
): Promise<Result<Writable & { readonly losses: readonly string[] }> | null> {
  const unpacked = (await file?.unpack(match)) ?? null;
  if (unpacked === null) return null;
  const { nodes, head } = unpacked;
  const kifu = readKifu(nodes);
  if (!kifu.ok) return null;
  const kit = await games.load(kifu.value.header.game, kifu.value.header.version);
  if (!kit.ok) return null;
  const { remarks, losses } = await loadAnnotations(store, match);
  const opened = remarks === null ? null : openRemarks(kit.value.game as Game, remarks);
  // annotations about another node are cut, and the losses list it
  if (opened !== null && !(opened.ok && isSameCid(opened.value.about, head))) return null;
  const said = opened?.value.remarks ?? { notes: [], variations: [] };
  return ok({ kit: kit.value, kifu: { ...kifu.value, ...said }, nodes, head, losses });
}
