/** How moves are made on the board: the tile as it is turned, then where it goes; a joker is a word, a cell and a choice of tiles. */
import type { Scene, Seat, Touch } from '@kifu/core';
import { mageDuel as english, type MageDuelTexts } from '@kifu/texts/en/games/mage-duel';
import { CELLS } from './grid.ts';
import { type Move, numberOf } from './moves.ts';
import { formatMove } from './notation.ts';
import { lookOf, placeOf, topCell } from './scene.ts';

/** Returns the tile and the cell of a move, or its button. */
export function touch(
  move: Move,
  _seat: Seat,
  _scene: Scene,
  { buttons }: MageDuelTexts = english,
): Touch {
  if (move.op === 'skip') return { path: [buttons.skip] };
  if (move.op === 'finish') return { path: [buttons.finish] };
  const cell = placeOf(numberOf(move) & (CELLS - 1));
  if (move.op === 'place') return { path: [[topCell(move.rot)], [cell]] };
  const look = lookOf(move.tile, move.rot, 'open');
  return { path: [buttons.joker, [cell]], choice: { label: formatMove(move), look } };
}
