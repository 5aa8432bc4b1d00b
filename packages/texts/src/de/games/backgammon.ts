/** Texts of Backgammon, in German. */
import type { BackgammonTexts } from '../../en/games/backgammon.ts';

export const backgammon: BackgammonTexts = {
  title: 'Backgammon',
  seats: ['Weiß', 'Schwarz'],
  reasons: {
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
      help: 'Anderswo gewürfelte Würfe; sie kommen vor denen des Startwerts.',
    },
    stakes: {
      label: 'Einsätze',
      help: 'Punkte für ein einfaches Spiel, ein Gammon und ein Backgammon.',
    },
  },
  demos: {
    '': { about: 'Nachweisbar faire Würfel: Jeder Wurf kommt mit seinem Beweis.' },
  },
};
