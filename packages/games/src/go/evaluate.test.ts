/** What positions are worth. */
import { expect, test } from 'vitest';
import { begin, playMoves, positionOf } from '../../test/go-tools.ts';
import { evaluate } from './evaluate.ts';

test('one’s gain is the other’s loss, and nothing is won before the end', () => {
  const state = positionOf(['B....', '.B...', '..B..', '.....', '....W']);
  expect(evaluate(state, 0)).toBeGreaterThan(0);
  expect(evaluate(state, 0)).toBeLessThan(1000);
  expect(evaluate(state, 1)).toBe(-evaluate(state, 0));
  expect(Object.is(evaluate(positionOf(['.....', '.....']), 1), 0)).toBe(true);
});

test('komi is white’s', () => {
  expect(evaluate(begin({ width: 9 }), 0)).toBeLessThan(0);
  expect(evaluate(begin({ width: 9, komiHalves: -15 }), 0)).toBeGreaterThan(0);
});

test('stones that can be taken at once are worth less to their side', () => {
  const board = ['.....', '.WB..', '..W..', '.....', '.....'];
  const atari = ['.....', '.WBW.', '..W..', '.....', '.....'];
  expect(evaluate(positionOf(atari, 'Chinese', { turn: 1 }), 0)).toBeLessThan(
    evaluate(positionOf(board, 'Chinese', { turn: 1 }), 0),
  );
});

test('a finished match is won, lost or even', () => {
  const stopped = positionOf(['.BBW.', 'BBBW.', '.BBW.'], 'Chinese', {
    passes: 2,
    turns: 2,
    counting: { agreed: [false, false], dead: [], neutral: [] },
  });
  const ended = playMoves(stopped, 'black agree, white agree');
  expect([evaluate(ended, 0), evaluate(ended, 1)]).toEqual([1000, -1000]);
  const even = { ...ended, outcome: { ...ended.outcome!, winners: [] } };
  expect(evaluate(even, 0)).toBe(0);
});
