/** Go: the old game of stones and territory, by four sets of rules, with SGF. */
import { type Kit, sitOpposite } from '@kifu/core';
import { go as texts } from '@kifu/texts/en/games/go';
import { art } from './art.ts';
import { searchGo } from './bot/analysis.ts';
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
import { attempts, touch } from './touch.ts';

/** A lead of this many hundredths of a point wins about three games of four. */
const POINTS_SCALE = 700;

const MINUTE_MS = 60_000;

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
  attempts,
  art,
  describe,
  formats: [sgf],
  commits,
  bots: { mcts: goBot },
  search: searchGo,
  usualNodes: 1500,
  prover: async () => (await import('./life/index.ts')).lifeProver,
  demos,
  setUp: [
    { option: 'width', usual: [9, 13, 19], covers: ['height'] },
    { option: 'handicap', usual: [0, 2, 3, 4, 5, 6, 7, 8, 9] },
    { option: 'komiHalves', perUnit: 2 },
    { option: 'rules', usual: ['Chinese', 'Japanese', 'AGA', 'New Zealand'] },
  ],
  clocks: [
    { type: 'byo-yomi', mainMs: 5 * MINUTE_MS, periods: 3, periodMs: 20_000 },
    { type: 'byo-yomi', mainMs: 10 * MINUTE_MS, periods: 5, periodMs: 30_000 },
    { type: 'byo-yomi', mainMs: 20 * MINUTE_MS, periods: 5, periodMs: 30_000 },
    { type: 'fixed', moveMs: 24 * 60 * MINUTE_MS },
  ],
  guide: async () => (await import('./guide.ts')).guide,
  evaluate,
  chanceOf: hundredths => 1 / (1 + Math.exp(-hundredths / POINTS_SCALE)),
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
