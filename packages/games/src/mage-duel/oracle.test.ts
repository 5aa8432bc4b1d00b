/** Mage Duel against a plain engine that shares nothing with it. */
import { step } from '@kifu/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { actNaive, newNaiveGame } from '../../../../bench/naive/mage-duel.ts';
import { begin, deckOf } from '../../test/mage-duel.ts';
import type { Move } from './moves.ts';
import { STANDARD } from './options.ts';
import { game } from './rules.ts';
import { type State, scoreOf } from './state.ts';

const ops = ['place', 'place', 'place', 'joker', 'skip', 'finish'] as const;
const acts = fc.array(
  fc.record({
    op: fc.constantFrom(...ops),
    by: fc.constantFrom(-1, -1, -1, 0, 1, 2),
    wait: fc.constantFrom(0, 5, 30, 65, 66, 100, 130, 131),
    choice: fc.nat(),
    isWild: fc.constantFrom(false, false, false, false, true),
    wild: fc.record({
      tile: fc.integer({ min: -1, max: 25 }),
      rot: fc.integer({ min: -1, max: 4 }),
      col: fc.integer({ min: -1, max: 8 }),
      row: fc.integer({ min: -1, max: 8 }),
    }),
  }),
  { maxLength: 90, size: 'max' },
);
const rules = fc.record({
  jokers: fc.nat(3),
  deck: fc.constantFrom(
    STANDARD.deck,
    deckOf({ 2: 6, 9: 8, 12: 6, 8: 6 }),
    deckOf({ 1: 60, 0: 9 }),
  ),
  edges: fc.constantFrom([1, 1], [2, 2], [0, 8]) as fc.Arbitrary<[number, number]>,
  endOnFullBoard: fc.boolean(),
});

test('random matches, legal and not: the same refusals, boards, scores and ends', () => {
  fc.assert(
    fc.property(fc.nat(2 ** 31 - 1), rules, acts, (seed, options, list) => {
      let state = begin(options, seed);
      const naive = newNaiveGame(seed, { ...STANDARD, ...options });
      for (const { op, by, wait, choice, isWild, wild } of list) {
        const at = state.now + wait;
        const there = game.time!.advance(state, at).state;
        const seat = by < 0 ? (game.active(there)[0] ?? 0) : by;
        const legal = [...game.legal(there, seat)].filter(move => move.op === op);
        const { tile, ...spot } = wild;
        const wished = op === 'joker' ? { op, ...wild } : op === 'place' ? { op, ...spot } : { op };
        const move = (isWild || legal.length === 0 ? wished : legal[choice % legal.length]) as Move;
        const stepped = step(game, state, { do: 'move', seat, move, at });
        const refused = actNaive(naive, { by: seat, t: at, ...move });
        expect(stepped.ok ? null : stepped.fault.rule).toBe(refused);
        if (stepped.ok) ({ state } = stepped.value);
        expect(shown(state)).toEqual({
          score: naive.score.flat(),
          top: naive.top ?? 24,
          deck: naive.deck,
          jokers: naive.jokers,
          done: naive.done,
          rng: naive.rng,
          totals: naive.totals,
          tiles: naive.cells.flat().map(cell => (cell === null ? null : [cell.type, cell.side])),
        });
      }
    }),
    { numRuns: process.env.KIFU_DEEP ? 1500 : 60 },
  );
});

const shown = (state: State) => ({
  score: [...scoreOf(state)],
  top: state.top,
  deck: [...state.deck],
  jokers: [...state.jokers],
  done: state.done,
  rng: state.seed,
  totals: state.end === null ? null : [...state.end.totals],
  tiles: Array.from(state.board, cell =>
    cell === 0 ? null : [(cell - 1) >> 3, ((cell - 1) >> 2) & 1],
  ),
});
