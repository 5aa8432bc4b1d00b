/** Spoken moves and positions. */
import { step, unwrap } from '@kifu/core';
import { ludo as german } from '@kifu/texts/de/games/ludo';
import { expect, test } from 'vitest';
import { at, IN_BASE } from '../../test/ludo-positions.ts';
import { describe } from './describe.ts';
import { moveOf } from './move-codec.ts';
import { game } from './rules.ts';

test.each<[words: string, own: number[], token: number, steps: number]>([
  ['token 2 moves 4', [3, 9, -1, -1], 1, 4],
  ['token 1 moves 4, takes token 3 of Yellow', [11, 3, -1, -1], 0, 4],
  ['token 1 moves 4, is home', [52, 3, -1, -1], 0, 4],
  ['token 4 moves 4, is home, Red wins by bringing all tokens home', [56, 56, 56, 52], 3, 4],
])('%s', (words, own, token, steps) => {
  const state = at([own, IN_BASE, [-1, -1, 41, -1]], { dice: 4 }); // yellow's 41 is ring square 15
  const { events } = unwrap(game.play(state, 0, moveOf(token, steps)));
  expect(describe.move(state, moveOf(token, steps), events)).toBe(words);
});

test.each<[listed: string, own: number[], token: number, steps: number]>([
  ['token 2 to 13', [3, 9, -1, -1], 1, 4],
  ['token 1 to 15, takes Yellow', [11, 3, -1, -1], 0, 4],
  ['token 1 to home column 2', [48, 3, -1, -1], 0, 4],
  ['token 4 home', [56, 56, 56, 52], 3, 4],
])('lists %s by the number of its square', (listed, own, token, steps) => {
  const state = at([own, IN_BASE, [-1, -1, 41, -1]], { dice: 4 });
  const { events } = unwrap(game.play(state, 0, moveOf(token, steps)));
  expect(describe.listed!(state, moveOf(token, steps), events)).toBe(listed);
});

test('lists moves of any seat by the squares of the ring, in other languages too', () => {
  const state = at([IN_BASE, [0, -1, -1, -1]], { turn: 1, dice: 6 });
  expect(describe.listed!(state, moveOf(0, 6), [])).toBe('token 1 to 19');
  expect(describe.listed!(state, moveOf(1, 0), [])).toBe('token 2 leaves base');
  expect(describe.listed!(state, moveOf(0, 6), [], german)).toBe('Figur 1 auf 19');
});

test('tells of a token that comes out, and of a refused move', () => {
  const state = at([IN_BASE, IN_BASE], { dice: 6 });
  const { parts } = unwrap(step(game, state, { do: 'move', seat: 0, move: moveOf(2, 0) }));
  expect(describe.move(state, moveOf(2, 0), parts[0]!.events)).toBe('token 3 leaves base');
  expect(describe.move(state, moveOf(2, 6), [])).toBe('token 3 moves 6');
});

test.each<[words: string, state: ReturnType<typeof at>]>([
  ['Red: 4 in base. Green: 4 in base. Red to roll.', at([IN_BASE, IN_BASE])],
  [
    'Red: token 1 at 12, token 3 in the home column, 3 to go, 1 in base, 1 home. Blue: token 2 at 0, 3 in base. ' +
      'Blue rolled 6 and is to move.',
    at([[12, -1, 53, 56], IN_BASE, IN_BASE, [-1, 0, -1, -1]], {
      eliminated: [false, true, true, false],
      turn: 3,
      dice: 6,
    }),
  ],
  [
    'Red: 4 home. Green: 4 in base. Red wins by bringing all tokens home.',
    at([[56, 56, 56, 56], IN_BASE], { turn: 1 }),
  ],
  [
    'Green: 4 in base. Green wins as the last player left.',
    at([IN_BASE, IN_BASE], { eliminated: [true, false], turn: 1 }),
  ],
])('%s', (words, state) => {
  expect(describe.position(state)).toBe(words);
});
