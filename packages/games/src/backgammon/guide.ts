/** How to play backgammon, and a first lesson. */
import {
  type Guide,
  type GuidePosition,
  isObject,
  type JsonObject,
  type Seat,
  unwrap,
} from '@kifu/core';
import { setUpGuide } from '@kifu/core/guide';
import { backgammon as texts } from '@kifu/texts/en/guides/backgammon';
import { backgammon } from './index.ts';
import type { Move } from './move-codec.ts';
import type { State } from './state.ts';

/** Checkers by White's numbers of the points: `[6, 5]` are five on the six point. */
type Stacks = readonly (readonly [point: number, count: number])[];

/** What is borne off follows: each side has fifteen checkers. */
const BOTH = 15;

/** White to move with these dice. */
function board(white: Stacks, black: Stacks, dice: readonly number[], bar = [0, 0]): JsonObject {
  const points: Seat[][] = Array.from({ length: 24 }, () => []);
  const off: number[] = [];
  for (const [seat, stacks] of [white, black].entries()) {
    for (const [point, count] of stacks) points[point - 1] = Array(count).fill(seat);
    off.push(BOTH - bar[seat]! - stacks.reduce((sum, [, count]) => sum + count, 0));
  }
  const [first, second] = dice;
  return {
    points,
    bar: { 0: bar[0]!, 1: bar[1]! },
    bearOff: { 0: off[0]!, 1: off[1]! },
    dice: [...dice],
    remainingDice: first === second ? [first!, first!, first!, first!] : [...dice],
    turn: 0,
  };
}

const BLACK_START: Stacks = [
  [1, 2],
  [12, 5],
  [17, 3],
  [19, 5],
];
const WHITE_START: Stacks = [
  [24, 2],
  [13, 5],
  [8, 3],
  [6, 5],
];
/** White bears off the last checker. */
const LAST: Stacks = [[1, 1]];
const lastWith = (black: Stacks): GuidePosition => ({
  canon: board(LAST, black, [3, 1]),
  moves: ['1/off'],
});
const GAMMON = lastWith([
  [12, 5],
  [19, 10],
]);

const pointsOf = (position: GuidePosition): number =>
  backgammon.game.outcome(unwrap(setUpGuide(backgammon, position)))?.points?.[0] ?? 0;

const onPoint = (state: State, point: number): number => {
  const canon = backgammon.game.states.canon(state);
  const points = isObject(canon) ? (canon.points as readonly (readonly Seat[])[]) : [];
  return points[point - 1]?.filter(seat => seat === 0).length ?? 0;
};

export const guide: Guide<State, Move> = {
  sections: [
    { name: 'aim', canon: board(WHITE_START, BLACK_START, [3, 1]), shows: () => true },
    {
      ...{ name: 'dice', canon: board(WHITE_START, BLACK_START, [6, 1]) },
      shows: ({ from }) => from === 12,
      legal: ['13/7', '8/7'],
    },
    {
      ...{ name: 'points', canon: board(WHITE_START, BLACK_START, [5, 2]) },
      shows: ({ from }) => from === 23,
      legal: ['24/22'],
      refused: [['24/19', 'blocked']],
    },
    {
      ...{
        name: 'bar',
        canon: board(
          [
            [13, 5],
            [8, 4],
            [6, 5],
          ],
          [
            [12, 5],
            [19, 5],
            [21, 2],
            [17, 3],
          ],
          [4, 2],
          [1, 0],
        ),
      },
      shows: () => true,
      legal: ['bar/23'],
      refused: [
        ['bar/21', 'blocked'],
        ['13/9', 'bar'],
      ],
    },
    {
      ...{
        name: 'off',
        canon: board(
          [
            [6, 2],
            [4, 3],
            [3, 2],
          ],
          [
            [19, 5],
            [24, 4],
          ],
          [6, 4],
        ),
      },
      shows: () => true,
      legal: ['6/off', '4/off'],
    },
    {
      ...GAMMON,
      name: 'score',
      outcome: 'gammon',
      numbers: () => ({
        single: pointsOf(lastWith([[19, 10]])),
        gammon: pointsOf(GAMMON),
        backgammon: pointsOf(
          lastWith([
            [3, 1],
            [19, 14],
          ]),
        ),
      }),
    },
  ],
  lesson: [
    {
      ...{ name: 'point', canon: board(WHITE_START, BLACK_START, [3, 1]), within: 2 },
      goal: { type: 'state', isReached: state => onPoint(state, 5) === 2 },
      solution: ['8/5', '6/5'],
    },
    {
      ...{
        name: 'hit',
        canon: board(
          WHITE_START,
          [
            [1, 2],
            [9, 1],
            [12, 4],
            [17, 3],
            [19, 5],
          ],
          [4, 1],
          [0, 0],
        ),
      },
      goal: { type: 'event', event: { type: 'hit' } },
      solution: ['13/9'],
    },
    {
      ...{
        name: 'bar',
        canon: board(
          [
            [13, 5],
            [8, 4],
            [6, 5],
          ],
          [
            [12, 5],
            [19, 5],
            [21, 2],
            [17, 3],
          ],
          [4, 2],
          [1, 0],
        ),
      },
      goal: { type: 'event', event: { type: 'enter' } },
      solution: ['bar/23'],
    },
    {
      ...{
        name: 'off',
        canon: board(
          [
            [6, 2],
            [4, 3],
            [3, 2],
          ],
          [
            [19, 5],
            [24, 4],
          ],
          [6, 4],
        ),
        within: 2,
      },
      goal: { type: 'state', isReached: state => countOff(state) === 10 },
      solution: ['6/off', '4/off'],
    },
    {
      ...{
        name: 'win',
        canon: board(
          [
            [2, 1],
            [1, 1],
          ],
          [
            [19, 5],
            [24, 4],
          ],
          [5, 3],
        ),
        within: 2,
      },
      goal: { type: 'outcome', reason: 'single' },
      solution: ['2/off', '1/off'],
    },
  ],
  texts,
};

function countOff(state: State): number {
  const canon = backgammon.game.states.canon(state) as { readonly bearOff: { readonly 0: number } };
  return canon.bearOff[0];
}
