/** Packs an ended match. The pack may be all that is left of it, so it is unpacked again and must give the same nodes. */
import { type Cid, fail, hashesTo, type Result } from '@kifu/core';
import type { FindGame } from '@kifu/record';
import { decodeHeader, decodeNext, isEnding } from '@kifu/record/node';
import { pack } from '@kifu/record/pack';
import {
  BlockCorruptError,
  BlockNotFoundError,
  type BlockStore,
  loadNodes,
} from '@kifu/record/store';
import type { MatchHead } from '../library/upkeep.ts';

/** Record and its pack. */
export interface PackedRecord {
  readonly nodes: readonly Uint8Array[];
  readonly pack: Uint8Array;
}

/** Packs the nodes of a match with this ID, and checks that the pack gives the same nodes. */
export type PackNodes = (match: Cid, nodes: readonly Uint8Array[]) => Promise<Result<Uint8Array>>;

/** An ended match as a pack; `never` if its record cannot be packed, `hole` if it cannot be read now, null if it is in progress or its game unknown. */
export async function packEnded(
  blocks: BlockStore,
  packNodes: PackNodes,
  { match, head }: MatchHead,
): Promise<PackedRecord | 'never' | 'hole' | null> {
  const nodes = await endedNodes(blocks, head);
  if (nodes === null) return null;
  // a record with a gap may become complete again
  if (!nodes.ok) return 'hole';
  const packed = await packNodes(match, nodes.value);
  if (packed.ok) return { nodes: nodes.value, pack: packed.value };
  // another program, or a newer one, may know the game
  return packed.fault.code === 'unknown-game' ? null : 'never';
}

/** Reads the nodes of an ended match; null if it is in progress. A match that cannot be read is a fault here. */
async function endedNodes(blocks: BlockStore, head: Cid): Promise<Result<Uint8Array[]> | null> {
  try {
    const last = decodeNext(await blocks.get(head));
    return last.ok && isEnding(last.value) ? await loadNodes({ blocks }, head) : null;
  } catch (error) {
    if (error instanceof BlockNotFoundError) return fail('not-found', error.message);
    if (error instanceof BlockCorruptError) return fail('broken-chain', error.message);
    throw error;
  }
}

/** Packs by the rules of games, in this thread. */
export const packNodesBy =
  (findGame: FindGame): PackNodes =>
  async (match, nodes) => {
    if (!hashesTo(match, nodes[0]!))
      return fail('broken-chain', 'the head belongs to another match');
    const header = decodeHeader(nodes[0]!);
    if (!header.ok) return header;
    const game = await findGame(header.value.game, header.value.version);
    if (!game.ok) return game;
    return pack(game.value, nodes);
  };
