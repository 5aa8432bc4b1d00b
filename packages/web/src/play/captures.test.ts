/** What a seat has taken. */
import { start, unwrap } from '@kifu/core';
import { chess } from '@kifu/games/chess';
import { expect, test } from 'vitest';
import { takenBy } from './captures.ts';

test('what a seat took is listed by the looks of the pieces, those of a kind together', () => {
  const first = chess.scene(unwrap(start(chess.game, {})).state);
  const took = (seat: number, piece: string) => ({ type: 'capture', seat, piece });
  const events = [took(0, 'p'), took(1, 'n'), took(0, 'q'), took(0, 'p'), { type: 'check' }];
  expect(takenBy(events, 0, first)).toEqual(['black-pawn', 'black-pawn', 'black-queen']);
  expect(takenBy(events, 1, first)).toEqual(['white-knight']);
});
