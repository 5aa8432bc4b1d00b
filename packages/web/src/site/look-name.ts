/** Names of pieces by their look, in the language of the site: `white pawn`. */
import type { Kit, Piece, Scene } from '@kifu/core';

/** Where the name of a cell ends, and what stands on it begins. */
const AFTER_CELL = /^.*?[,、:：]\s*/;

/** Returns the name of a piece as its game describes it on a cell, without the cell; plain letters of its look if the game has no names. */
export function lookName({ describe }: Kit, scene: Scene, look: string): string {
  const [area] = scene.areas;
  const found = scene.pieces.find(piece => piece.look === look);
  const words =
    area === undefined || found === undefined || describe.cell === undefined
      ? null
      : onCell(describe.cell, scene, { ...found, area: area.id, column: 0, row: 0 });
  return words ?? look.replaceAll('-', ' ');
}

/** Describes a cell with nothing but this piece on it. */
function onCell(
  describe: NonNullable<Kit['describe']['cell']>,
  { areas }: Scene,
  piece: Piece,
): string | null {
  const { area, column, row } = piece;
  const scene = { areas, pieces: [piece], marks: [], tweens: [] };
  const words = describe(scene, { area, column, row });
  return words === null || !AFTER_CELL.test(words) ? null : words.replace(AFTER_CELL, '');
}
