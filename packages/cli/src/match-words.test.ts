/** Descriptions of matches for the terminal. */
import { expect, test } from 'vitest';
import { describeAction, describeOutcome, eventData, numberMoves } from './match-words.ts';

const names = (seat: number) => 'abc'[seat]!;
const game = { title: '', seats: [], reasons: {}, refusals: {} };
const causes = { setup: '', time: '', rules: '', move: '', leave: '', draw: '' };
const voice = { game, match: undefined, names, causes, start: '' };

test('moves are numbered by rounds', () => {
  const written = (seats: number[]) => seats.map((seat, i) => ({ seat, text: `m${i}` }));
  expect(numberMoves(written([0, 1, 0]))).toEqual(['1. m0', 'm1', '2. m2']);
  expect(numberMoves(written([1, 0, 1]))).toEqual(['1... m0', '2. m1', 'm2']);
  expect(numberMoves(written([0, 0, 1, 2, 0]))).toEqual(['1. m0', 'm1', 'm2', 'm3', '2. m4']);
});

test('control characters of strangers are replaced', () => {
  const outcome = { result: 'win', winners: [0], points: null, reason: '\x1b[31m' } as const;
  expect(describeOutcome(outcome, voice)).toBe('a wins (\ufffd[31m)');
  const fault = { code: 'illegal-move', message: 'no\n\x1b' } as const;
  const act = { type: 'refused', move: Uint8Array.of(1), fault } as const;
  expect(describeAction({ seat: 0, act }, voice)).toBe('a: illegal move: no \ufffd');
});

test('describes events of any game by their data', () => {
  expect(eventData({ type: 'rolledDice', seat: 1, dice: [3, 4], how: 'well' }, names)).toBe(
    'rolled dice b, dice [3,4], how well',
  );
});
