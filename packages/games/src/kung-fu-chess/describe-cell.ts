/** Squares of Kung Fu Chess and what is on them, for screen readers: `e4, white pawn, cooling down`. */
import { type Cell, formatCell, type Scene } from '@kifu/core';
import { kungFuChess as english, type KungFuChessTexts } from '@kifu/texts/en/games/kung-fu-chess';

/** Names a square with the pieces that are nearest to it. Null for the missing corners of the large board. */
export function describeCell(
  scene: Scene,
  cell: Cell,
  texts: KungFuChessTexts = english,
): string | null {
  const here = scene.pieces.filter(
    ({ column, row }) => Math.round(column) === cell.column && Math.round(row) === cell.row,
  );
  if (here.some(({ look }) => look === 'hole')) return null;
  const pieces = here.flatMap(({ look, owner, lift, rest }) => {
    if (owner === null) return [];
    const kind = look.replace(/^.*-/, '') as keyof KungFuChessTexts['pieces'];
    const piece = texts.owned(texts.seats[owner]!, texts.pieces[kind]);
    if (lift !== undefined) return [texts.cell.moving(piece)];
    return [rest === undefined ? piece : texts.cell.cooling(piece)];
  });
  const square = formatCell(scene, cell);
  return pieces.length === 0 ? texts.cell.empty(square) : texts.cell.pieces(square, pieces);
}
