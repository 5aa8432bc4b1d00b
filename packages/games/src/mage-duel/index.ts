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
import { effects, scene, scores } from './scene.ts';
import type { State } from './state.ts';
import { attempts, touch } from './touch.ts';

/** Mage Duel, with everything that belongs to it. */
export const mageDuel: Kit<State, Move> = {
  game,
  title: texts.title,
  seatNames: SIDE_NAMES,
  texts,
  notations: [notation],
  positions: [],
  scene,
  scores,
  touch,
  attempts,
  art,
  describe,
  formats: [mageMoves],
  bots: { mcts: lookAhead },
  demos,
  setUp: [
    { option: 'moveTime', usual: [30, 65, 120, 300, 604_800] },
    { option: 'jokers', usual: [0, 1, 3, 5] },
    { option: 'jokerPrice', usual: [0, 5, 10] },
    { option: 'endOnFullBoard' },
  ],
  guide: async () => (await import('./guide.ts')).guide,
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
