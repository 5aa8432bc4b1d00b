/** Texts of Ludo. */

export const ludo = {
  title: 'Ludo',
  seats: ['Red', 'Green', 'Yellow', 'Blue'],
  reasons: {
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
};

export type LudoTexts = typeof ludo;
