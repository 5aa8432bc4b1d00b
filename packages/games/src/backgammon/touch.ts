/** How moves are made on the board: from point to point, anywhere on them; the bar and the tray are points too. */
import type { Cell, Scene, Seat, Touch, TouchPlace } from '@kifu/core';
import { type BackgammonTexts, backgammon as english } from '@kifu/texts/en/games/backgammon';
import { BAR, type Side, viewed } from './board.ts';
import type { Move } from './move-codec.ts';
import { cellOf, MIDDLE, OFF, ROWS } from './scene.ts';

/** The points of a move. Two dice may bear the same checker off. */
export function touch(
  { from, to, die }: Move,
  seat: Seat,
  scene: Scene,
  texts: BackgammonTexts = english,
): Touch {
  const side: Side = seat === 0 ? 0 : 1;
  const path: TouchPlace[] = [
    pointAt(side, from === 'bar' ? BAR : viewed(side, from), scene, -1),
    pointAt(side, to === 'off' ? OFF : viewed(side, to), scene, 0),
  ];
  return to === 'off'
    ? { path, choice: { label: texts.withDie(die), look: `die-${die}` } }
    : { path };
}

/** All cells of a point, the top of the stack first, or with 0 what is free above it. */
function pointAt(side: Side, place: number, { pieces }: Scene, above: -1 | 0): TouchPlace {
  const { column, row } = cellOf(side, place, 0);
  const isTop = row < MIDDLE;
  const count = pieces.filter(
    piece => piece.owner === side && piece.column === column && piece.row < MIDDLE === isTop,
  ).length;
  const top = cellOf(side, place, Math.max(0, count + above));
  const rows = Array.from({ length: MIDDLE }, (_, i) => (isTop ? i : ROWS - 1 - i));
  return [top, ...rows.map((row): Cell => ({ ...top, row }))];
}
