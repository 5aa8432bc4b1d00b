/** Go: the old game of stones and territory, by four sets of rules, with SGF. */
import { type Kit, sitOpposite } from '@kifu/core';
import { go as texts } from '@kifu/texts/en/games/go';
import { art } from './art.ts';
import { goBot } from './bot/index.ts';
import { commits } from './commits.ts';
import { demos } from './demos.ts';
import { describe } from './describe.ts';
import { editor } from './editor.ts';
import { evaluate } from './evaluate.ts';
import type { Move } from './move-codec.ts';
import { SIDE_NAMES } from './names.ts';
import { coordinates, letters } from './notation.ts';
import { game } from './rules.ts';
import { scene } from './scene.ts';
import { sgf } from './sgf/index.ts';
import type { State } from './state.ts';
import { touch } from './touch.ts';

/** Go, with everything that belongs to it. */
export const go: Kit<State, Move> = {
  game,
  title: texts.title,
  seatNames: SIDE_NAMES,
  texts,
  notations: [coordinates, letters],
  positions: [],
  editor,
  scene,
  side: sitOpposite,
  touch,
  art,
  describe,
  formats: [sgf],
  commits,
  bots: { mcts: goBot },
  demos,
  evaluate,
};

export { type Grid, gridOf, type Point } from './grid.ts';
export { fixedHandicap } from './handicap.ts';
export { formatResult, parseResult } from './result-text.ts';
export { cidOfRules, formatRules, parseRules } from './rules-object.ts';
export { findRuleset, type NamedRuleset, RULESETS, type Ruleset } from './ruleset.ts';
export { type Final, type Score, scoreRows } from './score-rows.ts';
export * from './sgf/index.ts';
export { rowsOf } from './state-codec.ts';
export type { Territory } from './territory.ts';
export type { Move, State };
