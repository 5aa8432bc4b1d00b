/** Words for people. */
import { unwrap } from '@kifu/core';
import { loadKit } from '@kifu/games';
import { expect, test } from 'vitest';
import {
  counted,
  grouped,
  inColumns,
  numberMoves,
  outcomeWords,
  seatNamesOf,
  spaced,
  tableLines,
  wrap,
} from './words.ts';

test('seats are called as their game says, else by number', async () => {
  const name = seatNamesOf(unwrap(await loadKit('chess')));
  expect([0, 1, 2].map(name)).toEqual(['white', 'black', 'seat 2']);
});

const name = (seat: number) => 'abc'[seat]!;
test.each([
  [{ result: 'win', winners: [0], points: null, reason: 'checkmate' }, 'a wins: checkmate'],
  [
    { result: 'win', winners: [0, 2], points: [3, 0, 1], reason: 'lastTaken' },
    'a and c win: last taken, points 3 to 0 to 1',
  ],
  [{ result: 'draw', winners: [], points: null, reason: 'deadPosition' }, 'a draw: dead position'],
  [{ result: 'void', winners: [], points: null, reason: 'abort' }, 'no result: abort'],
] as const)('outcome %o', (outcome, words) => {
  expect(outcomeWords(outcome, name)).toBe(words);
});

test('moves are numbered by rounds', () => {
  const written = (seats: number[]) => seats.map((seat, i) => ({ seat, text: `m${i}` }));
  expect(numberMoves(written([0, 1, 0]))).toEqual(['1. m0', 'm1', '2. m2']);
  expect(numberMoves(written([1, 0, 1]))).toEqual(['1... m0', '2. m1', 'm2']);
  expect(numberMoves(written([0, 0, 1, 2, 0]))).toEqual(['1. m0', 'm1', 'm2', 'm3', '2. m4']);
});

test('words fit into lines and columns', () => {
  expect(wrap(['aaa', 'bb', 'c', 'dddddd'], 6)).toEqual(['aaa bb', 'c', 'dddddd']);
  expect(inColumns(['a', 'bbb', 'c'], 10)).toEqual(['a    bbb', 'c']);
  expect(inColumns([], 10)).toEqual([]);
  expect(
    tableLines([
      ['N', 'X'],
      [10, 'y'],
    ]),
  ).toEqual(['N   X', '10  y']);
});

test('numbers and words', () => {
  expect([1, 999, 1000, 4865609].map(grouped)).toEqual(['1', '999', '1,000', '4,865,609']);
  expect([counted(1, 'ox', 'oxen'), counted(0, 'ox', 'oxen')]).toEqual(['1 ox', '0 oxen']);
  expect(spaced('fivefoldRepetition')).toBe('fivefold repetition');
});
