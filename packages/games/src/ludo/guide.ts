/** How to play ludo, and a first lesson. */
import type { Guide, JsonObject } from '@kifu/core';
import { ludo as texts } from '@kifu/texts/en/guides/ludo';
import { HOME } from './board.ts';
import { ludo } from './index.ts';
import type { Move } from './move-codec.ts';
import type { State } from './state.ts';

/** Places of tokens: −1 is base, 0 to 50 the ring from the own start, 51 to 55 the home column, 56 home. */
type Places = readonly [number, number, number, number];

const BASE: Places = [-1, -1, -1, -1];
/** A token that is home; the module counts base as 0. */
const AT_HOME = HOME - 1;

const tokensOf = (places: Places) =>
  places.map(position => ({ inHome: position === AT_HOME, position }));

/** Red to move with this number, Green beside. */
const board = (red: Places, green: Places, dice: number): JsonObject => ({
  ...{ turn: 0, dice, consecutiveSixes: dice === 6 ? 1 : 0 },
  tokens: [tokensOf(red), tokensOf(green)],
});

const all = (): boolean => true;

const isRedAt = (state: State, place: number): boolean => {
  const { tokens } = ludo.game.states.canon(state) as {
    readonly tokens: readonly (readonly { readonly position: number }[])[];
  };
  return tokens[0]!.some(({ position }) => position === place);
};

export const guide: Guide<State, Move> = {
  sections: [
    {
      ...{ name: 'aim', canon: board([4, 20, -1, AT_HOME], [9, 30, -1, -1], 3) },
    },
    { name: 'out', canon: board(BASE, BASE, 6), shows: all, legal: ['1out', '4out'] },
    {
      ...{ name: 'walk', canon: board([3, 7, -1, -1], BASE, 4) },
      shows: all,
      legal: ['2+4'],
      refused: [
        ['1+4', 'ownToken'],
        ['3out', 'needsSix'],
      ],
    },
    {
      ...{ name: 'capture', canon: board([10, 30, -1, -1], [2, 21, -1, -1], 5) },
      shows: ({ tokenIndex }) => tokenIndex === 0,
      legal: ['1+5'],
    },
    {
      ...{ name: 'safe', canon: board([16, 2, -1, -1], [8, 30, -1, -1], 5) },
      shows: ({ tokenIndex }) => tokenIndex === 0,
      legal: ['1+5'],
    },
    {
      ...{ name: 'home', canon: board([53, 47, -1, AT_HOME], [30, -1, -1, -1], 4) },
      shows: all,
      legal: ['2+4'],
      refused: [['1+4', 'pastHome']],
    },
    {
      ...{ name: 'end', canon: board([52, AT_HOME, AT_HOME, AT_HOME], [30, 12, -1, -1], 4) },
      moves: ['1+4'],
      outcome: 'allHome',
    },
  ],
  lesson: [
    {
      ...{ name: 'out', canon: board([20, -1, -1, -1], BASE, 6) },
      goal: { type: 'event', event: { type: 'enter' } },
      solution: ['2out'],
    },
    {
      ...{ name: 'capture', canon: board([10, 30, -1, -1], [2, 21, -1, -1], 5) },
      goal: { type: 'event', event: { type: 'capture' } },
      solution: ['1+5'],
    },
    {
      ...{ name: 'safe', canon: board([16, 30, -1, -1], [5, 20, -1, -1], 5) },
      goal: { type: 'state', isReached: state => isRedAt(state, 21) },
      solution: ['1+5'],
    },
    {
      ...{ name: 'home', canon: board([52, 20, AT_HOME, -1], [30, -1, -1, -1], 4) },
      goal: { type: 'event', event: { type: 'home' } },
      solution: ['1+4'],
    },
    {
      ...{ name: 'win', canon: board([54, AT_HOME, AT_HOME, AT_HOME], [30, 12, -1, -1], 2) },
      goal: { type: 'outcome', reason: 'allHome' },
      solution: ['1+2'],
    },
  ],
  texts,
};
