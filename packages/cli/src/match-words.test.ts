/** Words about matches, as a terminal shows them. */
import { expect, test } from 'vitest';
import { actWords, eventWords, numberMoves, outcomeWords } from './match-words.ts';

const name = (seat: number) => 'abc'[seat]!;

test('moves are numbered by rounds', () => {
  const written = (seats: number[]) => seats.map((seat, i) => ({ seat, text: `m${i}` }));
  expect(numberMoves(written([0, 1, 0]))).toEqual(['1. m0', 'm1', '2. m2']);
  expect(numberMoves(written([1, 0, 1]))).toEqual(['1... m0', '2. m1', 'm2']);
  expect(numberMoves(written([0, 0, 1, 2, 0]))).toEqual(['1. m0', 'm1', 'm2', 'm3', '2. m4']);
});

test('what strangers said is made harmless', () => {
  const outcome = { result: 'win', winners: [0], points: null, reason: '\x1b[31m' } as const;
  expect(outcomeWords(outcome, name)).toBe('a wins: \ufffd[31m');
  const fault = { code: 'illegal-move', message: 'no\n\x1b' } as const;
  const act = { type: 'refused', move: Uint8Array.of(1), fault } as const;
  expect(actWords({ seat: 0, act }, name)).toBe('a: a move refused: no \ufffd');
});

test('events of any game are put into words', () => {
  expect(eventWords({ type: 'rolledDice', seat: 1, dice: [3, 4], how: 'well' }, name)).toBe(
    'rolled dice b, dice [3,4], how well',
  );
});
