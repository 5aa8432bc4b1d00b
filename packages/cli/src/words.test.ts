/** Words for people. */
import { type Act, entryOf, unwrap } from '@kifu/core';
import { loadKit } from '@kifu/games';
import { expect, test } from 'vitest';
import {
  actWords,
  counted,
  eventWords,
  grouped,
  inColumns,
  numberMoves,
  oneLine,
  outcomeWords,
  printable,
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

test('what a terminal would obey is made visible', () => {
  expect(printable('a\x1b[31m\x07\x7f\x9b2J\u202e\u2066\u2028b')).toBe(
    'a\ufffd[31m\ufffd\ufffd\ufffd2J\ufffd\ufffd\ufffdb',
  );
  expect(printable('Ünïcödé 棋譜 🙂')).toBe('Ünïcödé 棋譜 🙂');
  expect(oneLine(' two\r\n\tlines\x00 ')).toBe('two lines\ufffd');
  const outcome = { result: 'win', winners: [0], points: null, reason: '\x1b[31m' } as const;
  expect(outcomeWords(outcome, name)).toBe('a wins: \ufffd[31m');
});

test.each<[seat: number | null, act: Act, words: string]>([
  [0, { type: 'leave', of: 1, how: 'flag' }, 'b leaves: flag'],
  [1, { type: 'claim', reason: 'threefoldRepetition' }, 'b claims: threefold repetition'],
  [0, { type: 'offer-draw' }, 'a: offer draw'],
  [null, { type: 'pause' }, 'pause'],
  [1, { type: 'allow-takeback', to: 3 }, 'b takes back to entry 3'],
  [null, { type: 'links', links: [] }, 'chance: drawn by all together'],
  [
    0,
    {
      type: 'refused',
      move: Uint8Array.of(1),
      fault: { code: 'illegal-move', message: 'no\n\x1b' },
    },
    'a: a move refused: no \ufffd',
  ],
])('what %s did: %j', (seat, act, words) => {
  expect(actWords(entryOf(seat, act), name)).toBe(words);
});

test('events of any game', () => {
  expect(eventWords({ type: 'rolledDice', seat: 1, dice: [3, 4], how: 'well' }, name)).toBe(
    'rolled dice b, dice [3,4], how well',
  );
});
