/** Texts of Mage Duel. */

export const mageDuel = {
  title: 'Mage Duel',
  seats: ['Blue', 'Red'],
  reasons: {
    exhausted: { label: 'No tiles or jokers left', by: 'with no tiles or jokers left' },
    'double-skip': { label: 'Two skips in a row', by: 'after two skips in a row' },
    timeout: { label: 'Timeout', by: 'on time' },
    'full-board': { label: 'Full board', by: 'with a full board' },
  },
  refusals: {
    GameIsAlreadyFinished: 'The game is over.',
    PlayerNotInGame: 'You are not playing in this game.',
    NotYourTurn: 'It is not your turn.',
    NotEnoughJokers: 'You have no jokers left.',
    NoTilesInDeck: 'There are no tiles left.',
    CantFinishGame: 'You cannot claim the end yet.',
    'InvalidMove:tile': 'There is no such tile.',
    'InvalidMove:rotation': 'A tile turns by up to three quarters.',
    'InvalidMove:bounds': 'That cell is not on the board.',
    'InvalidMove:occupied': 'That cell is occupied.',
    'InvalidMove:mismatch': 'An edge does not match its neighbor.',
    'InvalidMove:detached': 'The tile must connect to a matching edge.',
  },
  options: {
    deck: { label: 'Deck', help: 'Number of tiles of each type.' },
    edges: { label: 'Edges', help: 'City markers and road markers on each side of the board.' },
    jokers: { label: 'Jokers', help: 'Jokers per player.' },
    jokerPrice: { label: 'Joker value', help: 'Points for each joker left at the end.' },
    moveTime: {
      label: 'Time per turn',
      help: 'Seconds per turn; a week, the maximum, means no limit.',
    },
    endOnFullBoard: {
      label: 'End on a full board',
      help: 'Whether the game ends when the board is full.',
    },
    timeout: {
      label: 'Claimed end',
      help: 'Who scores when the end is claimed: both players, or only the last to move.',
      values: { share: 'Both players', forfeit: 'Last to move' },
    },
  },
  demos: {
    '': { about: 'Cities and roads, tile by tile.' },
  },
};

export type MageDuelTexts = typeof mageDuel;
