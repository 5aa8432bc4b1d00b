/** Squares of chess and what is on them, for screen readers: `e4, white pawn`. */
import { type Cell, formatCell, type Scene } from '@kifu/core';
import { type ChessTexts, chess as english } from '@kifu/texts/en/games/chess';

/** Names a square with the piece on it. */
export function describeCell(scene: Scene, cell: Cell, texts: ChessTexts = english): string {
  const piece = scene.pieces.find(({ column, row }) => column === cell.column && row === cell.row);
  const kind = piece?.look.replace(/^.*-/, '') as keyof ChessTexts['pieces'] | undefined;
  const who = texts.seats[piece?.owner ?? -1];
  const what =
    kind === undefined || who === undefined ? null : texts.owned(who, texts.pieces[kind]);
  return texts.cell(formatCell(scene, cell), what);
}
