/** Names of cells and pieces by their labels and looks, for games that have no names for them. */
import type { Area, Piece } from '@kifu/core';
import type { BoardTexts } from '@kifu/texts/en/board';

/** Names a cell by the labels of its area. */
export const cellName = (
  { columnLabels, rowLabels, id }: Area,
  column: number,
  row: number,
): string => `${columnLabels[column] ?? (rowLabels.length > 0 ? '' : id)}${rowLabels[row] ?? ''}`;

/** Describes a piece by its look, `white-king` as `white king`, and whether it moves or rests. */
export function describeLook({ look, glyph, rest, lift }: Piece, texts: BoardTexts): string {
  const state = (lift ?? 0) > 0 ? [texts.moving] : (rest ?? 0) > 0 ? [texts.resting] : [];
  return texts.cell([look.replaceAll('-', ' ') || glyph, ...state]);
}
