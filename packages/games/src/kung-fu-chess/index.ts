/** Kung Fu Chess: chess without turns, on one board for two and one for four. */
import type { Kit } from '@kifu/core';
import { kungFuChess as texts } from '@kifu/texts/en/games/kung-fu-chess';
import { art } from './art.ts';
import { reactiveBot } from './bot.ts';
import { demos } from './demos.ts';
import { describe } from './describe.ts';
import { evaluate } from './evaluate.ts';
import { kfchess, kfchessV1 } from './kfchess/index.ts';
import { kfchessState } from './kfchess/state.ts';
import type { Move } from './move-codec.ts';
import { SEAT_NAMES } from './names.ts';
import { ids, squares } from './notation.ts';
import { game } from './rules.ts';
import { scene, sceneWithin, side } from './scene.ts';
import type { State } from './state.ts';
import { attempts, touch } from './touch.ts';

/** Kung Fu Chess, with everything that belongs to it. */
export const kungFuChess: Kit<State, Move> = {
  game,
  title: texts.title,
  seatNames: SEAT_NAMES,
  texts,
  notations: [squares, ids],
  positions: [],
  scene,
  sceneWithin,
  side,
  touch,
  attempts,
  art,
  describe,
  formats: [kfchess, kfchessV1],
  stateForms: { kfchess: kfchessState },
  bots: { reactive: reactiveBot },
  demos,
  setUp: [{ option: 'speed' }, { option: 'board' }],
  guide: async () => (await import('./guide.ts')).guide,
  evaluate,
};

export { kfchess, kfchessV1 } from './kfchess/index.ts';
export { type PiecePlace, placesAt } from './places.ts';
export type { Move, State };
