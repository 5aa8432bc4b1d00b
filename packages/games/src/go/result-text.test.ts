/** Results as text. */
import type { Outcome } from '@kifu/core';
import { expect, test } from 'vitest';
import { formatResult, parseHalves, parseResult } from './result-text.ts';

const won = (seat: number, reason: string, points: number[] | null = null): Outcome => ({
  result: 'win',
  winners: [seat],
  points,
  reason,
});

test.each<[string, Outcome]>([
  ['B+Resign', won(0, 'resignation')],
  ['W+Time', won(1, 'timeout')],
  ['B+Forfeit', won(0, 'forfeit')],
  ['W+3.5', won(1, 'score', [0, 7])],
  ['B+12', won(0, 'score', [24, 0])],
  ['B+0.5', won(0, 'score', [1, 0])],
  ['W+', won(1, 'unknown')],
  ['Draw', { result: 'draw', winners: [], points: null, reason: 'score' }],
  ['Void', { result: 'void', winners: [], points: null, reason: 'noResult' }],
])('%s', (text, outcome) => {
  expect(formatResult(outcome)).toBe(text);
  expect(parseResult(text)).toEqual({ ok: true, value: outcome });
});

test.each<[string, string]>([
  ['B+R', 'B+Resign'],
  ['w+t', 'W+Time'],
  ['W+F', 'W+Forfeit'],
  [' b + resign ', 'B+Resign'],
  ['0', 'Draw'],
  ['Jigo', 'Draw'],
  ['B+0', 'Draw'],
  ['W+7.50', 'W+7.5'],
  ['B+.5', 'B+0.5'],
  ['B+?', 'B+'],
  ['B+3.75', 'B+'],
])('%j means %s', (text, written) => {
  const parsed = parseResult(text);
  expect(parsed.ok && parsed.value && formatResult(parsed.value)).toBe(written);
});

test.each<[string, Outcome, string]>([
  ['whole scores', won(0, 'score', [90, 75]), 'B+7.5'],
  ['who stayed away', won(1, 'absence'), 'W+Forfeit'],
  ['who kept a link', won(1, 'withheldLink'), 'W+Forfeit'],
  ['repetition', { result: 'void', winners: [], points: null, reason: 'repetition' }, 'Void'],
])('%s', (_name, outcome, text) => expect(formatResult(outcome)).toBe(text));

test.each(['?', '', ' '])('%j is not known', text =>
  expect(parseResult(text)).toEqual({ ok: true, value: null }),
);

test.each(['Black wins', 'B', 'B-3', 'X+3', 'B+x', 'B+1.5x', 'B+-3', `B+${'9'.repeat(20)}`])(
  '%j is no result',
  text => expect(parseResult(text)).toMatchObject({ ok: false, fault: { code: 'malformed' } }),
);

test.each<[string, number | null]>([
  ['7.5', 15],
  ['-7.5', -15],
  ['0', 0],
  ['-0', 0],
  ['+3', 6],
  ['.5', 1],
  ['6.50', 13],
  ['6.', 12],
  ['6.25', null],
  ['.', null],
  ['', null],
  ['1e3', null],
  ['123456', null],
])('%j is %s halves', (text, halves) => expect(parseHalves(text)).toBe(halves));
