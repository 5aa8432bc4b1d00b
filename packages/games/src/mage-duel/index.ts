/** Mage Duel: tiles, cities, roads, and contests over them. */

import type { Kit } from '@kifu/core';
import { type MageDuelTexts, mageDuel as texts } from '@kifu/texts/en/games/mage-duel';
import { progressOf, trophiesOf } from './achievements.ts';
import { art } from './art.ts';
import { lookAhead } from './bot.ts';
import { demos } from './demos.ts';
import { describe } from './describe.ts';
import { evaluate } from './evaluate.ts';
import type { Side } from './features.ts';
import { mageMoves } from './mage-moves/index.ts';
import type { Move } from './moves.ts';
import { SIDE_NAMES } from './names.ts';
import { notation } from './notation.ts';
import { game } from './rules.ts';
import { effects, scene } from './scene.ts';
import type { State } from './state.ts';
import { touch } from './touch.ts';

/** Mage Duel, with everything that belongs to it. */
export const mageDuel: Kit<State, Move> = {
  game,
  title: texts.title,
  seatNames: SIDE_NAMES,
  texts,
  notations: [notation],
  positions: [],
  scene,
  touch,
  art,
  describe,
  formats: [mageMoves],
  bots: { mcts: lookAhead },
  demos,
  evaluate,
  effects,
  achievements: (events, seat, { achievements }: MageDuelTexts = texts) =>
    trophiesOf(progressOf(events)[seat as Side] ?? {}).map(({ counter, points }) => ({
      title: achievements[counter],
      points,
    })),
};

export * from './achievements.ts';
export * from './lobby/index.ts';
export { formatMove, parseMove } from './notation.ts';
export { type Rules, STANDARD } from './options.ts';
export type { Move, State };
