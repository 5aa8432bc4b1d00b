/** Backgammon: dice, a race, and no doubling cube. */
import { type Kit, sitOpposite } from '@kifu/core';
import { backgammon as texts } from '@kifu/texts/en/games/backgammon';
import { searchBackgammon } from './analysis.ts';
import { art } from './art.ts';
import { demos } from './demos.ts';
import { describe } from './describe.ts';
import { evaluate } from './evaluate.ts';
import { mat } from './mat/index.ts';
import type { Move } from './move-codec.ts';
import { SIDE_NAMES } from './names.ts';
import { spell, steps } from './notation.ts';
import { game } from './rules.ts';
import { scene } from './scene.ts';
import type { State } from './state.ts';
import { attempts, touch } from './touch.ts';

/** Backgammon, with everything that belongs to it. */
export const backgammon: Kit<State, Move> = {
  game,
  title: texts.title,
  seatNames: SIDE_NAMES,
  texts,
  notations: [steps],
  spell,
  positions: [],
  scene,
  side: sitOpposite,
  touch,
  attempts,
  isTurnConfirmed: true,
  art,
  describe,
  formats: [mat],
  bots: {},
  search: searchBackgammon,
  demos,
  guide: async () => (await import('./guide.ts')).guide,
  evaluate,
  chanceOf: hundredths => 0.5 + hundredths / 200,
};

export * from './mat/index.ts';
export { formatStep, parseStep } from './notation.ts';
export type { Move, State };
