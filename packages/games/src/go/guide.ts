/** How to play go, and a first lesson. */
import type { Guide, JsonObject } from '@kifu/core';
import { go as texts } from '@kifu/texts/en/guides/go';
import { go } from './index.ts';
import type { Move } from './move-codec.ts';
import type { State } from './state.ts';

const SMALL: JsonObject = { width: 9 };
const TINY: JsonObject = { width: 5 };

/** Rows from the top: `B` black, `W` white; what is left out below is empty. */
const board = (rows: readonly string[], size: number, turn = 0): JsonObject => ({
  board: Array.from({ length: size }, (_, row) => rows[row] ?? '.'.repeat(size)),
  turn,
});

const at =
  (x: number, y: number) =>
  (move: Move): boolean =>
    move.type === 'play' && move.at?.[0] === x && move.at[1] === y;

/** A wall in the middle: each side has its half, but for a point. */
const DIVIDED = ['..BW.', '..BW.', '.BBW.', '.BWW.', '.BW..'];

const scoreOf = (state: State) => {
  const points = go.game.outcome(state)?.points ?? [0, 0];
  // counted in half points
  return {
    black: points[0]! / 2,
    white: points[1]! / 2,
    margin: Math.abs(points[0]! - points[1]!) / 2,
  };
};

export const guide: Guide<State, Move> = {
  sections: [
    {
      ...{ name: 'aim', options: SMALL },
      moves: 'E5 C3 G7 G3 C6 D3 F4 F3 G4 D5 E4 D6'.split(' '),
    },
    {
      ...{ name: 'liberties', options: SMALL },
      canon: board(['.........', '.........', '.........', '.........', '....B....'], 9),
      shows: move => [at(4, 3), at(3, 4), at(5, 4), at(4, 5)].some(is => is(move)),
    },
    {
      ...{ name: 'capture', options: SMALL },
      canon: board(['.........', '.........', '.........', '....B....', '...BWB...'], 9),
      shows: at(4, 5),
      legal: ['E4'],
    },
    {
      ...{ name: 'suicide', options: SMALL },
      canon: board(
        ['.........', '.........', '.........', '....W....', '...W.W...', '....W....'],
        9,
      ),
      refused: [['E5', 'suicide']],
      legal: ['E7'],
    },
    {
      ...{ name: 'ko', options: SMALL },
      canon: board(
        ['.........', '.........', '.........', '...BW....', '..B.BW...', '...BW....'],
        9,
        1,
      ),
      moves: ['D5'],
      refused: [['E5', 'superko']],
      legal: ['G7'],
    },
    {
      ...{ name: 'eyes', options: SMALL },
      canon: board(['.B.BW....', 'BBBBW....', 'WWWWW....'], 9, 1),
      refused: [
        ['A9', 'suicide'],
        ['C9', 'suicide'],
      ],
    },
    {
      ...{ name: 'score', options: { ...TINY, rules: 'Chinese', komiHalves: 1 } },
      canon: board(DIVIDED, 5),
      moves: ['pass', 'pass', 'agree', 'agree'],
      outcome: 'score',
      numbers: scoreOf,
    },
  ],
  lesson: [
    {
      ...{ name: 'take', options: SMALL },
      canon: board(['.........', '.........', '.........', '....B....', '...BWB...'], 9),
      goal: { type: 'event', event: { type: 'capture' } },
      solution: ['E4'],
    },
    {
      ...{ name: 'chain', options: SMALL },
      canon: board(['.........', '.........', '....BB...', '...BWWB..', '....B....'], 9),
      goal: { type: 'event', event: { type: 'capture' } },
      solution: ['F5'],
    },
    {
      ...{ name: 'escape', options: SMALL },
      canon: board(['.........', '.........', '....W....', '...WBW...'], 9),
      goal: { type: 'moves', moves: ['E5'] },
      solution: ['E5'],
    },
    {
      ...{ name: 'eyes', options: SMALL },
      canon: board(['...BW....', 'BBBBW....', 'WWWWW....'], 9),
      goal: { type: 'moves', moves: ['B9'] },
      solution: ['B9'],
    },
    {
      ...{ name: 'pass', options: { ...TINY, rules: 'Chinese', komiHalves: 1 } },
      canon: board(DIVIDED, 5, 1),
      moves: ['pass'],
      goal: { type: 'state', isReached: state => go.game.active(state).length === 2 },
      solution: ['pass'],
    },
  ],
  texts,
};
