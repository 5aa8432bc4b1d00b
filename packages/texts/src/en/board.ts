/** What `<kifu-board>` says, mostly to people who listen. */

const rules = new Intl.PluralRules('en');

export const board = {
  readOnly: 'this board is read-only',
  notAMove: 'not a move',
  notYourTurn: 'it is not your turn',
  squares: (count: number) =>
    `${count} possible ${rules.select(count) === 'one' ? 'square' : 'squares'}`,
  choose: (choices: string) => `choose: ${choices}`,
  chooser: 'Choose',
  /** Behind the name of a cell. */
  chosen: 'selected',
  target: 'can move here',
  origin: 'can move',
  empty: 'empty',
  marked: 'marked',
  moving: 'moving',
  resting: 'resting',
  /** A cell with what is on it, and what can be done there. */
  cell: (parts: readonly string[]) => parts.join(', '),
  pieces: (piece: string, count: number) => (count === 1 ? piece : `${count} ${piece}`),
};

export type BoardTexts = typeof board;
