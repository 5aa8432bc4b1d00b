/** Go positions that are set up stone by stone. */
import type { PositionEditor } from '@kifu/core';
import { SIDE_NAMES } from './names.ts';
import { restorePresent } from './restore.ts';
import { GLYPHS } from './scene.ts';
import type { State } from './state.ts';
import { states } from './state-codec.ts';

const PIECES = SIDE_NAMES.map((side, owner) => ({
  look: `${side}-stone`,
  glyph: GLYPHS[owner]!,
  owner,
}));

export const editor: PositionEditor<State> = {
  pieces: PIECES,
  arrange(pieces, turn, like) {
    const { width, height } = like.match.grid;
    const rows = Array.from({ length: height }, () => new Array<string>(width).fill('.'));
    for (const { look, column, row } of pieces) rows[row]![column] = look.charAt(0).toUpperCase();
    return restorePresent({
      ...(states.canon(like) as object),
      board: rows.map(row => row.join('')),
      ...{ counting: null, handicap: 0, ko: null, left: 0, passes: 0 },
      ...{ prisoners: [0, 0], turn, turns: 0 },
    });
  },
};
