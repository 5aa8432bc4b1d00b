/** What positions are worth. */
import { expect, test } from 'vitest';
import { begin, playMoves, positionOf } from '../../test/go-tools.ts';
import { judge } from './judge.ts';

test('one’s gain is the other’s loss, and nothing is won before the end', () => {
  const state = positionOf(['B....', '.B...', '..B..', '.....', '....W']);
  expect(judge(state, 0)).toBeGreaterThan(0);
  expect(judge(state, 0)).toBeLessThan(1000);
  expect(judge(state, 1)).toBe(-judge(state, 0));
  expect(Object.is(judge(positionOf(['.....', '.....']), 1), 0)).toBe(true);
});

test('komi is white’s', () => {
  expect(judge(begin({ width: 9 }), 0)).toBeLessThan(0);
  expect(judge(begin({ width: 9, komiHalves: -15 }), 0)).toBeGreaterThan(0);
});

test('stones that can be taken at once are worth less to their side', () => {
  const board = ['.....', '.WB..', '..W..', '.....', '.....'];
  const atari = ['.....', '.WBW.', '..W..', '.....', '.....'];
  expect(judge(positionOf(atari, 'Chinese', { turn: 1 }), 0)).toBeLessThan(
    judge(positionOf(board, 'Chinese', { turn: 1 }), 0),
  );
});

test('a finished match is won, lost or even', () => {
  const stopped = positionOf(['.BBW.', 'BBBW.', '.BBW.'], 'Chinese', {
    passes: 2,
    turns: 2,
    counting: { agreed: [false, false], dead: [], neutral: [] },
  });
  const ended = playMoves(stopped, 'black agree, white agree');
  expect([judge(ended, 0), judge(ended, 1)]).toEqual([1000, -1000]);
  const even = { ...ended, outcome: { ...ended.outcome!, winners: [] } };
  expect(judge(even, 0)).toBe(0);
});
