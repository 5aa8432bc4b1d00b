/** Texts of Backgammon. */

export const backgammon = {
  title: 'Backgammon',
  seats: ['White', 'Black'],
  reasons: {
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
};

export type BackgammonTexts = typeof backgammon;
