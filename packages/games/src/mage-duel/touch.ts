/** How moves are made on the board: the tile as it is turned, then where it goes; a joker is a word, a cell and a choice of tiles. */
import type { Cell, Scene, Seat, Touch } from '@kifu/core';
import { mageDuel as english, type MageDuelTexts } from '@kifu/texts/en/games/mage-duel';
import { CELLS, SIZE } from './grid.ts';
import { type Move, numberOf } from './moves.ts';
import { formatMove } from './notation.ts';
import { BOARD_ID, lookOf, placeOf, TOP_ID, topCell } from './scene.ts';

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

/** The tile as it is turned, on the cell that was touched last. */
export function attempts(cells: readonly Cell[]): Move[] {
  const cell = cells.findLast(({ area }) => area === BOARD_ID);
  const top = cells.find(({ area }) => area === TOP_ID);
  if (cell === undefined || top === undefined) return [];
  const [col, row] = [cell.column - 1, SIZE - cell.row];
  return col in LINES && row in LINES ? [{ op: 'place', rot: top.column, col, row }] : [];
}

const LINES = Array.from({ length: SIZE }, () => true);
