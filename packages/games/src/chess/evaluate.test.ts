/** Judging positions: bounds, symmetry and a few certainties. */
import { draw, type Seed, unwrap } from '@kifu/core';
import { expect, test } from 'vitest';
import { evaluate } from './evaluate.ts';
import { initial, parseFen } from './fen.ts';
import { game } from './rules.ts';
import type { State } from './state.ts';

const at = (fen: string): State => unwrap(parseFen(fen));

test.each([
  ['the start is even', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 0],
  ['white has won', 'R6k/8/6K1/8/8/8/8/8 b - - 0 1', 1000],
  ['black has won', 'r6K/8/6k1/8/8/8/8/8 w - - 0 1', -1000],
  ['a draw', '7k/8/6Q1/8/8/8/8/K7 b - - 0 1', 0],
])('%s', (_name, fen, worth) => {
  expect(evaluate(at(fen), 0)).toBe(worth);
});

test.each([
  ['a pawn more', '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1', '4k3/8/8/8/8/8/8/4K2R w - - 0 1'],
  ['a rook less', '4k3/8/8/8/8/8/8/4K2R w - - 0 1', '4k3/8/8/8/8/8/8/3QK3 w - - 0 1'],
  ['a queen', '4k3/8/8/8/8/8/8/3QK3 w - - 0 1', '4k3/8/8/8/8/8/8/QQQQKQQQ w - - 0 1'],
  ['a knight at the edge', 'r3k3/8/8/8/8/N7/8/R3K3 w - - 0 1', 'r3k3/8/8/8/4N3/8/8/R3K3 w - - 0 1'],
  ['a pawn at home', '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1', '4k3/4P3/8/8/8/8/8/4K3 w - - 0 1'],
])('more is better than %s', (_name, less, more) => {
  expect(evaluate(at(more), 0)).toBeGreaterThan(evaluate(at(less), 0));
  expect(evaluate(at(more), 0)).toBeLessThan(1000);
});

test('one seat gains what the other loses, in whole numbers, all through a game', () => {
  let [state, seed]: [State, Seed] = [initial, 11];
  for (let i = 0; i < 300 && state.outcome === null; i++) {
    const white = evaluate(state, 0);
    expect(white + evaluate(state, 1)).toBe(0);
    expect(Number.isInteger(white) && !Object.is(white, -0)).toBe(true);
    expect(Math.abs(white)).toBeLessThan(1000);
    const moves = [...game.legal(state, state.turn)];
    const [choice, after] = draw(seed, moves.length);
    seed = after;
    state = unwrap(game.play(state, state.turn, moves[choice]!)).state;
  }
});
