import { unwrap } from '@kifu/core';
import { expect, test } from 'vitest';
import { parseFen } from './fen.ts';
import { legalPacked } from './legal.ts';
import { boardOf, lendBoard } from './planes.ts';

test('a board that is lent is that of the state asked for last, also after its moves were listed', () => {
  const states = [
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
    '8/8/8/1k1Pp2R/8/8/8/4K3 w - e6 0 1', // listing tries en passant on the board
    '4k3/8/8/8/8/8/8/4K2R w K - 0 1',
  ].map(fen => unwrap(parseFen(fen)));
  for (const state of [...states, ...states, states[0]!, states[0]!]) {
    expect(lendBoard(state)).toEqual(boardOf(state));
    legalPacked(state);
    expect(lendBoard(state)).toEqual(boardOf(state));
  }
});
