/** What a board points out while a hand is on its way: what is held, where it may go, what was chosen ahead. As SVG. */
import type { Cell, Scene, TouchPlace } from '@kifu/core';
import { color, type Layout, num } from '@kifu/core/svg';
import { isSameCell, type Walked } from './hand.ts';

/** What to point out. */
export interface Hinted {
  readonly walked: Walked;
  readonly targets: readonly TouchPlace[];
  /** Where moves begin, in trays beside the board: hands and what lies on the table. */
  readonly origins: readonly TouchPlace[];
  /** The places of a move that was chosen ahead. */
  readonly ahead: readonly TouchPlace[];
  /** What would stand where the pointer is, if it were let go there. */
  readonly ghost: { readonly cell: Cell; readonly figure: string } | null;
  /** The cell of a move that was refused. */
  readonly refused: Cell | null;
  /** The cell that is aimed at. */
  readonly aim: Cell | null;
}

/** Tints under the pieces. */
export function hintsBelow({ walked, ahead, origins }: Hinted, scene: Scene, laid: Layout): string {
  return [
    ...origins.map(place => frame(place, laid, 'choice', 6, 0.75)),
    ...walked.map(place => (isOnLines(place, scene) ? '' : tint(place, laid, 'choice', 0.55))),
    ...ahead.map(place => tint(place, laid, 'blue', 0.55)),
  ].join('');
}

/** Dots on empty cells, rings around pieces, and the shadow of the held piece. */
export function hintsAbove(
  { targets, walked, ghost, refused, aim }: Hinted,
  scene: Scene,
  laid: Layout,
): string {
  const marks = targets.map(place => {
    if (typeof place === 'string') return '';
    const [cell] = place;
    if (ghost !== null && place.some(other => isSameCell(other, ghost.cell))) return '';
    const isTaken = scene.pieces.some(
      piece => piece.owner !== null && isSameCell(piece, cell) && piece.look !== 'hole',
    );
    return isTaken ? frame(place, laid, 'choice', 9, 1) : dot(cell, laid);
  });
  const held = walked.map(place => frame(place, laid, 'choice', 7, 1));
  const warned = refused === null ? '' : frame([refused], laid, 'danger', 9, 1);
  const sight = aim === null ? '' : crosshair(aim, laid);
  return [...marks, ...held, warned, sight, ghost === null ? '' : shadow(ghost, laid)].join('');
}

function shadow({ cell, figure }: NonNullable<Hinted['ghost']>, laid: Layout): string {
  const { x, y } = laid.place(cell);
  return `<g class="ghost" transform="translate(${num(x)} ${num(y)})" opacity=".62">${figure}</g>`;
}

/** Lines to the edges of the board and a ring: a finger covers what it points at. */
function crosshair(cell: Cell, laid: Layout): string {
  const { x, y, width } = laid.place(cell);
  const board = laid.areas.find(({ area }) => area.id === cell.area);
  if (board === undefined) return '';
  const r = 0.62 * width;
  const lines = `M${num(board.x)} ${num(y)}H${num(x - r)}M${num(x + r)} ${num(y)}H${num(board.x + board.width)}M${num(x)} ${num(board.y)}V${num(y - r)}M${num(x)} ${num(y + r)}V${num(board.y + board.height)}`;
  return `<g class="aim" fill="none" stroke="${color('blue-edge')}" stroke-width="6"><path d="${lines}" opacity=".7"/><circle cx="${num(x)}" cy="${num(y)}" r="${num(r)}" stroke-dasharray="18 12"/></g>`;
}

const isOnLines = (place: TouchPlace, { areas }: Scene): boolean =>
  typeof place !== 'string' && areas.find(({ id }) => id === place[0].area)?.look === 'lines';

function dot(cell: Cell, laid: Layout): string {
  const { x, y, width, height } = laid.place(cell);
  const r = 0.15 * Math.min(width, height);
  return `<circle class="target" cx="${num(x)}" cy="${num(y)}" r="${num(r)}" fill="${color('choice')}" stroke="${color('white')}" stroke-opacity=".55" stroke-width="3"/>`;
}

function tint(place: TouchPlace, laid: Layout, name: string, opacity: number): string {
  if (typeof place === 'string') return '';
  return box(place[0], laid, `fill="${color(name)}" opacity="${opacity}"`, 0);
}

function frame(
  place: TouchPlace,
  laid: Layout,
  name: string,
  width: number,
  opacity: number,
): string {
  if (typeof place === 'string') return '';
  return box(
    place[0],
    laid,
    `class="target" fill="none" stroke="${color(name)}" stroke-width="${width}" opacity="${opacity}"`,
    width / 2,
  );
}

function box(cell: Cell, laid: Layout, paint: string, inset: number): string {
  const { x, y, width, height, turn, boardTurn } = laid.place(cell);
  const degrees = width === height ? 0 : (turn + boardTurn) % 360;
  const [w, h] = [width - 2 * inset, height - 2 * inset];
  return `<rect x="${num(-w / 2)}" y="${num(-h / 2)}" width="${num(w)}" height="${num(h)}" rx="${inset === 0 ? 0 : 10}" transform="translate(${num(x)} ${num(y)})${degrees === 0 ? '' : ` rotate(${num(degrees)})`}" ${paint}/>`;
}
