/** How moves are made on the board: by the point; passing, accepting the score and resuming are buttons. */
import type { Scene, Seat, Touch } from '@kifu/core';
import { go as english, type GoTexts } from '@kifu/texts/en/games/go';
import type { Move } from './move-codec.ts';
import { cellOf } from './scene.ts';

/** Returns the point of a move, or its button. */
export const touch = (
  { at, type }: Move,
  _seat: Seat,
  _scene: Scene,
  { buttons }: GoTexts = english,
): Touch => ({
  path: [at === null ? buttons[type as keyof typeof buttons] : [cellOf(at)]],
});
