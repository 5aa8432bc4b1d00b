/** The 24 tile types and how they look when turned. Rule sheet §3, §4. */

/** What lies along an edge or a border slot; the numbers are those of the sheet (§2). */
export const CITY = 0;
export const ROAD = 1;
export const MOUNTAIN = 2;
export const FIELD = 3;
/** Letters of the kinds, by number. */
export const KIND_LETTERS = 'CRMF';

/** Edges of a cell, clockwise. */
export const EDGES = 4;

/** The types by number, each with its letters clockwise from the top. */
export const TILES = [
  ...['CCCC', 'FFFF', 'RRRR', 'CCCF', 'CCCR', 'CCRR', 'CFFF', 'FFFR'],
  ...['CRRR', 'FRRR', 'CCFF', 'CFCF', 'CRCR', 'FFRR', 'FRFR', 'CCFR'],
  ...['CCRF', 'CFCR', 'CFFR', 'CFRF', 'CRFF', 'CRRF', 'CRFR', 'CFRR'],
] as const;

/** Stands for no tile; no type has this number. */
export const NO_TILE = TILES.length;

/** The one type with two road edges that are two roads. */
const TWO_ROADS = TILES.indexOf('CRCR');

/** What an edge of a feature is worth, by kind: a city 2, a road 1. */
export const WORTH = [2, 1, 0, 0] as const;

/**
 * A laid tile as one number, 0 for an empty cell: 1 + 8 · type + 4 · side + rotation. As text it is the letter of the
 * type, A to X, and the digit 4 · side + rotation.
 */
export const cellOf = (tile: number, side: number, rot: number): number =>
  1 + 8 * tile + 4 * side + rot;
/** The type of a laid tile. */
export const tileIn = (cell: number): number => (cell - 1) >> 3;
/** Whose it is. */
export const sideIn = (cell: number): number => ((cell - 1) >> 2) & 1;
/** Its rotation. */
export const rotIn = (cell: number): number => (cell - 1) & 3;
/** How many numbers of cells there are. */
export const CELL_VALUES = 1 + 8 * TILES.length;

/** Letters of a type when turned clockwise by quarters. */
export const turned = (tile: number, rot: number): string => {
  const letters = TILES[tile]!;
  return letters.slice(EDGES - rot) + letters.slice(0, EDGES - rot);
};

/** The kinds of the edges of a turned type in one byte, two bits each, the top edge lowest; by 4 · type + rotation. */
export const SHAPES = Uint8Array.from({ length: EDGES * TILES.length }, (_, i) =>
  [...turned(i >> 2, i & 3)].reduce(
    (shape, letter, edge) => shape | (KIND_LETTERS.indexOf(letter) << (2 * edge)),
    0,
  ),
);

/** The kind of an edge of a cell, by 4 · cell + edge; an empty cell accepts everything, as a mountain does. */
export const CELL_KINDS = Uint8Array.from({ length: EDGES * CELL_VALUES }, (_, i) => {
  const cell = i >> 2;
  if (cell === 0) return MOUNTAIN;
  return (SHAPES[EDGES * tileIn(cell) + rotIn(cell)]! >> (2 * (i & 3))) & 3;
});

/** Whether all road edges of a type are one road: exactly two of them, but for CRCR. */
export const ONE_ROAD: readonly boolean[] = TILES.map(
  (letters, tile) => letters.split('R').length - 1 === 2 && tile !== TWO_ROADS,
);
