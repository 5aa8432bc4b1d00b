/** How moves are made on the board: from point to point, anywhere on them; the bar and the tray are points too. */
import type { Cell, Scene, Seat, Touch, TouchPlace } from '@kifu/core';
import { type BackgammonTexts, backgammon as english } from '@kifu/texts/en/games/backgammon';
import { BAR, type Side, viewed } from './board.ts';
import { fromPacked, type Move, packMove } from './move-codec.ts';
import { BAR_COLUMN, cellOf, MIDDLE, OFF, ROWS, TRAY_COLUMN } from './scene.ts';
import { diceLeft, type State } from './state.ts';

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

/** The move between two points by the number between them, or else by the dice that are left; of one point, a move with each die. */
export function attempts(cells: readonly Cell[], seat: Seat, scene: Scene, state: State): Move[] {
  const side: Side = seat === 0 ? 0 : 1;
  const [from, to] = cells.map(cell => placeAt(side, cell));
  const hasOwn = scene.pieces.some(
    piece => piece.owner === side && from !== undefined && placeAt(side, piece) === from,
  );
  if (from === undefined || from === OFF || (to === undefined && !hasOwn)) return [];
  const dice = [...new Set(diceLeft(state))];
  const wire = (place: number) => (place === BAR ? BAR : viewed(side, place));
  const moveTo = (end: number, die: number) =>
    fromPacked(packMove(wire(from), end < 0 || end === OFF ? BAR : viewed(side, end), die));
  if (to === undefined) return dice.map(die => moveTo(from - die, die));
  const far = to === OFF ? from + 1 : from - to;
  return far >= 1 && far <= 6 ? [moveTo(to, far)] : dice.map(die => moveTo(to, die));
}

/** The place of a cell as its side counts. */
function placeAt(side: Side, { column, row }: Cell): number {
  if (column === BAR_COLUMN) return BAR;
  if (column === TRAY_COLUMN) return OFF;
  const fromLeft = column < BAR_COLUMN ? column : column - 1;
  return viewed(side, row < MIDDLE ? 12 + fromLeft : 11 - fromLeft);
}
