/** A picture as data: what a game gives from a state, and what boards in the page and in the terminal draw. */
import type { Seat } from './game.ts';

/** Everything there is to draw at one moment. */
export interface Scene {
  readonly areas: readonly Area[];
  readonly pieces: readonly Piece[];
  readonly marks: readonly Mark[];
  /** How pieces came here from the scene before; empty where there was none. */
  readonly tweens: readonly Tween[];
  /** Captions beside the picture: scores, captures, the size of the boneyard; absent if there are none. */
  readonly facts?: readonly SceneCaption[];
}

/** The scene before a move, and the move that led from there. */
export interface SceneBefore<Move> {
  readonly scene: Scene;
  readonly move: Move;
}

/** Caption beside the picture: `captured by Black`, `3`. */
export interface SceneCaption {
  readonly label: string;
  readonly value: string;
  /** Explains how the scene looks as text, so that pictures leave it out. */
  readonly isAboutText?: boolean;
}

/** A grid of cells. Rows are counted from the top, columns from the left. A hand or a tray is a grid of one row. */
export interface Area {
  readonly id: string;
  /** What people call it (default: its id). */
  readonly label?: string;
  readonly columns: number;
  readonly rows: number;
  /** `chequered`: cells alternate, the top left one is light. */
  readonly look: 'chequered' | 'lines' | 'plain';
  /** What stands along the edges; empty lists for nothing. */
  readonly columnLabels: readonly string[];
  readonly rowLabels: readonly string[];
  /** Where pictures write the labels: chequered boards in the squares along two edges, others outside of them. */
  readonly labels?: 'inside' | 'outside' | 'none';
  /** What pictures write small into each cell, row by row, instead of labels along the edges. */
  readonly cellLabels?: readonly string[];
  /** How large a picture of it is, in cells; absent where that is what columns and rows say. */
  readonly extent?: { readonly width: number; readonly height: number };
  /** On which side of the first area pictures put it (default: below). */
  readonly side?: 'above' | 'below';
}

/** A cell of an area; in pictures between two ticks also a place between cells. */
export interface Cell {
  readonly area: string;
  readonly column: number;
  readonly row: number;
  /** Where pictures put it, if not in the middle of the cell. Text knows only cells. */
  readonly spot?: Spot;
}

/** A place in the picture of an area, in cells: stacks, groups and tiles that lie across. */
export interface Spot {
  /** The middle, from the top left corner of the area. */
  readonly x: number;
  readonly y: number;
  /** Size before it is turned (default: 1 by 1). */
  readonly width?: number;
  readonly height?: number;
  /** Quarter turns, clockwise. */
  readonly turn?: number;
}

/** From which side a scene is seen: degrees by which its first area is turned clockwise. */
export type Turn = 0 | 90 | 180 | 270;

/** Something that lies or stands on a cell. */
export interface Piece extends Cell {
  /** The same from scene to scene, also where the piece moves or turns into another (a promotion). */
  readonly id: string;
  /** Which picture: `white-king`. */
  readonly look: string;
  /** What stands for it in text: one character (`K`), at most six (`[3|5]`). */
  readonly glyph: string;
  readonly owner: Seat | null;
  /** How much of its rest is left, from 1 to 0; absent for a piece that may act. */
  readonly rest?: number;
  /** How high above the board it is, from 0 to 1; absent for a piece that stands on it. */
  readonly lift?: number;
}

/** A cell to point out. */
export interface Mark extends Cell {
  readonly kind: 'from' | 'to' | 'danger' | 'choice';
}

/** A piece's way from one scene to the next; `to` is null for a piece that left the table. */
export interface Tween {
  readonly piece: string;
  readonly from: Cell;
  readonly to: Cell | null;
}

/** How to write a piece or an empty cell, with its marks; the default writes the glyph or a dot. */
export type CellFormatter = (glyph: string, look: CellLook) => string;
export interface CellLook {
  readonly piece: Piece | null;
  readonly marks: readonly Mark['kind'][];
  readonly dark: boolean;
}

/** How many characters the glyphs of an area take. */
export const glyphWidth = ({ pieces }: Scene, areaId: string): number =>
  Math.max(1, ...pieces.filter(({ area }) => area === areaId).map(({ glyph }) => glyph.length));

/** Draws an area of a scene as lines of text, a space after each cell. */
export function drawText(
  scene: Scene,
  areaId: string,
  ink: CellFormatter = glyph => glyph,
): string[] {
  const area = scene.areas.find(({ id }) => id === areaId);
  if (area === undefined) throw new RangeError(`the scene has no area ${areaId}`);
  const margin = Math.max(0, ...area.rowLabels.map(label => label.length));
  const width = glyphWidth(scene, areaId);
  const lines = Array.from({ length: area.rows }, (_, row) => {
    const label = (area.rowLabels[row] ?? '').padStart(margin);
    const cells = Array.from({ length: area.columns }, (_, column) =>
      drawCell(scene, area, column, row, width, ink),
    );
    return `${label}${margin > 0 ? ' ' : ''}${cells.join('')}`.trimEnd();
  });
  if (area.columnLabels.length > 0)
    lines.push(
      `${' '.repeat(margin > 0 ? margin + 1 : 0)}${area.columnLabels.map(label => label.padEnd(width + 1)).join('')}`.trimEnd(),
    );
  return lines;
}

function drawCell(
  scene: Scene,
  area: Area,
  column: number,
  row: number,
  width: number,
  ink: CellFormatter,
): string {
  const here = (cell: Cell) => cell.area === area.id && cell.column === column && cell.row === row;
  const piece = scene.pieces.find(here) ?? null;
  const marks = scene.marks.filter(here).map(mark => mark.kind);
  const dark = area.look === 'chequered' && (column + row) % 2 === 1;
  return ink(`${(piece?.glyph ?? '.').padEnd(width)} `, { piece, marks, dark });
}
