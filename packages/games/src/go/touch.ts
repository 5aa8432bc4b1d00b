/** How moves are made on the board: by the point; passing, accepting the score and resuming are buttons. */
import type { Cell, Scene, Seat, Touch } from '@kifu/core';
import { go as english, type GoTexts } from '@kifu/texts/en/games/go';
import type { Move } from './move-codec.ts';
import { BOARD, cellOf } from './scene.ts';
import { isScoring, type State } from './state.ts';

/** Returns the point of a move, or its button. */
export const touch = (
  { at, type }: Move,
  _seat: Seat,
  _scene: Scene,
  { buttons }: GoTexts = english,
): Touch => ({
  path: [at === null ? buttons[type as keyof typeof buttons] : [cellOf(at)]],
});

/** A stone on a point, or while the score is settled a mark on it. */
export const attempts = (
  [cell]: readonly Cell[],
  _seat: Seat,
  _scene: Scene,
  state: State,
): Move[] =>
  cell?.area === BOARD
    ? [{ type: isScoring(state) ? 'mark' : 'play', at: [cell.column, cell.row] }]
    : [];
