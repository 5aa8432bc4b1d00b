/** How Mage Duel is drawn: tiles with cities and roads on fields, whose owner a seal and a hue tell; mountains around them. */
import type { Art } from '@kifu/core';
import { CELL, color, frameMark } from '@kifu/core/svg';
import { SIZE } from './grid.ts';
import { SIDE_NAMES } from './names.ts';
import { EDGES, TILES } from './tiles.ts';

/** The pictures of Mage Duel. */
export const art: Art = {
  drawing(look) {
    if (Object.hasOwn(BORDER, look)) return { body: BORDER[look]!, isFlat: look !== 'mountain' };
    const [, label] = /^label-([a-h1-8])$/.exec(look) ?? [];
    if (label !== undefined) return { body: '', glyph: { text: label, size: 34, color: 'label' } };
    const [, owner, letters, rot] = /^(blue|red|open)-([CFR]{4})-([0-3])$/.exec(look) ?? [];
    const tile = TILES.find(type => type === letters);
    return tile && { body: drawTile(tile, Number(rot), owner!), isFlat: true };
  },
  board: ({ id }) => (id === 'board' ? BOARD : undefined),
  mark: frameMark,
  colors: {
    // dots on dark land
    choice: ['#0b4a2b', '#a6e3bb'],
    frame: ['#5c6672', '#333b44'],
    rock: ['#5c6672', '#333b44'],
    peak: ['#98a3ad', '#66717b'],
    snow: ['#eef1f3', '#c3cad0'],
    meadow: ['#e3dfcf', '#3f4340'],
    rule: ['#cdc7b4', '#4c514d'],
    'field-open': ['#b9c48f', '#8f9a68'],
    'field-blue': ['#a3c1b0', '#6f9385'],
    'field-red': ['#d3bf8c', '#a8925f'],
    city: ['#b5714b', '#94583a'],
    wall: ['#4f2714', '#2b1408'],
    roof: ['#8e4d30', '#6d3a22'],
    road: ['#f5eedb', '#e0d8c2'],
    'road-edge': ['#5f5740', '#433d2a'],
  },
};

/**
 * The cities of a tile by their edges, beginning at the top; all city edges of a tile are one city. The walls, and the rest of
 * the outline, along which the city continues.
 */
const CITIES: { readonly [pattern: string]: readonly [walls: string, rest: string] } = {
  C: ['M-50-50C-32-17 32-17 50-50', 'z'],
  CC: ['M-50-50C-12-28 28 12 50 50', 'V-50z'],
  'C-C': ['M-50-50C-16-22-16 22-50 50M50 50C16 22 16-22 50-50', 'L-50-50L-50 50L50 50z'],
  CCC: ['M-50-50C-10-30-10 30-50 50', 'H50V-50z'],
  CCCC: ['', 'M-50-50H50V50H-50z'],
};

/** A tile turned clockwise, with the seal of its owner, which is not turned. The inner frame cuts off what lies outside. */
function drawTile(letters: (typeof TILES)[number], rot: number, owner: string): string {
  const features = `<svg x="-50" y="-50" width="100" height="100" viewBox="-50 -50 100 100">${drawRoads(letters)}${drawCity(letters)}</svg>`;
  return `<path d="M-50-50H50V50H-50z" fill="${color(`field-${owner}`)}"/><g transform="rotate(${90 * rot})">${features}</g><path d="M-49-49H49V49H-49z" fill="none" stroke="${color('wall')}" stroke-width="2" opacity=".35"/>${SEALS[owner] ?? ''}`;
}

/** Two roads of a tile are one, unless a city lies between them. Others end at a square, or at the gate of a large city. */
function drawRoads(letters: string): string {
  const edges = edgesOf(letters, 'R');
  if (edges.length === 0) return '';
  const [a = 0, b = 0] = edges;
  const isOne = edges.length === 2 && letters !== 'CRCR';
  const hasSquare = !isOne && edgesOf(letters, 'C').length < 2;
  const path = isOne
    ? `M${ENDS[a]}Q0 0 ${ENDS[b]}`
    : edges.map(edge => `M${ENDS[edge]}L${hasSquare ? '0 0' : GATES[edge]}`).join('');
  const stroke = (name: string, width: number) =>
    `<path d="${path}" fill="none" stroke="${color(name)}" stroke-width="${width}"/>`;
  const square = hasSquare ? SQUARE : '';
  return `${stroke('road-edge', 20)}${square}${stroke('road', 13)}${hasSquare ? WELL : ''}`;
}

const SQUARE = `<circle r="18" fill="${color('road')}" stroke="${color('road-edge')}" stroke-width="4"/>`;
const WELL = `<circle r="8" fill="${color('road-edge')}"/>`;

/** The middles of the edges, clockwise from the top; and how far roads continue below a city. */
const ENDS = ['0-50', '50 0', '0 50', '-50 0'] as const;
const GATES = ['0 22', '-22 0', '0-22', '22 0'] as const;

const edgesOf = (letters: string, kind: string): number[] =>
  [...letters].flatMap((letter, edge) => (letter === kind ? [edge] : []));

function drawCity(letters: string): string {
  const edges = edgesOf(letters, 'C');
  if (edges.length === 0) return '';
  const isAcross = edges.length === 2 && (edges[1]! - edges[0]!) % 2 === 0;
  // the first edge of the city, clockwise: the one without a city before it
  const first = edges.find(edge => letters[(edge + EDGES - 1) % EDGES] !== 'C') ?? 0;
  const [walls, rest] = CITIES[isAcross ? 'C-C' : 'C'.repeat(edges.length)]!;
  return `<g transform="rotate(${90 * first})"><path d="${walls}${rest}" fill="${color('city')}"/><path d="${walls}" fill="none" stroke="${color('wall')}" stroke-width="6"/>${drawHouses(isAcross ? 3 : edges.length)}</g>`;
}

/** A few roofs, more in larger cities. */
const HOUSES = [
  [[0, -39]],
  [
    [8, -32],
    [33, -8],
    [30, -36],
  ],
  [
    [0, -36],
    [0, 36],
    [0, 0],
  ],
  [
    [-24, -28],
    [24, -28],
    [-24, 26],
    [24, 26],
    [0, 0],
  ],
] as const;
const drawHouses = (size: number): string =>
  `<path d="${HOUSES[size - 1]!.map(([x, y]) => `M${x - 9} ${y + 6}v-8l9-7l9 7v8z`).join('')}" fill="${color('roof')}"/>`;

/** Blue has a disc, red a diamond, so that they differ by more than color. */
const SEALS: { readonly [owner: string]: string } = Object.fromEntries(
  SIDE_NAMES.map((name, side) => [
    name,
    `<g transform="translate(34 34)" fill="${color(name)}" stroke="${color('white')}" stroke-width="4">${side === 0 ? '<circle r="9"/>' : '<path d="M0-12L12 0L0 12L-12 0z"/>'}</g>`,
  ]),
);

/** What stands around the board; markers as they stand below it. */
const BORDER: { readonly [look: string]: string } = {
  mountain: `<path d="M-44 34L-14-18L2 8L16-10L44 34z" fill="${color('peak')}"/><path d="M-14-18L-23-2L-15 3L-8-4L-4-2z" fill="${color('snow')}"/>`,
  'road-marker': `<path d="M0-50V14" stroke="${color('road-edge')}" stroke-width="20"/><path d="M0-50V14" stroke="${color('road')}" stroke-width="13"/><circle cy="14" r="17" fill="${color('road')}" stroke="${color('road-edge')}" stroke-width="4"/>`,
  'city-marker': `<path d="M-50-50C-34 26 34 26 50-50" fill="${color('city')}" stroke="${color('wall')}" stroke-width="6"/><path d="M-9-10v-9l9-8l9 8v9z" fill="${color('roof')}"/>`,
};

/** Mountains all around, and the open land with its cells. */
const BOARD = (() => {
  const [side, land] = [CELL * (SIZE + 2), CELL * SIZE];
  const lines = Array.from(
    { length: SIZE - 1 },
    (_, i) => `M${CELL * (i + 2)} ${CELL}v${land}M${CELL} ${CELL * (i + 2)}h${land}`,
  );
  return `<rect width="${side}" height="${side}" rx="8" fill="${color('rock')}"/><rect x="${CELL}" y="${CELL}" width="${land}" height="${land}" fill="${color('meadow')}"/><path d="${lines.join('')}" fill="none" stroke="${color('rule')}" stroke-width="3"/>`;
})();
