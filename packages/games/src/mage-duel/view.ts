/** Mage Duel as a page needs it to show matches: rules, notations, pictures and words, without dialects and bots. */
import type { Kit } from '@kifu/core';
import { art } from './art.ts';
import { judge } from './judge.ts';
import type { Move } from './moves.ts';
import { notation } from './notation.ts';
import { game } from './rules.ts';
import { say } from './say.ts';
import { scene } from './scene.ts';
import type { State } from './state.ts';
import { SIDE_NAMES } from './words.ts';

/** What is needed to watch. */
export const view: Kit<State, Move> = {
  game,
  seatNames: SIDE_NAMES,
  notations: [notation],
  positions: [],
  scene,
  art,
  say,
  dialects: [],
  bots: {},
  judge,
};
