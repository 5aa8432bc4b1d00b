/** What `<kifu-board>` says, in German. */
import type { BoardTexts } from '../en/board.ts';

const rules = new Intl.PluralRules('de');

export const board: BoardTexts = {
  readOnly: 'dieses Brett ist nur zum Ansehen',
  notAMove: 'kein Zug',
  notYourTurn: 'du bist nicht am Zug',
  squares: count =>
    `${count} ${rules.select(count) === 'one' ? 'mögliches Feld' : 'mögliche Felder'}`,
  choose: choices => `wähle: ${choices}`,
  chooser: 'Auswählen',
  chosen: 'gewählt',
  target: 'mögliches Ziel',
  origin: 'kann ziehen',
  empty: 'leer',
  marked: 'markiert',
  moving: 'in Bewegung',
  resting: 'ruht',
  cell: parts => parts.join(', '),
  pieces: (piece, count) => (count === 1 ? piece : `${count} × ${piece}`),
};
