/** Art of a game: pictures by look, boards by area, colors for light and dark. */
import type { Area, Mark } from '../scene.ts';

/** The pictures of one game. */
export interface Art {
  /** The picture of a look; null where the board shows it already, undefined for a look that the game does not have. */
  drawing(look: string): Drawing | null | undefined;
  /**
   * The board of an area: SVG with the corner of its cells at 0 0, `CELL` units per cell, and the width of the plate around them in units.
   * Undefined where squares or lines will do. It is turned with the board, so that it has no words in it.
   */
  board?(area: Area, margin: number): string | undefined;
  /** How a cell, or a spot of this size in units, is pointed out, where the usual way would not be seen. */
  mark?(kind: Mark['kind'], width: number, height: number): MarkDrawing | undefined;
  /** Other sets of pieces, by name: the pictures of looks that they draw otherwise. */
  readonly sets?: { readonly [name: string]: (look: string) => Drawing | undefined };
  /** Colors by name, for light and dark pages: the game's own, or replacements for shared ones. */
  readonly colors?: { readonly [name: string]: Shades };
}

/** A color on a light and on a dark page. */
export type Shades = readonly [light: string, dark: string];

/** A picture as SVG, its middle at 0 0. Colors are `color('name')`. */
export interface Drawing {
  readonly body: string;
  /** Size in cells (default: 1 by 1). */
  readonly width?: number;
  readonly height?: number;
  /** Lies flat, and so turns with the board; what stands stays upright. */
  readonly isFlat?: boolean;
  /** How the glyph of the piece is written on it; absent for not at all. */
  readonly glyph?: GlyphStyle;
}

/** How a glyph is written. */
export interface GlyphStyle {
  /** What is written instead of it: pictures say less than text. */
  readonly text?: string;
  /** In units. */
  readonly size: number;
  /** Name of a color. */
  readonly color: string;
}

/** How a cell is pointed out, its middle at 0 0. */
export interface MarkDrawing {
  readonly body: string;
  /** Over the pieces instead of under them. */
  readonly isAbove?: boolean;
}
