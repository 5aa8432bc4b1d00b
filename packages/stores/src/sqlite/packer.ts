/**
 * Packs matches of a file that have ended. A pack takes the place of the nodes in one transaction, after it was unpacked again and gave the
 * same bytes.
 */
import { encodeCid, sha256Many } from '@kifu/core';
import type { FindGame } from '@kifu/record';
import type { BlockStore } from '@kifu/record/store';
import type { MatchHead } from '../library/upkeep.ts';
import { packEnded, packNodesBy } from '../sql/pack-ended.ts';
import { createPacker, type PackedSize, type Packer } from '../sql/packer.ts';
import type { Batches } from './batches.ts';
import { SqliteClosedError } from './errors.ts';
import type { FileRows } from './rows-of-file.ts';

interface PackerParts {
  readonly path: string;
  readonly rows: FileRows;
  readonly blocks: BlockStore;
  readonly batches: Batches;
  readonly findGame: FindGame;
}

/** Packs in the background, from the moment on at which it is made. */
export const createFilePacker = (parts: PackerParts): Packer =>
  createPacker({
    looseHeads: parts.rows.looseHeads,
    isOff: () => isLoose(parts.rows),
    isRefused: () => parts.batches.refusal !== null,
    pack: one => packMatch(parts, one),
    closedError: () => new SqliteClosedError(parts.path),
    restTimes: 3,
  });

/** Whether a file keeps ended matches unpacked. Any process may have set this, at any time. */
export const isLoose = (rows: FileRows): boolean => rows.mark('loose') === 1;

async function packMatch(
  { blocks, batches, findGame }: PackerParts,
  one: MatchHead,
): Promise<PackedSize | 'left' | null> {
  const packed = await packEnded(blocks, packNodesBy(findGame), one);
  if (packed === null) return null;
  if (packed === 'hole') return 'left';
  const head = { match: encodeCid(one.match), head: encodeCid(one.head) };
  if (packed === 'never') {
    await batches.write({ do: 'leave', ...head });
    return 'left';
  }
  const { nodes, pack: bytes } = packed;
  const digests = sha256Many(nodes);
  const rest = { from: head.head, digests, bytes, list: null, remarks: null };
  if (!(await batches.write({ do: 'pack', ...head, ...rest }))) return null;
  const nodeBytes = nodes.reduce((sum, { length }) => sum + length, 0);
  return { nodeBytes, packBytes: bytes.length };
}
