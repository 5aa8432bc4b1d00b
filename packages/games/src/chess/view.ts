/** Chess as a page needs it to show matches: rules, notations, pictures and words, without dialects and bots. */
import type { Kit } from '@kifu/core';
import { art } from './art.ts';
import { fen } from './fen.ts';
import { judge } from './judge.ts';
import type { Move } from './move-codec.ts';
import { game, perft } from './rules.ts';
import { san } from './san.ts';
import { say } from './say.ts';
import { scene } from './scene.ts';
import type { State } from './state.ts';
import { uci } from './uci.ts';
import { SIDE_NAMES } from './words.ts';

/** What is needed to watch. */
export const view: Kit<State, Move> = {
  game,
  seatNames: SIDE_NAMES,
  notations: [san, uci],
  positions: [fen],
  scene,
  art,
  say,
  dialects: [],
  bots: {},
  judge,
  perft,
};
