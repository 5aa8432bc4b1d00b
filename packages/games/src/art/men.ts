/**
 * The six men of chess, for all games that are played with them, in up to four colors. Each is one outline of parts that
 * overlap, with its lines inside; the stroke is painted first, so that only what lies outside of all parts is seen of it.
 * All parts run clockwise: where two ran against each other, the fill would have a hole.
 */
import type { Drawing } from '@kifu/core';
import { color } from '@kifu/core/svg';

/** An outline, and the lines on it. */
interface Shape {
  readonly outline: string;
  readonly lines: string;
}

const FOOT = 'M-29 40v-7q0-7 7-7h44q7 0 7 7v7z';
const SKIRT = 'M10 10q1 11 11 18h-42q10-7 11-18z';

/** By name, 100 units a cell, all standing on the same line. */
const SHAPES: { readonly [kind: string]: Shape } = {
  pawn: {
    outline:
      'M0-29a15 15 0 1 1 0 30a15 15 0 1 1 0-30zM-14-1h28a4 4 0 0 1 0 8h-28a4 4 0 0 1 0-8zM9 4q1 15 12 24h-42q11-9 12-24zM-25 40v-6q0-8 8-8h34q8 0 8 8v6z',
    lines: 'M-13 26.5h26',
  },
  rook: {
    outline: `M-25-34h12v8h7.5v-8h11v8h7.5v-8h12v17l-8 9h-34l-8-9zM-15-10h30l4 38h-38z${FOOT}`,
    lines: 'M-15-8h30M-18 26.5h36',
  },
  knight: {
    outline: `M-21 28C-22 10-5 6-4-7C-9-2-15-1-19 3C-23 8-31 7-33 0C-34-5-29-10-26-16C-23-23-20-27-14-29L-12-40L-3-31C17-30 27-10 24 28z${FOOT}`,
    lines: 'M4-21C15-12 18 6 16 26.5h-33',
  },
  bishop: {
    outline: `M0-46a5.5 5.5 0 1 1 0 11a5.5 5.5 0 1 1 0-11zM0-37C13-27 20-17 20-7C20 4 12 8 0 8S-20 4-20-7C-20-17-13-27 0-37zM-17 6h34a4 4 0 0 1 0 8h-34a4 4 0 0 1 0-8z${SKIRT}${FOOT}`,
    lines: 'M9-22L0-9M-13 10h26M-15 26.5h30',
  },
  queen: {
    outline: `M-21 14L-35-14L-21-1L-19-27L-7-4L0-32L7-4L19-27L21-1L35-14L21 14L22 28h-44z${[
      [-35, -17],
      [-19, -30],
      [0, -35],
      [19, -30],
      [35, -17],
    ]
      .map(([x, y]) => `M${x} ${y! - 5}a5 5 0 1 1 0 10a5 5 0 1 1 0-10z`)
      .join('')}${FOOT}`,
    lines: 'M-18 13q18-6 36 0M-18 26.5h36',
  },
  king: {
    outline: `M-3.5-47h7v8h8v7h-8v12h-7v-12h-8v-7h8zM0-12C5-27 34-28 34-8C34 3 24 7 21 15L22 28h-44L-21 15C-24 7-34 3-34-8C-34-28-5-27 0-12z${FOOT}`,
    lines: 'M0-12V8M-19 14q19-7 38 0M-18 26.5h36',
  },
};

/** What is drawn on the foot, so that colors that some cannot tell apart differ by more than color. */
const BADGES: { readonly [side: string]: string } = {
  red: 'M-18 33h36',
  green: 'M-15 33h.1M0 33h.1M15 33h.1',
};

/** Fill, outline and inner lines, by side. */
const INKS: { readonly [side: string]: readonly [string, string, string] } = {
  white: ['white', 'white-edge', 'white-edge'],
  black: ['black', 'black-edge', 'black-line'],
  red: ['red', 'red-edge', 'red-edge'],
  green: ['green', 'green-edge', 'green-edge'],
};

/** A man of a side; null for a look that is none. */
function manOf(look: string): { readonly side: string; readonly kind: string } | null {
  const [side = '', kind = ''] = look.split('-');
  const isMan = look === `${side}-${kind}` && Object.hasOwn(SHAPES, kind);
  return isMan && Object.hasOwn(INKS, side) ? { side, kind } : null;
}

/** How wide outlines and lines are; no lines without a width. */
interface Pen {
  readonly edge: number;
  readonly line: number;
}

function drawWith(look: string, pen: Pen): Drawing | undefined {
  const man = manOf(look);
  if (man === null) return undefined;
  const { side, kind } = man;
  const { outline, lines } = SHAPES[kind]!;
  const [fill, edge, line] = INKS[side]!.map(color);
  const badge = BADGES[side];
  const inner =
    pen.line === 0
      ? ''
      : `<path d="${lines}" fill="none" stroke="${line}" stroke-width="${pen.line}"/>${kind === 'knight' ? `<circle cx="-14" cy="-16" r="3.5" fill="${line}"/>` : ''}`;
  const foot =
    badge === undefined ? '' : `<path d="${badge}" stroke="${color('white')}" stroke-width="6"/>`;
  return {
    body: `<g transform="translate(0 1.5)" stroke-linejoin="round" stroke-linecap="round"><path d="${outline}" fill="${fill}" stroke="${edge}" stroke-width="${pen.edge}" paint-order="stroke"/>${inner}${foot}</g>`,
  };
}

/** The picture of `white-king` and the like; undefined for other looks. */
export const drawMan = (look: string): Drawing | undefined =>
  drawWith(look, { edge: 8, line: 3.5 });

/** The letters of men on discs. */
const LETTERS: { readonly [kind: string]: string } = {
  ...{ king: 'K', queen: 'Q', rook: 'R', bishop: 'B', knight: 'N', pawn: 'P' },
};

function drawLetter(look: string): Drawing | undefined {
  const man = manOf(look);
  if (man === null) return undefined;
  const [fill, edge] = INKS[man.side]!.map(color);
  const size = man.kind === 'pawn' ? 30 : 40;
  return {
    body: `<circle r="${size}" fill="${fill}" stroke="${edge}" stroke-width="5"/>`,
    glyph: { text: LETTERS[man.kind]!, size: 1.15 * size, color: INKS[man.side]![2] },
  };
}

/** White is white and black is black, each with an outline of the other. */
function drawContrast(look: string): Drawing | undefined {
  const man = manOf(look);
  if (man === null || (man.side !== 'white' && man.side !== 'black')) return drawMan(look);
  const { outline, lines } = SHAPES[man.kind]!;
  const [fill, edge] = man.side === 'white' ? ['#fff', '#000'] : ['#000', '#fff'];
  return {
    body: `<g transform="translate(0 1.5)" stroke-linejoin="round" stroke-linecap="round"><path d="${outline}" fill="none" stroke="${fill}" stroke-width="14"/><path d="${outline}" fill="${fill}" stroke="${edge}" stroke-width="9" paint-order="stroke"/><path d="${lines}" fill="none" stroke="${edge}" stroke-width="4"/></g>`,
  };
}

/** Other sets of men. */
export const MEN_SETS = {
  flat: (look: string): Drawing | undefined => drawWith(look, { edge: 4, line: 0 }),
  letters: drawLetter,
  contrast: drawContrast,
} as const;
