/** Texts of Go. */

export const go = {
  title: 'Go',
  seats: ['Black', 'White'],
  reasons: {
    score: { label: 'Points', by: 'on points' },
    repetition: { label: 'Repetition', by: 'by repetition' },
  },
  refusals: {
    'not-your-turn': 'It is not your turn.',
    'not-scoring': 'The game is still in play: two passes stop it.',
    scoring: 'Scoring: mark dead stones, accept, or resume play.',
    'off-board': 'That point is not on the board.',
    occupied: 'That point is occupied.',
    suicide: 'Suicide is not allowed.',
    ko: 'Ko: you cannot retake immediately.',
    superko: 'Superko: that would repeat an earlier position.',
    length: 'The game has reached its turn limit: pass.',
    handicap: 'Black places the handicap stones first.',
    'nothing-to-mark': 'There is nothing to mark at that point.',
    'dead-outside': 'There is no stone at that point.',
    territory: 'The territories contradict the board.',
  },
  options: {
    handicap: {
      label: 'Handicap',
      help: 'Number of handicap stones: none, or two and more, as many as board and rules have room for.',
    },
    height: { label: 'Board height', help: 'Number of rows (default: same as width).' },
    komiHalves: {
      label: 'Komi in half points',
      help: 'Points for White in half points: 15 is 7.5 (default: as in the ruleset; 1 with a handicap).',
    },
    rules: { label: 'Ruleset', help: 'Ruleset, by name or as individual settings.' },
    width: { label: 'Board width', help: 'Number of columns (default: same as height).' },
  },
  demos: {
    '': { about: 'A 9×9 game, counted by both sides after two passes.' },
  },
};

export type GoTexts = typeof go;
