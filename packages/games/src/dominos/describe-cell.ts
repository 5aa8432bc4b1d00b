/** Tiles of the line and of hands, for screen readers: `6-4 in the line, left end`. */
import type { Cell, Piece, Scene } from '@kifu/core';
import { type DominosTexts, dominos as english } from '@kifu/texts/en/games/dominos';
import { SEAT_NAMES } from './names.ts';
import { LINE } from './scene.ts';

/** Names a tile by its halves and where it lies; a hidden one by its place in the hand. Null for free room. */
export function describeCell(
  { pieces }: Scene,
  where: Cell,
  texts: DominosTexts = english,
): string | null {
  const inArea = pieces.filter(({ area }) => area === where.area);
  const piece = inArea.find(({ column, row }) => column === where.column && row === where.row);
  const { cell, seats } = texts;
  const seat = (SEAT_NAMES as readonly string[]).indexOf(where.area);
  if (piece === undefined)
    return cell.noTiles(seats[seat] ?? cell.areas[where.area as keyof typeof cell.areas]);
  if (piece.look === 'hole') return null;
  if (piece.look.startsWith('end-'))
    return cell.openEnd(cell.ends[sideOf(piece)], piece.look.slice(4));
  if (piece.look === 'tile-back') return cell.hidden(seats[seat]!, inArea.indexOf(piece) + 1);
  const [one = 0, other = 0] = piece.look.split('-').slice(1).map(Number).toSorted();
  const tile = texts.tile(one, other);
  if (seat >= 0) return cell.hand(seats[seat]!, tile);
  return where.area === LINE ? cell.line(tile, endOf(inArea, piece, texts)) : cell.boneyard(tile);
}

const sideOf = ({ id }: Piece): 'left' | 'right' => (id === 'left-end' ? 'left' : 'right');

/** At which end of the line a tile lies; null for one between others. */
function endOf(line: readonly Piece[], piece: Piece, { cell }: DominosTexts): string | null {
  const tiles = line.filter(({ look }) => look.startsWith('tile-'));
  if (tiles.length === 1) return cell.bothEnds;
  if (piece === tiles[0]) return cell.ends.left;
  return piece === tiles.at(-1) ? cell.ends.right : null;
}
