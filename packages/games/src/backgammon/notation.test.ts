/** Moves as players write them. */
import { unwrap } from '@kifu/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Position, stateOf } from '../../test/backgammon-positions.ts';
import { formatStep, parseStep } from './notation.ts';
import { game } from './rules.ts';

const hexOf = (position: Position, text: string) =>
  game.moves.hex.encode(unwrap(parseStep(stateOf(position), text)));

const BEARING: Position = { white: { 3: 2, 2: 2 }, black: { 1: 5 }, dice: [6, 5] };

test.each<[name: string, position: Position, text: string, hex: string]>([
  ['a step of white', { dice: [3, 1] }, '8/5', '0x070403'],
  ['a step of black, by its own count', { dice: [1, 3], turn: 1 }, '8/5', '0x101303'],
  ['from the bar', { white: { 25: 1, 8: 14 }, dice: [3, 1] }, 'bar/22', '0xFF1503'],
  ['from the bar, black', { black: { 25: 1, 8: 14 }, dice: [3, 1], turn: 1 }, 'bar/22', '0xFF0203'],
  [
    'off by the die of the point',
    { white: { 6: 2 }, black: { 1: 5 }, dice: [6, 1] },
    '6/off',
    '0x05FE06',
  ],
  ['a hit', { black: { 21: 1, 6: 14 }, dice: [4, 1] }, '8/4*', '0x070304'],
  ['off by the smaller of two larger dice', BEARING, '3/off', '0x02FE05'],
  ['off by the other', BEARING, '6:3/off', '0x02FE06'],
])('%s: %s is written and read', (_name, position, text, hex) => {
  expect(hexOf(position, text)).toBe(hex);
  expect(formatStep(stateOf(position), unwrap(game.moves.hex.decode(hex)))).toBe(text);
});

test.each<[text: string, same: string]>([
  ['25/22', 'bar/22'],
  ['BAR/22', 'bar/22'],
  [' bar/22* ', 'bar/22'],
  ['3: bar/22', 'bar/22'],
])('%j is read as %s', (text, same) => {
  const position: Position = { white: { 25: 1, 8: 14 }, dice: [3, 1] };
  expect(hexOf(position, text)).toBe(hexOf(position, same));
});

test('bearing off may be written as 0', () =>
  expect(hexOf(BEARING, '3/0')).toBe(hexOf(BEARING, '3/off')));

test.each<[text: string, code: string, message: RegExp]>([
  ['8/5 6/5', 'malformed', /one checker and one die/],
  ['8/5(2)', 'malformed', /one checker and one die/],
  ['24/18/14', 'malformed', /one checker and one die/],
  ['hello', 'malformed', /8\/5, bar\/22 or 6\/off/],
  ['', 'malformed', /8\/5/],
  ['26/20', 'malformed', /8\/5/],
  ['0/5', 'malformed', /8\/5/],
  ['9/bar', 'malformed', /8\/5/],
  ['7:8/1', 'malformed', /8\/5/],
  ['24/14', 'illegal-move', /more than one die/],
  ['13/off', 'illegal-move', /more than one die/],
  ['5/8', 'illegal-move', /is not a move/],
  ['8/8', 'illegal-move', /is not a move/],
])('%j is no move', (text, code, message) => {
  expect(parseStep(stateOf({ dice: [3, 1] }), text)).toMatchObject({ fault: { code, message } });
});

test('every move is written so that it reads back, in every kind of state', () => {
  const states = [
    stateOf({ dice: [3, 1] }),
    stateOf({ dice: [6, 6], turn: 1 }),
    stateOf(BEARING),
    stateOf({}),
    stateOf({ white: {}, black: { 1: 2 }, turn: 1 }),
  ];
  for (const state of states)
    for (const die of [1, 2, 3, 4, 5, 6])
      for (const from of [...Array(24).keys(), 'bar'] as const)
        for (const to of [...Array(24).keys(), 'off'] as const) {
          const move = unwrap(game.moves.json.decode({ die, from, to }));
          const text = formatStep(state, move);
          expect(unwrap(parseStep(state, text)), text).toBe(move);
        }
});

test('no text makes reading throw', () => {
  const states = [stateOf({ dice: [3, 1] }), stateOf({}), stateOf(BEARING)];
  const runs = { numRuns: process.env.KIFU_DEEP ? 100_000 : 500, seed: 7 };
  const unit = fc.constantFrom(...'0123456789/*:() barof');
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.string({ unit, maxLength: 12 }),
  );
  fc.assert(
    fc.property(texts, text => {
      for (const state of states) {
        const move = parseStep(state, text);
        if (move.ok)
          expect(unwrap(parseStep(state, formatStep(state, move.value)))).toBe(move.value);
      }
    }),
    runs,
  );
});
