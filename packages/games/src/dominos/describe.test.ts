/** Spoken words. */
import { start, step, unwrap } from '@kifu/core';
import { expect, test } from 'vitest';
import { positionOf as at } from '../../test/domino-rounds.ts';
import { describe } from './describe.ts';
import { parseMove } from './notation.ts';
import { game } from './rules.ts';
import type { State } from './state.ts';

test.each<[state: State, text: string, words: string]>([
  [at('', ['66 12', '34 56']), '66', 'leads double 6'],
  [at('35', ['13 25', '00 36']), '13', 'plays 1-3 on the left'],
  [at('35', ['13 55 12', '00 36']), '55', 'plays double 5 on the right'],
  [at('35', ['01', '36']), 'pass', 'passes'],
  [at('35', ['01', '36'], '44 11'), 'draw', 'draws double 4'],
  [at('35', ['13', '00 36']), '13', 'plays 1-3 on the left, goes out'],
  [at('35', ['13 02', '00 26']), '13', 'plays 1-3 on the left, the game is blocked'],
])('%#: %s', (state, text, words) => {
  const move = unwrap(parseMove(state, text));
  const { events } = unwrap(game.play(state, 0, move));
  expect(describe.move(state, move, events)).toBe(words);
});

test('other seats are not told which tile was drawn', () => {
  const state = at('35', ['01', '36'], '44 11');
  const move = unwrap(parseMove(state, 'draw'));
  const { events } = unwrap(game.play(state, 0, move));
  const seen = events.map(event => game.secrets!.see(event, 1)!);
  expect(describe.move(state, move, seen)).toBe('draws a tile');
  expect(describe.move(state, move, [])).toBe('draws a tile');
});

test('of a hidden hand the event says which tile was laid', () => {
  const state = at('35', ['13 25', '00 36']);
  const move = unwrap(parseMove(state, '13'));
  const { events } = unwrap(game.play(state, 0, move));
  const guessed = at('35', ['04 25', '00 36']);
  expect(describe.move(guessed, move, events)).toBe('plays 1-3 on the left');
});

test('a move with a tile that is not there is told without the tile', () => {
  const state = at('35', ['13 25', '00 36']);
  expect(describe.move(state, { end: 'right', flip: false, tileIndex: 9 }, [])).toBe(
    'plays a tile on the right',
  );
});

test('a position tells what lies open, and hands only when they are turned up', () => {
  expect(describe.position(unwrap(start(game, { seed: 7 })).state)).toBe(
    'No tiles played. 14 tiles in the boneyard. South holds 7 tiles. West holds 7 tiles. South to move.',
  );
  const state = at('35 51', ['13', '00 36']);
  expect(describe.position(state)).toBe(
    '2 tiles in the line, 3 on the left, 1 on the right. The boneyard is empty. South holds 1 tile. West holds 2 tiles. South to move.',
  );
  const move = unwrap(parseMove(state, '13L'));
  const { state: won } = unwrap(step(game, state, { do: 'move', seat: 0, move }));
  expect(describe.position(won)).toBe(
    '3 tiles in the line, 1 on the left, 1 on the right. The boneyard is empty. South holds no tiles: 0 pips. West holds double 0, 3-6: 9 pips. South wins by going out, 9 points.',
  );
  expect(describe.position(at('35 53', ['12', '03 00']))).toMatch(/empty\. .* South to move\.$/);
  expect(describe.position(at('35 53', ['12', '01 02']))).toMatch(/Draw with the game blocked\.$/);
});
