/** What tests read and play records with. */
import { type Kit, ok, type Result } from '@kifu/core';
import { loadKit } from '@kifu/games';
import { commitFormOf } from '@kifu/games/commits';
import type { Block } from '@kifu/record/node';
import type { BlockStore } from '@kifu/record/store';
import { memoryBlocks } from '@kifu/stores/memory';
import type { PeerGame } from '../src/life/game-record.ts';
import { createKeyring } from '../src/pgp/keyring.ts';
import type { Reading } from '../src/read-record.ts';

/** Finds a game of ours. */
export async function findGame(name: string): Promise<Result<PeerGame>> {
  const kit = await loadKit(name);
  if (!kit.ok) return kit;
  const form = commitFormOf(kit.value as Kit);
  return form.ok ? ok({ game: kit.value.game as PeerGame['game'], form: form.value }) : form;
}

/** An empty store, and a keyring, to read with. */
export const makeReading = (blocks: BlockStore = memoryBlocks()): Reading => ({
  blocks,
  keyring: createKeyring(),
  findGame,
});

/** Puts blocks into a store. */
export async function putAll(blocks: BlockStore, all: readonly Block[]): Promise<void> {
  for (const { cid, bytes } of all) await blocks.put(cid, bytes);
}
