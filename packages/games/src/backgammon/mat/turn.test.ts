/** Turns as they are written, and the steps they are made of. */
import { unwrap } from '@kifu/core';
import { expect, test } from 'vitest';
import { type Position, START, stateOf } from '../../../test/backgammon-positions.ts';
import { formatStep } from '../notation.ts';
import { play } from '../play.ts';
import { parseLine } from './halves.ts';
import { findSteps, formatHop, hopOf } from './turn.ts';

/** The steps of a turn of white, each as players write it. */
function stepsOf(position: Position, text: string, isLast = true) {
  const [half] = unwrap(parseLine(`1) ${text}`));
  if (half?.deed.is !== 'roll') throw new Error(text);
  const { dice, hops } = half.deed;
  let state = stateOf({ ...position, dice: [dice >> 3, dice & 7] });
  const found = findSteps(state, hops, [dice >> 3, dice & 7], isLast);
  if (!found.ok) return found.fault.rule;
  return found.value.moves.map(move => {
    const step = formatStep(state, move);
    expect(formatHop(hopOf(state, move)).replace('25/', 'bar/').replace(/\/0$/, '/off')).toBe(
      step.replace(/^\d:/, ''),
    );
    state = unwrap(play(state, 0, move)).state;
    return step;
  });
}

/** A single black checker on white's 18 point, none on the 20. */
const BLOT: Position = { black: { 24: 2, 13: 5, 8: 2, 7: 1, 6: 5 } };
const LAST: Position = { white: { 2: 1, 1: 2 }, black: { 6: 5 } };
const BEARING: Position = { white: { 2: 3, 1: 3 }, black: { 6: 5 } };

test.each<[name: string, position: Position, text: string, steps: string[]]>([
  ['as written', {}, '31: 8/5 6/5', ['8/5', '6/5']],
  ['as written, the other way', {}, '31: 6/5 8/5', ['6/5', '8/5']],
  ['one checker with both dice', {}, '64: 24/14', ['24/18', '18/14']],
  ['past a checker that is not hit', BLOT, '64: 24/14', ['24/20', '20/14']],
  ['over one that is', BLOT, '64: 24/18*/14', ['24/18*', '18/14']],
  ['a missing star', BLOT, '61: 24/18 8/7', ['24/18*', '8/7']],
  ['a star too many', {}, '61: 13/7* 8/7', ['13/7', '8/7']],
  ['four at once', {}, '33: 24/15 13/10', ['24/21', '21/18', '18/15', '13/10']],
  ['two times two', {}, '33: 8/5(2) 6/3(2)', ['8/5', '8/5', '6/3', '6/3']],
  ['two checkers all the way', {}, '11: 8/6(2)', ['8/7', '7/6', '8/7', '7/6']],
  [
    'in an order that can be played',
    { white: { ...START, 25: 1, 6: 4 } },
    '32: 13/10 bar/23',
    ['bar/23', '13/10'],
  ],
  ['off, the first die first', BEARING, '65: 2/off 2/off', ['6:2/off', '2/off']],
  ['off, the other die first', BEARING, '56: 2/off 2/off', ['2/off', '2/off']],
  ['off at once and not by halves', BEARING, '12: 2/0 1/0', ['2/off', '1/off']],
  ['off at once, with a die left over', LAST, '12: 2/0', ['2/off']],
  ['home and off', { white: { 8: 1, 1: 2 }, black: { 6: 5 } }, '62: 8/off', ['8/2', '2/off']],
])('%s: %s %s', (_name, position, text, steps) => {
  expect(stepsOf(position, text)).toEqual(steps);
});

test.each<[name: string, position: Position, text: string, steps: string[]]>([
  ['one checker with both dice', LAST, '12: 2/0', ['2/1', '1/off']],
  [
    'the smaller die first',
    { white: { 2: 1, 1: 1 }, black: { 6: 5 } },
    '31: 2/off',
    ['2/1', '1/off'],
  ],
  ['three points', { white: { 3: 1, 1: 1 }, black: { 6: 5 } }, '31: 3/off', ['3/2', '2/off']],
  ['what is whole anyway', BEARING, '12: 2/0 1/0', ['2/off', '1/off']],
  ['too little, as it stands', {}, '31: 8/5', ['8/5']],
])('where another roll follows, all of the dice: %s: %s %s', (_name, position, text, steps) => {
  expect(stepsOf(position, text, false)).toEqual(steps);
});

test.each<[position: Position, text: string, rule: string]>([
  [{}, '31: 8/5 7/6', 'noChecker'],
  [{}, '51: 6/1', 'blocked'],
  [{}, '31: 24/14', 'distance'],
  [{}, '31: 8/5 6/5 6/5', 'distance'],
  [{ white: { 6: 1, 3: 1 }, black: { 6: 5 } }, '54: 3/off', 'behind'],
])('%j %s cannot be', (position, text, rule) => {
  expect(stepsOf(position, text)).toBe(rule);
});
