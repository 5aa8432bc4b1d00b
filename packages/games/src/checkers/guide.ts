/** How to play checkers, and a first lesson. */
import type { Guide } from '@kifu/core';
import { checkers as texts } from '@kifu/texts/en/guides/checkers';
import type { Move } from './move-codec.ts';
import type { State } from './state.ts';

const all = (): boolean => true;

export const guide: Guide<State, Move> = {
  sections: [
    { name: 'aim', shows: all },
    {
      ...{ name: 'men', position: 'B:W27:B11' },
      shows: all,
      legal: ['11-15', '11-16'],
      refused: [['11-7', 'backwards']],
    },
    {
      ...{ name: 'jump', position: 'B:W15,28:B3,11' },
      shows: all,
      legal: ['11x18'],
      refused: [['3-7', 'mustJump']],
    },
    {
      ...{ name: 'chain', position: 'B:W15,22,32:B4,11' },
      shows: all,
      legal: ['11x25'],
      refused: [['4-8', 'mustJump']],
    },
    { name: 'king', position: 'W:WK18:B4', shows: all, legal: ['18-22', '18-14'] },
    { name: 'end', position: 'W:W5:B1', outcome: 'noMoves' },
  ],
  lesson: [
    {
      ...{ name: 'step', position: 'B:W32:B11' },
      goal: { type: 'moves', moves: ['11-16'] },
      solution: ['11-16'],
    },
    {
      ...{ name: 'jump', position: 'B:W15,28:B3,11' },
      goal: { type: 'event', event: { type: 'capture' } },
      solution: ['11x18'],
    },
    {
      ...{ name: 'choose', position: 'B:W14,15,23,32:B10' },
      goal: { type: 'moves', moves: ['10x26'] },
      solution: ['10x26'],
    },
    {
      ...{ name: 'crown', position: 'B:W12:B3,25' },
      goal: { type: 'event', event: { type: 'crown' } },
      solution: ['25-29'],
    },
    {
      ...{ name: 'king', position: 'B:W9,22:BK26' },
      goal: { type: 'event', event: { type: 'capture' } },
      solution: ['26x17'],
    },
    {
      ...{ name: 'win', position: 'B:W18:B14' },
      goal: { type: 'outcome', reason: 'noMoves' },
      solution: ['14x23'],
    },
  ],
  texts,
};
