/** Names of cells for screen readers: by their game, else by labels and looks. */
import type { Cell, Kit, Scene } from '@kifu/core';
import type { BoardTexts } from '@kifu/texts/en/board';
import type { GameTexts } from '@kifu/texts/games';
import { cellName, describeLook } from '../model/cells.ts';

/** A cell, with what is on it. */
export interface NamedCell {
  readonly name: string;
  /** What is on it; null where `name` already says that. */
  readonly pieces: string | null;
}

/** Names a cell; null for a cell that only decorates. */
export function nameCell(
  kit: Kit,
  scene: Scene,
  cell: Cell,
  game: GameTexts,
  texts: BoardTexts,
): NamedCell | null {
  const described = kit.describe.cell?.(scene, cell, game);
  if (described === null) return null;
  if (described !== undefined) return { name: described, pieces: null };
  return plainCell(scene, cell, texts);
}

/** Names a cell by the labels of its area and the looks of its pieces. */
function plainCell(scene: Scene, cell: Cell, texts: BoardTexts): NamedCell {
  const area = scene.areas.find(({ id }) => id === cell.area)!;
  const counts = new Map<string, number>();
  for (const piece of scene.pieces) {
    const isHere = Math.round(piece.column) === cell.column && Math.round(piece.row) === cell.row;
    if (piece.area !== cell.area || !isHere) continue;
    if (piece.look === 'hole' || piece.glyph.trim() === '') continue;
    const look = describeLook(piece, texts);
    counts.set(look, (counts.get(look) ?? 0) + 1);
  }
  return {
    name: cellName(area, cell.column, cell.row),
    pieces: texts.cell([...counts].map(([piece, count]) => texts.pieces(piece, count))),
  };
}
