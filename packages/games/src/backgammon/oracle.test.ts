/** Backgammon against the plainest engine there is. */
import { rngFrom, start, step, unwrap } from '@kifu/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type NaiveMove,
  type NaiveState,
  naiveLegal,
  naiveStart,
  naiveStep,
} from '../../../../bench/naive/backgammon.ts';
import { fromPacked, type Move, packMove } from './move-codec.ts';
import { game } from './rules.ts';
import type { State } from './state.ts';

const legalOf = (state: State) =>
  [...game.legal(state, state.turn)].map(({ from, to, die }) => ({ from, to, die }));
const nameOf = ({ from, to, die }: NaiveMove) => `${from} ${to} ${die}`;
const sorted = (moves: readonly NaiveMove[]) => moves.map(nameOf).sort();

/** Every move there is. */
const ALL_MOVES: readonly Move[] = Array.from({ length: 25 * 25 * 6 }, (_, i) =>
  fromPacked(packMove(Math.floor(i / 150), Math.floor(i / 6) % 25, 1 + (i % 6))),
);

test('random games: legal steps, rolls, ends', () => {
  fc.assert(
    fc.property(fc.nat(2 ** 31 - 1), seed => {
      const luck = rngFrom(seed);
      let { state, outcome } = unwrap(start(game, { seed }));
      let naive = naiveStart(seed);
      for (let i = 0; i < 120 && outcome === null; i++) {
        const legal = legalOf(state);
        expect(sorted(legal)).toEqual(sorted(naiveLegal(naive)));
        const move = legal[luck(legal.length)]!;
        ({ state, outcome } = unwrap(step(game, state, { do: 'move', seat: state.turn, move })));
        naive = naiveStep(naive, move);
        expect([state.turn, outcome?.winners[0] ?? null]).toEqual([naive.turn, naive.winner]);
      }
    }),
    { numRuns: process.env.KIFU_DEEP ? 400 : 20, seed: 7 },
  );
});

/** A position of few against many: there dice exclude each other, and points are shut. */
function oddState(few: readonly number[], many: readonly number[], turn: number, dice: number[]) {
  const points: number[][] = Array.from({ length: 24 }, () => []);
  const bar = [0, 0];
  const put = (seat: number, place: number) => {
    const point = points[seat === 0 ? place : 23 - place];
    if (point === undefined) bar[seat]!++;
    else if (point.every(who => who === seat)) point.push(seat);
  };
  for (const place of few) put(turn, place);
  for (const place of many) for (const _ of [1, 2]) put(1 - turn, place);
  const count = (seat: number) => bar[seat]! + points.flat().filter(who => who === seat).length;
  const remaining = dice[0] === dice[1] ? [...dice, ...dice] : dice;
  const off = [15 - count(0), 15 - count(1)];
  const naive: NaiveState = { points, bar, off, turn, dice, remaining, seed: 1, winner: null };
  const canon = {
    bar: { 0: bar[0]!, 1: bar[1]! },
    bearOff: { 0: off[0]!, 1: off[1]! },
    dice,
    moveCount: 0,
    points,
    remainingDice: remaining,
    seed: 1,
    turn,
  };
  return { naive, state: game.states.restore(canon), count };
}

test('odd positions: just the legal steps are played, and each of the others is refused by a rule', () => {
  const rules = new Set<string>();
  const places = (maxLength: number) => fc.array(fc.nat(24), { minLength: 1, maxLength });
  const die = fc.integer({ min: 1, max: 6 });
  fc.assert(
    fc.property(places(5), places(7), fc.nat(1), fc.tuple(die, die), (few, many, turn, dice) => {
      const { naive, state, count } = oddState(few, many, turn, dice);
      const expected = sorted(naiveLegal(naive));
      if (!state.ok) {
        expect(expected.length === 0 || count(1 - turn) === 0).toBe(true);
        return;
      }
      expect(sorted(legalOf(state.value))).toEqual(expected);
      const played: Move[] = [];
      for (const move of ALL_MOVES) {
        const result = game.play(state.value, turn, move);
        if (result.ok) played.push(move);
        else rules.add(result.fault.rule!);
      }
      expect(sorted(played)).toEqual(expected);
    }),
    { numRuns: process.env.KIFU_DEEP ? 2000 : 200, seed: 7 },
  );
  expect([...rules].sort()).toEqual(
    'bar behind blocked bothDice die distance largerDie noChecker notHome notYours'.split(' '),
  );
});
