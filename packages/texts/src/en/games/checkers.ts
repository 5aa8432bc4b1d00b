/** Texts of Checkers. */

export const checkers = {
  title: 'Checkers',
  seats: ['Black', 'White'],
  reasons: {
    noMoves: { label: 'No legal moves', by: 'because the opponent has no legal moves' },
    threefoldRepetition: { label: 'Threefold repetition', by: 'by threefold repetition' },
    fortyMoves: { label: 'Forty-move rule', by: 'by the forty-move rule' },
  },
  refusals: {
    noPiece: 'There is no piece on that square.',
    notYours: 'That is not your piece.',
    geometry: 'Pieces move one square diagonally, or jump over an adjacent piece.',
    backwards: 'Men move and jump forward only.',
    occupied: 'The landing square is occupied.',
    nothingToJump: 'There is no opposing piece to jump.',
    jumpedTwice: 'A piece can be jumped only once.',
    crowned: 'The move ends when a man is crowned.',
    mustJump: 'You must capture.',
    otherPiece: 'You must continue jumping with the same piece.',
    unfinished: 'You must complete the multi-jump.',
    ambiguous: 'More than one move fits; name every square.',
  },
  options: {
    draws: {
      label: 'Draws',
      help: 'Whether threefold repetition and the forty-move rule end the game automatically or have to be claimed.',
      values: { automatic: 'Automatic', claimed: 'Claimed' },
    },
  },
  demos: {
    '': { about: 'Captures are mandatory.' },
  },
};

export type CheckersTexts = typeof checkers;
