/** Texts of Backgammon. */

import { and, ending } from '../helpers.ts';
import { match } from '../match.ts';

export const backgammon = {
  title: 'Backgammon',
  seats: ['White', 'Black'],
  reasons: {
    ...match.reasons,
    single: { label: 'Single game', by: 'with a single game' },
    gammon: { label: 'Gammon', by: 'with a gammon' },
    backgammon: { label: 'Backgammon', by: 'with a backgammon' },
  },
  refusals: {
    roll: 'Roll the dice first.',
    bothDice: 'You must play both dice.',
    largerDie: 'Only one die can be played, and it must be the larger one.',
    die: 'You have no such number left.',
    bar: 'Enter your checker from the bar first.',
    distance: 'The die does not reach that point.',
    blocked: 'That point is blocked.',
    notHome: 'Bear off only when all your checkers are in your home board.',
    behind: 'Use a larger number to bear off only from your highest point.',
    noChecker: 'You have no checker there.',
    notYours: "Those are your opponent's checkers.",
  },
  options: {
    dice: { label: 'Dice', help: 'Dice rolled elsewhere, used before the seeded ones.' },
    stakes: { label: 'Stakes', help: 'Points for a single game, a gammon and a backgammon.' },
  },
  demos: {
    '': { about: 'Provably fair dice: every roll comes with its proof.' },
  },
  ...ending,
  /** Places are points by their numbers; `null` is the bar at the start of a move, and off the board at its end. */
  step: (from: string | null, to: string | null) =>
    to === null ? `${from ?? 'bar'} off` : `${from ?? 'bar'} to ${to}`,
  hits: 'hits',
  stuck: (dice: readonly number[]) => `cannot play ${and(dice)}`,
  /** `White: 2 on 24, 5 on 13, 1 on the bar, 3 off.` */
  side: (
    who: string,
    bar: number,
    points: readonly (readonly [count: number, point: string])[],
    off: number,
  ) => {
    const groups = [
      ...(bar > 0 ? [`${bar} on the bar`] : []),
      ...points.map(([count, point]) => `${count} on ${point}`),
      ...(off > 0 ? [`${off} off`] : []),
    ];
    return `${who}: ${groups.join(', ')}.`;
  },
  toRoll: (who: string) => `${who} to roll.`,
  toPlay: (who: string, dice: readonly number[]) => `${who} to play ${and(dice)}.`,
  /** What is on a point, the bar or the tray. */
  checkers: (who: string, count: number) =>
    `${count} ${who.toLowerCase()} ${count === 1 ? 'checker' : 'checkers'}`,
  empty: 'empty',
  point: (point: string, what: string) => `point ${point}, ${what}`,
  bar: (who: string, what: string) => `${who}'s bar, ${what}`,
  off: (who: string, what: string) => `${who}'s tray, ${what}`,
  /** A place of a checker in its stack, from 1. */
  level: (name: string, level: number) => `${name}, place ${level}`,
  die: (index: number, value: number, isPlayed: boolean) =>
    `die ${index}: ${value}${isPlayed ? ', played' : ''}`,
  withDie: (die: number) => `with the ${die}`,
  events: {
    rolled: (who: string, dice: readonly number[]) => `${who} rolls ${dice.join('-')}`,
    passed: (who: string) => `${who} cannot move`,
    enter: (who: string, point: string) => `${who} enters on ${point}`,
    hit: (who: string, point: string) => `${who} hits on ${point}`,
    bearOff: (who: string, point: string) => `${who} bears off from ${point}`,
    stuck: (who: string, dice: readonly number[]) => `${who} cannot play ${and(dice)}`,
  },
  captions: {
    pips: 'pips',
    count: (who: string, pips: number) => `${who} ${pips}`,
    rolled: (who: string) => `${who} rolled`,
    left: (roll: string, dice: readonly number[]) => `${roll}, ${and(dice)} left to play`,
  },
};

export type BackgammonTexts = typeof backgammon;
