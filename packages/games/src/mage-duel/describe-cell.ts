/** Cells of the Mage Duel board, for screen readers: `e8, blue tile: city, road, field, road`. */
import type { Cell, Piece, Scene } from '@kifu/core';
import { mageDuel as english, type MageDuelTexts } from '@kifu/texts/en/games/mage-duel';
import { cellName, SIZE } from './grid.ts';
import { TOP_ID } from './scene.ts';

/** Names a cell with the tile on it, edges clockwise from the top; and markers of the border. Null for mountains. */
export function describeCell(
  { pieces }: Scene,
  { area, column, row }: Cell,
  texts: MageDuelTexts = english,
): string | null {
  const piece = pieces.find(one => one.area === area && one.column === column && one.row === row);
  if (area === TOP_ID)
    return piece === undefined ? null : texts.cell.top(column, edgesOf(piece, texts));
  const isBorder = column < 1 || row < 1 || column > SIZE || row > SIZE;
  if (isBorder) return piece === undefined ? null : describeMarker(piece, texts);
  const name = cellName(SIZE * (column - 1) + SIZE - row);
  const who = texts.seats[piece?.owner ?? -1];
  return piece === undefined || who === undefined
    ? texts.cell.empty(name)
    : texts.cell.tile(name, who, edgesOf(piece, texts));
}

/** What is on the four edges, clockwise from the top. */
const edgesOf = ({ glyph }: Piece, { edges }: MageDuelTexts): string[] =>
  [...glyph.toUpperCase()].map(letter => edges[letter === '-' ? 'F' : (letter as 'C' | 'R')]);

function describeMarker({ look, column, row }: Piece, { cell, edges }: MageDuelTexts) {
  if (!look.endsWith('-marker')) return null;
  const [x, y] = [column, row].map(place => Math.max(1, Math.min(SIZE, place))) as [number, number];
  const edge = row < 1 ? 0 : column > SIZE ? 1 : row > SIZE ? 2 : 3;
  const what = edges[look.startsWith('city') ? 'C' : 'R'];
  return cell.marker(cellName(SIZE * (x - 1) + SIZE - y), edge, what);
}
