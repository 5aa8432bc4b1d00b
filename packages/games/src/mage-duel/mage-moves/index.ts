/** The chain of moves as a dialect: JSON Lines, a head and then one Move a line. Rule sheet §7, §16.3. */
import type { RecordFormat } from '@kifu/core';
import { readMoves } from './read.ts';
import { writeMoves } from './write.ts';

/** The dialect. */
export const mageMoves: RecordFormat = {
  name: 'mage-moves',
  extensions: ['mage.jsonl'],
  read: readMoves,
  write: writeMoves,
};
