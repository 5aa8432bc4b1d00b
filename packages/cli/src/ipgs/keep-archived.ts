/** Saves games that both players signed to the library, as native records. */
import { type Kit, ok, type Result } from '@kifu/core';
import { type PeerGameState, toKifu } from '@kifu/ipgs';
import { recordKifu } from '@kifu/record';
import { saveCreated } from '../library/save-created.ts';
import type { PeerFolder } from './peer-folder.ts';

/** The record of a game as a native one, with the kit of its game. */
async function nativeOf(folder: PeerFolder, { record, merged, signatures }: PeerGameState) {
  const kit = await folder.kitOf(record.game.name);
  if (!kit.ok) return kit;
  const kifu = toKifu({ record, commits: merged.commits, signatures });
  return kifu.ok ? ok({ kit: kit.value as Kit, kifu: kifu.value }) : kifu;
}

/** Saves an archived game to the library. */
export async function saveArchived(folder: PeerFolder, game: PeerGameState): Promise<Result<null>> {
  const native = await nativeOf(folder, game);
  if (!native.ok) return native;
  const { kit, kifu } = native.value;
  const made = recordKifu(kit.game as never, kifu);
  if (!made.ok) return made;
  await saveCreated(folder.io, { kit, kifu, nodes: made.value.nodes }, { source: 'ipgs' });
  return ok(null);
}
