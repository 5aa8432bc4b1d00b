/** How moves are made on the board: the tile as it is turned, then where it goes; a joker is a word, a cell and a choice of tiles. */
import type { Touch } from '@kifu/core';
import { CELLS } from './grid.ts';
import { type Move, numberOf } from './moves.ts';
import { formatMove } from './notation.ts';
import { lookOf, placeOf, topCell } from './scene.ts';

/** The tile and the cell of a move, or its word. */
export function touch(move: Move): Touch {
  if (move.op === 'skip') return { path: ['Skip'] };
  if (move.op === 'finish') return { path: ['Claim the end'] };
  const cell = placeOf(numberOf(move) & (CELLS - 1));
  if (move.op === 'place') return { path: [[topCell(move.rot)], [cell]] };
  const look = lookOf(move.tile, move.rot, 'open');
  return { path: ['Joker', [cell]], choice: { label: formatMove(move), look } };
}
