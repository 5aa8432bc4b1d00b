/** Every move on small boards, by all rules, against the rules in plain words. */
import { type Rng, rngFrom, start, step, unwrap } from '@kifu/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  passReference,
  playReference,
  type Reference,
  startReference,
} from '../../test/go-reference.ts';
import { pass, playAt, resume } from './move-codec.ts';
import { game } from './rules.ts';
import { RULESETS, type Ruleset } from './ruleset.ts';
import { isScoring, type State } from './state.ts';
import { rowsOf } from './state-codec.ts';

/** All settings that matter here, those of no rules too. */
const SETTINGS: readonly Ruleset[] = (['simple', 'positional', 'situational'] as const).flatMap(
  ko =>
    (['forbidden', 'multi-stone'] as const).map(suicide => ({
      ...RULESETS[1]!.rules,
      ko,
      suicide,
    })),
);

/** Plays by luck, often where stones are taken, and compares what is said of every point on the way. */
function compare(width: number, height: number, rules: Ruleset, luck: Rng, turns: number): void {
  let { state } = unwrap(start(game, { options: { width, height, rules } }));
  let reference = startReference(width, height, rules);
  for (let i = 0; i < turns; i++) {
    if (isScoring(state)) {
      const { turn: seat } = state;
      ({ state } = unwrap(step(game, state, { do: 'move', seat, move: resume })));
    }
    const found = lookAround(state, reference);
    const takes = found.filter(({ after }) => hasFewer(after, reference));
    const pool = takes.length > 0 && luck(2) === 0 ? takes : found;
    const { turn: seat } = state;
    if (pool.length === 0 || luck(20) === 0) {
      ({ state } = unwrap(step(game, state, { do: 'move', seat, move: pass })));
      reference = passReference(reference);
    } else {
      const { x, y, after } = pool[luck(pool.length)]!;
      ({ state } = unwrap(step(game, state, { do: 'move', seat, move: playAt(x, y) })));
      reference = after;
    }
    expect(rowsOf(state).join('')).toBe(reference.board);
    expect([state.blackTook, state.whiteTook]).toEqual([
      reference.prisoners.B,
      reference.prisoners.W,
    ]);
  }
}

const hasFewer = (after: Reference, before: Reference) =>
  after.board.replaceAll('.', '').length <= before.board.replaceAll('.', '').length;

/** What can be played; what cannot is refused by the same rule. */
function lookAround(state: State, reference: Reference) {
  const { width, height } = reference;
  const found: { x: number; y: number; after: Reference }[] = [];
  for (let x = 0; x < width; x++)
    for (let y = 0; y < height; y++) {
      const after = playReference(reference, x, y);
      const played = game.play(state, state.turn, playAt(x, y));
      if (typeof after !== 'string') found.push({ x, y, after });
      expect(played.ok ? null : played.fault.rule).toBe(typeof after === 'string' ? after : null);
    }
  const listed = [...game.legal(state, state.turn)].filter(({ type }) => type === 'play');
  expect(listed.map(({ at }) => at)).toEqual(found.map(({ x, y }) => [x, y]));
  return found;
}

test.each(SETTINGS)('$ko ko, suicide $suicide', rules => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 4 }),
      fc.integer({ min: 2, max: 4 }),
      fc.nat(2 ** 31 - 1),
      (width, height, seed) => compare(width, height, rules, rngFrom(seed), 80),
    ),
    { numRuns: process.env.KIFU_DEEP ? 200 : 15, seed: 11 },
  );
});
