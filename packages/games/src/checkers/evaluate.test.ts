/** Judging positions: bounds, symmetry and a few certainties. */
import { draw, type Seed, unwrap } from '@kifu/core';
import { expect, test } from 'vitest';
import { evaluate } from './evaluate.ts';
import { initial, parseFen } from './fen.ts';
import { game } from './rules.ts';
import type { State } from './state.ts';

const at = (fen: string): State => unwrap(parseFen(fen));

test.each([
  ['the start is even', 'B:W21-32:B1-12', 0],
  ['black has won', 'W:W:B1', 1000],
  ['white has won', 'B:W1:B', -1000],
])('%s', (_name, fen, worth) => {
  expect(evaluate(at(fen), 0)).toBe(worth);
});

test.each([
  ['even', 'B:W30,31:B2,3', 'B:W30,31:B2,3,10'],
  ['a man', 'B:W30,31:B2,3,10', 'B:W30,31:B2,3,K10'],
  ['a man at home', 'B:W30,31:B6', 'B:W30,31:B22'],
  ['a king in the corner', 'B:W30:BK4', 'B:W30:BK15'],
  ['one more of many', 'B:W21-31:B1-12', 'B:W28:B5,6'],
  ['everything but one', 'B:WK30:BK1-11', 'B:WK30:BK1-12'],
])('more is better than %s', (_name, less, more) => {
  expect(evaluate(at(more), 0)).toBeGreaterThan(evaluate(at(less), 0));
  expect(evaluate(at(more), 0)).toBeLessThan(1000);
});

test('one seat gains what the other loses, in whole numbers, all through a game', () => {
  let [state, seed]: [State, Seed] = [initial, 11];
  for (let i = 0; i < 300 && state.outcome === null; i++) {
    const black = evaluate(state, 0);
    expect(black + evaluate(state, 1)).toBe(0);
    expect(Number.isInteger(black) && !Object.is(black, -0)).toBe(true);
    expect(Math.abs(black)).toBeLessThan(1000);
    const moves = [...game.legal(state, state.turn)];
    const [choice, after] = draw(seed, moves.length);
    seed = after;
    state = unwrap(game.play(state, state.turn, moves[choice]!)).state;
  }
});
