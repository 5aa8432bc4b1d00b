/** Texts of Ludo. */

import { ending } from '../helpers.ts';
import { match } from '../match.ts';

export const ludo = {
  title: 'Ludo',
  seats: ['Red', 'Green', 'Yellow', 'Blue'],
  reasons: {
    ...match.reasons,
    allHome: { label: 'All tokens home', by: 'by bringing all tokens home' },
    lastStanding: { label: 'Last player left', by: 'as the last player left' },
  },
  refusals: {
    isHome: 'That token is already home.',
    inBase: 'That token is still in base.',
    needsSix: 'You need a six to leave base.',
    ownToken: 'Your own token is on that square.',
    isOut: 'That token is already out of base.',
    notRolled: 'That is not the number you rolled.',
    pastHome: 'The roll is too high to reach home.',
  },
  demos: {
    '': { about: 'Four players and one provably fair die.' },
  },
  ...ending,
  token: (token: number) => `token ${token}`,
  leavesBase: (token: string) => `${token} leaves base`,
  moves: (token: string, steps: number) => `${token} moves ${steps}`,
  takes: (token: string, who: string) => `takes ${token} of ${who}`,
  isHome: 'is home',
  /** Moves in lists, beside the die. */
  listed: {
    square: (token: string, square: number) => `${token} to ${square}`,
    column: (token: string, step: number) => `${token} to home column ${step}`,
    home: (token: string) => `${token} home`,
    takes: (who: string) => `takes ${who}`,
  },
  side: (who: string, places: readonly string[]) => `${who}: ${places.join(', ')}.`,
  at: (token: string, square: number) => `${token} at ${square}`,
  inColumn: (token: string, left: number) => `${token} in the home column, ${left} to go`,
  inBase: (count: number) => `${count} in base`,
  home: (count: number) => `${count} home`,
  toRoll: (who: string) => `${who} to roll.`,
  toMove: (who: string, die: number) => `${who} rolled ${die} and is to move.`,
  /** `square 12, red token 2, empty`; the places of the ring are numbered from Red's start. */
  cell: {
    square: (square: number, isStart: string | null, isSafe: boolean) =>
      `square ${square}${isStart === null ? '' : `, start of ${isStart}`}${isSafe ? ', safe' : ''}`,
    column: (who: string, step: number) => `${who}'s home column, ${step}`,
    home: (who: string) => `${who}'s home`,
    base: (who: string, place: number) => `${who}'s base, place ${place}`,
    die: (value: number) => (value === 0 ? 'die, not rolled' : `die: ${value}`),
    token: (who: string, token: number) => `${who.toLowerCase()} token ${token}`,
    empty: 'empty',
  },
  events: {
    rolled: (who: string, die: number) => `${who} rolls ${die}`,
    enter: (who: string, token: string) => `${who}: ${token} leaves base`,
    home: (who: string, token: string) => `${who}: ${token} is home`,
    capture: (who: string, token: string, of: string) => `${who} takes ${token} of ${of}`,
    left: (who: string) => `${who} leaves the game`,
  },
  captions: {
    base: (token: number) => `${token} base`,
    home: (token: number) => `${token} home`,
    at: (token: number, square: number) => `${token} at ${square}`,
    wonBy: 'won by',
    die: 'die',
    toRoll: (who: string) => `${who} to roll`,
    rolled: (who: string, die: number, isSecondSix: boolean) =>
      `${who} rolled ${die}${isSecondSix ? ', the second six' : ''}`,
  },
};

export type LudoTexts = typeof ludo;
