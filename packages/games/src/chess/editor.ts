/** Chess positions that are set up piece by piece. */
import type { PositionEditor } from '@kifu/core';
import { parseFen, pieceLetter } from './fen.ts';
import { KIND_NAMES, SIDE_NAMES } from './names.ts';
import type { State } from './state.ts';

const PIECES = SIDE_NAMES.flatMap((side, owner) =>
  KIND_NAMES.slice(1).map((kind, i) => ({
    look: `${side}-${kind}`,
    glyph: pieceLetter(8 * owner + i + 1),
    owner,
  })),
);
const LETTERS = new Map(PIECES.map(({ look, glyph }) => [look, glyph]));

/** What may be castled where kings and rooks stand at home: nothing tells that they have moved. */
const HOMES: { readonly [right: string]: readonly [king: string, rook: string] } = {
  K: ['K 4 7', 'R 7 7'],
  Q: ['K 4 7', 'R 0 7'],
  k: ['k 4 0', 'r 7 0'],
  q: ['k 4 0', 'r 0 0'],
};

export const editor: PositionEditor<State> = {
  pieces: PIECES,
  arrange(pieces, turn) {
    const rows = Array.from({ length: 8 }, () => new Array<string>(8).fill('1'));
    const standing = new Set<string>();
    for (const { look, column, row } of pieces) {
      const letter = LETTERS.get(look) ?? '?';
      rows[row]![column] = letter;
      standing.add(`${letter} ${column} ${row}`);
    }
    const board = rows.map(row => row.join('').replace(/1+/g, empty => `${empty.length}`));
    const rights = Object.keys(HOMES).filter(right =>
      HOMES[right]!.every(home => standing.has(home)),
    );
    return parseFen(`${board.join('/')} ${'wb'[turn]} ${rights.join('') || '-'} - 0 1`);
  },
};
