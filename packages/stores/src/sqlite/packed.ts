/** Nodes of packed matches of a file, found by runs of their keys. */
import type { FindGame } from '@kifu/record';
import { nodeKeyOf } from '../sql/node-key.ts';
import { createPacked, type Packed } from '../sql/packed.ts';
import { SqlitePackedError } from './errors.ts';
import type { FileRows } from './rows-of-file.ts';

/** Packed matches of a file. */
export interface PackedInFile extends Packed {
  /** Whether a node may be in a pack: false is certain. */
  mayHave(cid: Uint8Array): boolean;
}

/** Opens packs with the rules of their games, and caches a number of bytes of them. */
export function createPackedInFile(
  path: string,
  rows: FileRows,
  findGame: FindGame | undefined,
  cacheBytes: number,
): PackedInFile {
  const packsOf = (cid: Uint8Array) => rows.packsOf(nodeKeyOf(cid));
  const packed = createPacked(
    {
      packsOf,
      bytes: pack => rows.pack(pack)?.bytes ?? null,
      error: (pack, why) => new SqlitePackedError(path, pack, why),
    },
    findGame,
    cacheBytes,
  );
  return { ...packed, mayHave: cid => packsOf(cid).length > 0 };
}
