/** Tic-tac-toe passes the conformance suite, and follows its own rules. */
import { perft, start, step, unwrap } from '@kifu/core';
import { conformance } from '@kifu/core/conformance';
import { describe, expect, test } from 'vitest';
import { ticTacToe } from './index.ts';

const { game, notations } = ticTacToe;

/** Plays cells by name, each by the seat to move. */
function play(cells: string) {
  let stepped = unwrap(start(game, {}));
  for (const text of cells.split(' ')) {
    const move = unwrap(notations[0]!.parse(stepped.state, text));
    const [seat = 0] = game.active(stepped.state);
    stepped = unwrap(step(game, stepped.state, { do: 'move', seat, move }));
  }
  return stepped;
}

describe('tic-tac-toe', () => {
  for (const [name, check] of conformance(game)) test(name, check);

  test.each([
    ['a row', 'a1 a2 b1 b2 c1', { result: 'win', winners: [0], reason: 'line' }],
    ['a column', 'a1 b1 a2 b2 c3 b3', { result: 'win', winners: [1], reason: 'line' }],
    ['a full board', 'a1 b2 c3 b3 b1 c1 a3 a2 c2', { result: 'draw', reason: 'full' }],
  ])('%s ends the match', (_name, cells, outcome) => {
    expect(play(cells).outcome).toMatchObject(outcome);
  });

  test('a cell is marked once', () => {
    const { state } = play('b2');
    expect(step(game, state, { do: 'move', seat: 1, move: 4 })).toMatchObject({
      ok: false,
      fault: { code: 'illegal-move', rule: 'taken', message: 'b2 is taken' },
    });
  });

  // of the 9 · 8 · 7 · 6 · 5 ways to make five marks 1440 fill a line; after the others four cells are free
  test('perft', () => {
    expect(perft(game, unwrap(start(game, {})).state, 6)).toBe((15_120 - 1440) * 4);
  });
});
