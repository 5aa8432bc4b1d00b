/** Backgammon: the contract of every game, then what is particular to it. */
import { type GameEvent, type JsonObject, type LeaveReason, step, unwrap } from '@kifu/core';
import { conformance } from '@kifu/core/conformance';
import { describe, expect, test } from 'vitest';
import {
  canonOf,
  type Position,
  playSteps,
  START,
  stateOf,
} from '../../test/backgammon-positions.ts';
import type { Move } from './move-codec.ts';
import { parseStep } from './notation.ts';
import { game } from './rules.ts';
import type { State } from './state.ts';

/** Two sides about to bear off, both on the bar, a closed board, the last checkers. */
const POSITIONS: Position[] = [
  { white: { 6: 5, 5: 5, 4: 5 }, black: { 6: 4, 3: 4, 1: 7 }, dice: [6, 1] },
  { white: { 25: 2, 6: 6, 5: 4, 4: 3 }, black: { 25: 1, 6: 6, 3: 4, 10: 4 }, turn: 1 },
  { white: { 25: 1, 13: 14 }, black: { 6: 2, 5: 2, 4: 2, 3: 2, 2: 2, 1: 2, 20: 3 }, turn: 1 },
  { white: { 1: 2, 3: 1 }, black: { 1: 2, 2: 2, 23: 1 }, dice: [2, 2] },
];
const LONG_SEED = 'c0ffee'.padEnd(64, '0');
const setups: JsonObject[] = [
  {},
  { seed: LONG_SEED },
  {
    options: {
      dice: [
        [3, 3],
        [6, 1],
        [5, 5],
        [4, 4],
        [6, 6],
      ],
    },
  },
  ...POSITIONS.map(position => ({ start: { canon: canonOf(position) } })),
];
for (const [name, check] of conformance(game, { setups, games: 2, steps: 200 })) test(name, check);

const moveOf = (state: State, text: string): Move => unwrap(parseStep(state, text));

describe('refusals name the rule', () => {
  const bearing = { white: { 6: 1, 4: 1, 2: 1 }, black: { 1: 5 } };
  test.each<[rule: string, position: Position, text: string]>([
    ['die', { dice: [3, 1] }, '8/4'],
    ['die', { dice: [3, 1], left: [3] }, '8/7'],
    ['noChecker', { dice: [3, 1] }, '7/4'],
    ['noChecker', { dice: [3, 1] }, 'bar/22'],
    ['notYours', { dice: [3, 1] }, '12/9'],
    ['bar', { white: { 25: 1, 8: 14 }, dice: [3, 1] }, '8/5'],
    ['distance', { dice: [3, 1] }, '3:8/6'],
    ['distance', { dice: [3, 1] }, '3:8/off'],
    ['distance', { ...bearing, dice: [6, 5] }, '6:2/1'],
    ['blocked', { dice: [5, 1] }, '6/1'],
    ['blocked', { white: { 25: 1, 8: 14 }, dice: [6, 3] }, 'bar/19'],
    ['notHome', { dice: [6, 5] }, '6:6/off'],
    ['behind', { ...bearing, dice: [5, 3] }, '5:4/off'],
    ['bothDice', { white: { 24: 1, 6: 1 }, black: { 7: 11, 6: 2, 8: 2 }, dice: [4, 6] }, '6/2'],
    [
      'largerDie',
      { white: { 13: 1 }, black: { 24: 2, 23: 3, 22: 2, 21: 2, 20: 2, 19: 2, 1: 2 }, dice: [6, 5] },
      '13/8',
    ],
    ['largerDie', { white: { 1: 1 }, black: { 1: 5 }, dice: [2, 1] }, '1:1/off'],
  ])('%s: %j %s', (rule, position, text) => {
    const state = stateOf(position);
    const refused = step(game, state, { do: 'move', seat: 0, move: moveOf(state, text) });
    expect(refused).toMatchObject({ ok: false, fault: { code: 'illegal-move', rule } });
  });

  test('a value that is no move is malformed', () => {
    const state = stateOf({ dice: [3, 1] });
    for (const odd of [null, {}, { from: 7 }, { from: 7, to: 4, die: 9 }] as never[])
      expect(game.play(state, 0, odd)).toMatchObject({ fault: { code: 'malformed' } });
    expect(game.play(state, 0, { from: 7, to: 4, die: 3 }).ok).toBe(true);
  });

  test('refuses the wrong seat, a move before the roll, and one after the end', () => {
    const move: Move = { from: 7, to: 4, die: 3 };
    expect(game.play(stateOf({ dice: [3, 1] }), 1, move)).toMatchObject({
      fault: { code: 'wrong-seat', rule: 'turn', message: "it is White's turn" },
    });
    expect(game.play(stateOf({}), 0, move)).toMatchObject({
      fault: { code: 'draw-due', rule: 'roll' },
    });
    const over = playSteps(stateOf({ white: { 1: 1 }, black: { 1: 9 }, dice: [6, 5] }), '6:1/off');
    expect(game.play(over, 1, move)).toMatchObject({ fault: { code: 'game-over' } });
  });
});

describe('events', () => {
  const typesOf = (state: State, text: string) =>
    unwrap(game.play(state, state.turn, moveOf(state, text))).events;

  test.each<[name: string, position: Position, text: string, events: GameEvent[]]>([
    ['a quiet step', { dice: [3, 1] }, '8/5', []],
    ['a hit', { black: { 21: 1, 6: 14 }, dice: [4, 1] }, '8/4', [{ type: 'hit', seat: 0, at: 3 }]],
    [
      'coming in with a hit',
      { white: { 25: 1, 6: 14 }, black: { 2: 1, 12: 14 }, dice: [2, 1] },
      'bar/23',
      [
        { type: 'enter', seat: 0, at: 22 },
        { type: 'hit', seat: 0, at: 22 },
      ],
    ],
    [
      'a step that leaves nothing for the other die',
      { white: { 25: 1, 8: 14 }, black: { 6: 2, 2: 13 }, dice: [1, 6], turn: 0 },
      'bar/24',
      [{ type: 'enter', seat: 0, at: 23 }],
    ],
    [
      'bearing off',
      { white: { 6: 2 }, dice: [6, 1] },
      '6/off',
      [{ type: 'bearOff', seat: 0, from: 5 }],
    ],
    [
      'the last of all',
      { white: { 6: 1 }, black: { 1: 15 }, dice: [6, 6] },
      '6/off',
      [
        { type: 'bearOff', seat: 0, from: 5 },
        { type: 'end', result: 'win', winners: [0], points: [2, 0], reason: 'gammon' },
      ],
    ],
  ])('%s', (_name, position, text, events) => {
    expect(typesOf(stateOf(position), text)).toEqual(events);
  });

  test('dice that cannot be played are reported as stuck', () => {
    const state = stateOf({ white: { 25: 2, 8: 13 }, black: { 6: 2, 2: 13 }, dice: [1, 6] });
    expect(typesOf(state, 'bar/24')).toEqual([
      { type: 'enter', seat: 0, at: 23 },
      { type: 'stuck', seat: 0, dice: [6] },
    ]);
  });

  test('a roll is reported, with a pass where it moves nothing', () => {
    const shut = { 6: 2, 5: 2, 4: 2, 3: 2, 2: 2, 1: 2 };
    const before = stateOf({ white: { 25: 1, 6: 14 }, black: { ...shut, 20: 3 } });
    const { state, events } = game.chance!.draw(before);
    expect(events).toEqual([
      { type: 'rolled', seat: 0, dice: [3, 5] },
      { type: 'passed', seat: 0 },
    ]);
    expect([state.turn, state.dice, game.chance!.due(state)]).toEqual([1, 0, true]);
    expect(game.chance!.draw(state).events).toEqual([{ type: 'rolled', seat: 1, dice: [1, 3] }]);
  });
});

describe('ends', () => {
  test.each<[reason: string, black: Position['black'], points: number]>([
    ['single', { 1: 14 }, 1],
    ['single', { 25: 1, 1: 13 }, 1],
    ['gammon', { 18: 15 }, 2],
    ['backgammon', { 19: 1, 18: 14 }, 3],
    ['backgammon', { 25: 1, 1: 14 }, 3],
  ])('%s with black on %j', (reason, black = START, points) => {
    const { state, outcome } = unwrap(
      step(game, stateOf({ white: { 2: 1 }, black, dice: [6, 5] }), {
        do: 'move',
        seat: 0,
        move: { from: 1, to: 'off', die: 6 },
      }),
    );
    expect(outcome).toEqual({ result: 'win', winners: [0], points: [points, 0], reason });
    expect([state.turn, state.dice, game.active(state)]).toEqual([1, 0, []]);
    expect(game.chance!.due(state)).toBe(false);
  });

  test.each<[how: LeaveReason, reason: string]>([
    ['resignation', 'resignation'],
    ['flag', 'timeout'],
  ])('who leaves by %s loses', (how, reason) => {
    const left = unwrap(step(game, stateOf({ dice: [3, 1] }), { do: 'leave', of: 0, how }));
    expect(left.outcome).toEqual({ result: 'win', winners: [1], points: null, reason });
  });
});
