/** Everything that people read of tic-tac-toe, by language. */

/** English, which gives the other languages their type. */
export const english = {
  title: 'Tic-tac-toe',
  seats: ['X', 'O'],
  reasons: {
    line: { label: 'Three in a row', by: 'with three in a row' },
    full: { label: 'Full board', by: 'with a full board' },
  },
  refusals: {
    taken: 'That cell is taken.',
  },
  /** `X on b2, three in a row`. */
  move: (who: string, cell: string, isLine: boolean) =>
    `${who} on ${cell}${isLine ? ', three in a row' : ''}`,
  /** `X: b2 c3.` */
  cells: (who: string, cells: readonly string[]) => `${who}: ${cells.join(' ') || 'none'}.`,
  /** `b2, X`. */
  cell: (name: string, who: string | null) => `${name}, ${who ?? 'empty'}`,
};

export type TicTacToeTexts = typeof english;

const german: TicTacToeTexts = {
  title: 'Tic-Tac-Toe',
  seats: ['X', 'O'],
  reasons: {
    line: { label: 'Drei in einer Reihe', by: 'mit drei in einer Reihe' },
    full: { label: 'Volles Brett', by: 'bei vollem Brett' },
  },
  refusals: {
    taken: 'Dieses Feld ist besetzt.',
  },
  move: (who, cell, isLine) => `${who} auf ${cell}${isLine ? ', drei in einer Reihe' : ''}`,
  cells: (who, cells) => `${who}: ${cells.join(' ') || 'keine'}.`,
  cell: (name, who) => `${name}, ${who ?? 'leer'}`,
};

/** All but English, by their tags. */
export const translations = { de: german };
