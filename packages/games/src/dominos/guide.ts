/** How to play dominoes, and a first lesson: moments of two rounds that were really dealt. */
import type { Guide } from '@kifu/core';
import { dominos as texts } from '@kifu/texts/en/guides/dominos';
import { dominos } from './index.ts';
import type { Move } from './move-codec.ts';
import type { State } from './state.ts';

/** A round that South wins by going out. */
const OUT = { seed: 7 };
const OUT_MOVES = '66L 06R 04R 34R 46L 13R 16R 14L 12L draw 56R draw 23L 15R 03L 11R 00L'.split(
  ' ',
);
/** A round in which nobody can move at the end. */
const BLOCKED = { seed: 8 };
const BLOCKED_MOVES =
  '44L draw draw draw draw draw draw draw 34R 46L 36R 26L 23L 13L 66R 06R 03R draw 16L 35R 56R draw draw draw draw draw draw'.split(
    ' ',
  );

const all = (): boolean => true;
/** Points of the winner at the end of a round. */
const pointsOf = (state: State): number =>
  Math.max(...(dominos.game.outcome(state)?.points ?? [0]));

export const guide: Guide<State, Move> = {
  sections: [
    {
      ...{ name: 'deal', ...OUT },
      shows: all,
      legal: ['66L'],
      refused: [['46L', 'lead']],
      numbers: state => {
        const { boneyard, hands } = dominos.game.states.canon(state) as {
          readonly boneyard: readonly unknown[];
          readonly hands: readonly (readonly unknown[])[];
        };
        return { hand: hands[0]!.length, boneyard: boneyard.length };
      },
    },
    {
      ...{ name: 'match', ...OUT, moves: OUT_MOVES.slice(0, 4) },
      shows: all,
      legal: ['46L', '03R'],
      refused: [['12L', 'noFit']],
    },
    {
      ...{ name: 'draw', ...OUT, moves: OUT_MOVES.slice(0, 9) },
      legal: ['draw'],
      refused: [
        ['pass', 'mustDraw'],
        ['55L', 'noFit'],
      ],
    },
    {
      name: 'out',
      ...OUT,
      moves: OUT_MOVES,
      outcome: 'emptyHand',
      numbers: state => ({ points: pointsOf(state) }),
    },
    {
      ...{ name: 'blocked', ...BLOCKED, moves: BLOCKED_MOVES },
      outcome: 'blocked',
      numbers: state => ({ points: pointsOf(state) }),
    },
  ],
  lesson: [
    {
      ...{ name: 'lead', ...OUT },
      goal: { type: 'event', event: { type: 'play' } },
      solution: ['66L'],
    },
    {
      ...{ name: 'match', ...OUT, moves: OUT_MOVES.slice(0, 4) },
      goal: { type: 'moves', moves: ['46L'] },
      solution: ['46L'],
    },
    {
      ...{ name: 'draw', ...OUT, moves: OUT_MOVES.slice(0, 9), within: 2 },
      goal: { type: 'event', event: { type: 'play' } },
      solution: ['draw', '56R'],
    },
    {
      ...{ name: 'win', ...OUT, moves: OUT_MOVES.slice(0, -1) },
      goal: { type: 'outcome', reason: 'emptyHand' },
      solution: ['00L'],
    },
  ],
  texts,
};
