/** How moves are made at the table: a tile of the hand, then the end of the line where it is laid. */
import type { Cell, Piece, Scene, Seat, Touch, TouchPlace } from '@kifu/core';
import { type DominosTexts, dominos as english } from '@kifu/texts/en/games/dominos';
import { FIRST_TILE, type Move, PASS, toPacked } from './move-codec.ts';
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
  const end = line.at(move.end === 'left' ? 0 : -1);
  if (end === undefined) return { path: [placeOf(tile)] };
  return { path: [placeOf(tile), placeOf(end)], choice: { label: buttons.end(move.end) } };
}

const placeOf = ({ area, column, row, spot }: Piece): TouchPlace => {
  const cell: Cell = { area, column, row };
  return [spot === undefined ? cell : { ...cell, spot }];
};
