/** Texts of Backgammon, in German. */
import type { BackgammonTexts } from '../../en/games/backgammon.ts';
import { and, ending } from '../helpers.ts';
import { match } from '../match.ts';

export const backgammon: BackgammonTexts = {
  title: 'Backgammon',
  seats: ['Weiß', 'Schwarz'],
  reasons: {
    ...match.reasons,
    single: { label: 'Einfaches Spiel', by: 'mit einem einfachen Spiel' },
    gammon: { label: 'Gammon', by: 'mit einem Gammon' },
    backgammon: { label: 'Backgammon', by: 'mit einem Backgammon' },
  },
  refusals: {
    roll: 'Würfle zuerst.',
    bothDice: 'Du musst beide Würfel spielen.',
    largerDie: 'Nur ein Würfel kann gespielt werden, und zwar der größere.',
    die: 'Diese Augenzahl hast du nicht mehr.',
    bar: 'Bringe zuerst deinen Stein von der Bar ins Spiel.',
    distance: 'Der Würfel führt nicht zu diesem Punkt.',
    blocked: 'Dieser Punkt ist blockiert.',
    notHome: 'Du darfst erst auswürfeln, wenn alle deine Steine im Heimfeld sind.',
    behind: 'Mit einer größeren Zahl darfst du nur vom höchsten Punkt auswürfeln.',
    noChecker: 'Dort hast du keinen Stein.',
    notYours: 'Das sind die Steine deines Gegners.',
  },
  options: {
    dice: {
      label: 'Würfe',
      help: 'Anderswo gewürfelte Würfe; sie kommen vor denen aus dem Seed.',
    },
    stakes: {
      label: 'Einsätze',
      help: 'Punkte für ein einfaches Spiel, ein Gammon und ein Backgammon.',
    },
  },
  demos: {
    '': { about: 'Nachweislich faire Würfel: Jeder Wurf kommt mit seinem Beweis.' },
  },
  ...ending,
  step: (from, to) =>
    to === null ? `${from ?? 'Bar'} ausgewürfelt` : `${from ?? 'Bar'} nach ${to}`,
  hits: 'schlägt',
  stuck: dice => `kann ${and(dice)} nicht spielen`,
  side: (who, bar, points, off) => {
    const groups = [
      ...(bar > 0 ? [`${bar} auf der Bar`] : []),
      ...points.map(([count, point]) => `${count} auf ${point}`),
      ...(off > 0 ? [`${off} ausgewürfelt`] : []),
    ];
    return `${who}: ${groups.join(', ')}.`;
  },
  toRoll: who => `${who} würfelt.`,
  toPlay: (who, dice) => `${who} spielt ${and(dice)}.`,
  checkers: (who, count) => `${count} ${count === 1 ? 'Stein' : 'Steine'} von ${who}`,
  empty: 'leer',
  point: (point, what) => `Punkt ${point}, ${what}`,
  bar: (who, what) => `Bar von ${who}, ${what}`,
  off: (who, what) => `Ablage von ${who}, ${what}`,
  level: (name, level) => `${name}, Stelle ${level}`,
  die: (index, value, isPlayed) => `Würfel ${index}: ${value}${isPlayed ? ', gespielt' : ''}`,
  withDie: die => `mit der ${die}`,
  events: {
    rolled: (who, dice) => `${who} würfelt ${dice.join('-')}`,
    passed: who => `${who} kann nicht ziehen`,
    enter: (who, point) => `${who} kommt auf ${point} herein`,
    hit: (who, point) => `${who} schlägt auf ${point}`,
    bearOff: (who, point) => `${who} würfelt von ${point} aus`,
    stuck: (who, dice) => `${who} kann ${and(dice)} nicht spielen`,
  },
  captions: {
    pips: 'Pips',
    count: (who, pips) => `${who} ${pips}`,
    rolled: who => `Wurf von ${who}`,
    left: (roll, dice) => `${roll}, noch ${and(dice)}`,
  },
};
