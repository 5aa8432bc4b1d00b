/** Kung Fu Chess as a page needs it to show matches: rules, notations, pictures and words, without dialects and bots. */
import type { Kit } from '@kifu/core';
import { art } from './art.ts';
import { judge } from './judge.ts';
import type { Move } from './move-codec.ts';
import { ids, squares } from './notation.ts';
import { game } from './rules.ts';
import { say } from './say.ts';
import { scene, sceneWithin } from './scene.ts';
import type { State } from './state.ts';
import { SEAT_NAMES } from './words.ts';

/** What is needed to watch. */
export const view: Kit<State, Move> = {
  game,
  seatNames: SEAT_NAMES,
  notations: [squares, ids],
  positions: [],
  scene,
  sceneWithin,
  art,
  say,
  dialects: [],
  bots: {},
  judge,
};
