/** Dominos: the draw game with a double-six set, for two to four. */
import type { Kit } from '@kifu/core';
import { dominos as texts } from '@kifu/texts/en/games/dominos';
import { art } from './art.ts';
import { demos } from './demos.ts';
import { describe } from './describe.ts';
import { evaluate } from './evaluate.ts';
import type { Move } from './move-codec.ts';
import { SEAT_NAMES } from './names.ts';
import { tileAndEnd } from './notation.ts';
import { game } from './rules.ts';
import { scene, sceneOfView } from './scene.ts';
import type { State } from './state.ts';
import { attempts, touch } from './touch.ts';

/** Dominos, with everything that belongs to it. */
export const dominos: Kit<State, Move> = {
  game,
  title: texts.title,
  seatNames: SEAT_NAMES,
  texts,
  notations: [tileAndEnd],
  positions: [],
  scene,
  touch,
  attempts,
  art,
  sceneOfView,
  describe,
  formats: [],
  bots: {},
  demos,
  guide: async () => (await import('./guide.ts')).guide,
  evaluate,
};

export { formatMove, parseMove } from './notation.ts';
export type { View } from './secrets.ts';
export type { Move, State };
