/** What tests read and play records with. */
import { loadKit } from '@kifu/games';
import { findCommitGame } from '@kifu/games/commits';
import type { Block } from '@kifu/record/node';
import type { BlockStore } from '@kifu/record/store';
import { memoryBlocks } from '@kifu/stores/memory';
import { createKeyring } from '../src/pgp/keyring.ts';
import type { Keeping } from '../src/read-record.ts';

/** Finds a game of ours. */
export const findGame = findCommitGame(loadKit);

/** An empty store, and a keyring, to read with. */
export const makeReading = (blocks: BlockStore = memoryBlocks()): Keeping => ({
  blocks,
  keyring: createKeyring(),
  findGame,
});

/** Puts blocks into a store. */
export async function putAll(blocks: BlockStore, all: readonly Block[]): Promise<void> {
  for (const { cid, bytes } of all) await blocks.put(cid, bytes);
}
