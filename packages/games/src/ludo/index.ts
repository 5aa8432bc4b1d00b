/** Ludo: the common board with star squares, for two to four seats. */
import type { Kit } from '@kifu/core';
import { ludo as texts } from '@kifu/texts/en/games/ludo';
import { art } from './art.ts';
import { demos } from './demos.ts';
import { describe } from './describe.ts';
import { evaluate } from './evaluate.ts';
import type { Move } from './move-codec.ts';
import { SEAT_NAMES } from './names.ts';
import { tokenSteps } from './notation.ts';
import { game } from './rules.ts';
import { scene, side } from './scene.ts';
import type { State } from './state.ts';
import { attempts, touch } from './touch.ts';

/** Ludo, with everything that belongs to it. */
export const ludo: Kit<State, Move> = {
  game,
  title: texts.title,
  seatNames: SEAT_NAMES,
  texts,
  notations: [tokenSteps],
  positions: [],
  scene,
  side,
  touch,
  attempts,
  art,
  describe,
  formats: [],
  bots: {},
  demos,
  guide: async () => (await import('./guide.ts')).guide,
  evaluate,
};

export { rollForFirst } from './roll.ts';
export type { Move, State };
