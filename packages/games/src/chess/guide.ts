/** How to play chess, and a first lesson. */
import type { Guide } from '@kifu/core';
import { chess as texts } from '@kifu/texts/en/guides/chess';
import type { Move } from './move-codec.ts';
import type { State } from './state.ts';

const from =
  (x: number, y: number) =>
  (move: Move): boolean =>
    move.from[0] === x && move.from[1] === y;

export const guide: Guide<State, Move> = {
  sections: [
    { name: 'aim', position: '3R2k1/5ppp/8/8/8/8/5PPP/6K1 b - - 1 1', outcome: 'checkmate' },
    { name: 'lines', position: '4k3/8/8/8/3Q4/8/8/6K1 w - - 0 1', shows: from(3, 3) },
    {
      ...{ name: 'knight', position: '4k3/8/8/2ppp3/2pNp3/2ppp3/8/6K1 w - - 0 1' },
      shows: from(3, 3),
      refused: [['d4d6', 'geometry']],
    },
    {
      ...{ name: 'pawn', position: 'k7/8/8/3p4/4P3/8/1P6/K7 w - - 0 1' },
      shows: ({ from: [x] }) => x === 4 || x === 1,
      legal: ['b3', 'b4', 'e5', 'exd5'],
      refused: [['b2c3', 'geometry']],
    },
    {
      ...{ name: 'check', position: '4k3/8/8/8/7b/8/3P2P1/4K2R w K - 0 1' },
      shows: () => true,
      legal: ['g3', 'Ke2', 'Rxh4'],
      refused: [
        ['d2d3', 'inCheck'],
        ['e1g1', 'castlingCheck'],
      ],
    },
    {
      ...{ name: 'special', position: 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1' },
      shows: ({ from: [x, y], to }) => x === 4 && y === 0 && Math.abs(to[0] - x) === 2,
      legal: ['O-O', 'O-O-O'],
    },
    { name: 'draw', position: '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1', outcome: 'stalemate' },
  ],
  lesson: [
    {
      ...{ name: 'rook', position: '4k3/8/8/8/p2R4/8/8/4K3 w - - 0 1' },
      goal: { type: 'event', event: { type: 'capture' } },
      solution: ['Rxa4'],
    },
    {
      ...{ name: 'knight', position: '4k3/8/4b3/2ppp3/2pNp3/2ppp3/8/6K1 w - - 0 1' },
      goal: { type: 'event', event: { type: 'capture', piece: 'b' } },
      solution: ['Nxe6'],
    },
    {
      ...{ name: 'pawn', position: '8/P5k1/8/8/8/8/8/K7 w - - 0 1' },
      goal: { type: 'event', event: { type: 'promotion', piece: 'q' } },
      solution: ['a8=Q'],
    },
    {
      ...{ name: 'castle', position: 'r3k3/8/8/8/8/8/5PPP/4K2R w K - 0 1' },
      goal: { type: 'event', event: { type: 'castle' } },
      solution: ['O-O'],
    },
    {
      ...{ name: 'check', position: '4k3/8/8/8/8/1B6/2n5/4K3 w - - 0 1' },
      goal: { type: 'event', event: { type: 'capture' } },
      solution: ['Bxc2'],
    },
    {
      ...{ name: 'mate', position: '6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1' },
      goal: { type: 'outcome', reason: 'checkmate' },
      solution: ['Rd8#'],
    },
  ],
  texts,
};
