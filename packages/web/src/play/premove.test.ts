/** Moves ahead, held against all answers. */
import { type Json, type Kit, type Seat, start, step, unwrap } from '@kifu/core';
import { loadKit } from '@kifu/games';
import { expect, test } from 'vitest';
import { aheadOf, formatAhead } from './premove.ts';

test('moves ahead are those that some answer makes legal', async () => {
  const kit = unwrap(await loadKit('chess')) as Kit;
  const { game } = kit;
  const play = (state: unknown, seat: Seat, move: Json) =>
    unwrap(step(game, state, { do: 'move', seat, move })).state;
  const begun = unwrap(start(game, {})).state;
  const state = play(begun, 0, [...game.legal(begun, 0)][0]!);
  const { hex } = game.moves;
  const legal = [...game.legal(state, 1)].flatMap(answer => [
    ...game.legal(play(state, 1, answer), 0),
  ]);
  const ahead = aheadOf(game, state, 0).map(move => hex.encode(move));
  expect(new Set(ahead)).toEqual(new Set(legal.map(move => hex.encode(move))));
  expect(new Set(ahead).size).toBe(ahead.length);
});

test('there are no moves ahead in games of chance or of hidden hands, and for the seat on turn', async () => {
  const dice = unwrap(await loadKit('backgammon')) as Kit;
  const rolled = unwrap(start(dice.game, { seed: 1 })).state;
  expect(aheadOf(dice.game, rolled, 0)).toEqual([]);
  expect(aheadOf(dice.game, rolled, 1)).toEqual([]);
  const chess = unwrap(await loadKit('chess')) as Kit;
  expect(aheadOf(chess.game, unwrap(start(chess.game, {})).state, 0)).toEqual([]);
});

test('a move ahead is written as the list of moves will have it', async () => {
  const kit = unwrap(await loadKit('chess')) as Kit;
  const begun = unwrap(start(kit.game, {})).state;
  const { game, notations } = kit;
  const ahead = aheadOf(game, begun, 1);
  const written = ahead.map(move => formatAhead({ game, notations }, begun, [1, move]));
  expect(written).toContain('Nc6');
  expect(written).toContain('e5');
  // never as programs write it
  expect(written.filter(text => /^[a-h][1-8][a-h][1-8]/.test(text))).toEqual([]);
});
