/** Checkers positions that are set up piece by piece. */
import type { PositionEditor } from '@kifu/core';
import { parseFen } from './fen.ts';
import { SIDE_NAMES } from './names.ts';
import type { State } from './state.ts';

const PIECES = SIDE_NAMES.flatMap((side, owner) => [
  { look: `${side}-checker`, glyph: side.charAt(0), owner },
  { look: `${side}-checker-king`, glyph: side.charAt(0).toUpperCase(), owner },
]);

export const editor: PositionEditor<State> = {
  pieces: PIECES,
  arrange(pieces, turn) {
    const sides = SIDE_NAMES.map(side => {
      const squares = pieces
        .filter(({ look }) => look.startsWith(side))
        .map(
          ({ look, column, row }) =>
            `${look.endsWith('king') ? 'K' : ''}${'abcdefgh'[column]}${8 - row}`,
        );
      return `${side.charAt(0).toUpperCase()}${squares.join()}`;
    });
    return parseFen(`${'BW'[turn]}:${sides.join(':')}`);
  },
};
