/** How moves are made at the table: a tile of the hand, then the end of the line where it is laid. */
import type { Cell, Piece, Scene, Seat, Touch, TouchPlace } from '@kifu/core';
import { type DominosTexts, dominos as english } from '@kifu/texts/en/games/dominos';
import { FIRST_TILE, fromPacked, type Move, PASS, packTile, toPacked } from './move-codec.ts';
import { SEAT_NAMES } from './names.ts';
import { LINE } from './scene.ts';

/** The tile and the end of a move. Where the line is a single tile, both ends are there. */
export function touch(
  move: Move,
  seat: Seat,
  { pieces }: Scene,
  { buttons }: DominosTexts = english,
): Touch {
  const packed = toPacked(move);
  if (packed < FIRST_TILE) return { path: [packed === PASS ? buttons.pass : buttons.draw] };
  const hand = pieces.filter(({ area, spot }) => area === SEAT_NAMES[seat] && spot !== undefined);
  const tile = hand[move.tileIndex];
  if (tile === undefined) return { path: [buttons.tile(move.tileIndex + 1)] };
  const line = pieces.filter(({ area, spot }) => area === LINE && spot !== undefined);
  const [end, next] = move.end === 'left' ? line : line.toReversed();
  if (end === undefined) return { path: [placeOf(tile)] };
  // at a double that lies alone, both ends are the same
  const isSame = line.length === 3 && line[0]!.look === line[2]!.look;
  const ends = [end, ...(next === undefined ? [] : [next])].map(piece => placeOf(piece)[0] as Cell);
  return {
    path: [placeOf(tile), ends as [Cell, ...Cell[]]],
    ...(isSame ? {} : { choice: { label: buttons.end(move.end) } }),
  };
}

const placeOf = ({ area, column, row, spot }: Piece): TouchPlace => {
  const cell: Cell = { area, column, row };
  return [spot === undefined ? cell : { ...cell, spot }];
};

/** The tile of the hand at the end that was touched, or at both, in both directions. */
export function attempts(cells: readonly Cell[], seat: Seat, { pieces }: Scene): Move[] {
  const [tile, end] = cells;
  const lying = (area: string) =>
    pieces.filter(piece => piece.area === area && piece.spot !== undefined);
  const index = lying(SEAT_NAMES[seat]!).findIndex(piece => tile && isSameCell(piece, tile));
  if (index < 0) return [];
  const line = lying(LINE);
  const isRight =
    end !== undefined && line.findIndex(piece => isSameCell(piece, end)) * 2 >= line.length;
  const ends = end === undefined ? [false, true] : [isRight];
  return ends.flatMap(atRight =>
    [false, true].map(flip => fromPacked(packTile(index, atRight, flip))),
  );
}

const isSameCell = (a: Cell, b: Cell): boolean =>
  a.area === b.area && a.column === b.column && a.row === b.row;
