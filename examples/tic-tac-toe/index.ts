/** Tic-tac-toe: three in a row. */
import type { Kit } from '@kifu/core';
import { art } from './art.ts';
import { cellNames, type Move } from './moves.ts';
import { game } from './rules.ts';
import { describe, MARKS, scene } from './scene.ts';
import type { State } from './state.ts';
import { english, translations } from './texts.ts';

/** Tic-tac-toe, with everything that belongs to it. */
export const ticTacToe: Kit<State, Move> = {
  game,
  title: english.title,
  seatNames: MARKS,
  texts: english,
  translations,
  notations: [cellNames],
  positions: [],
  scene,
  art,
  describe,
  formats: [],
  bots: {},
};
