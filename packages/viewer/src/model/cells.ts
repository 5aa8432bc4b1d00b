/** Words for what is on a board. */
import type { Area, Piece } from '@kifu/core';

/** What to call a cell for people who listen. */
export const cellName = (
  { columnLabels, rowLabels, id }: Area,
  column: number,
  row: number,
): string => `${columnLabels[column] ?? (rowLabels.length > 0 ? '' : id)}${rowLabels[row] ?? ''}`;

/** `white-king` as `white king`; a piece that rests or flies says so. */
export const lookWords = ({ look, glyph, rest, lift }: Piece): string =>
  `${look.replaceAll('-', ' ') || glyph}${(lift ?? 0) > 0 ? ', moving' : (rest ?? 0) > 0 ? ', resting' : ''}`;
