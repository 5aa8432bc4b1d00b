/** Cities and roads: what joins, what closes, who wins. */
import { describe, expect, test } from 'vitest';
import {
  type Contest,
  emptyGrid,
  type Grid,
  layTile,
  openFeatures,
  type Side,
} from './features.ts';
import { TILES } from './tiles.ts';

type Laid = readonly [
  letters: (typeof TILES)[number],
  rot: number,
  col: number,
  row: number,
  side: Side,
];

/** A border of mountains with some markers: 0 for a city, 1 for a road. */
const borderOf = (markers: { readonly [slot: number]: number } = {}) =>
  Uint8Array.from({ length: 32 }, (_, slot) => markers[slot] ?? 2);

/** Lays tiles wherever they are told to go, and gives the grid and the contests of each. */
function lay(grid: Grid, ...tiles: readonly Laid[]): [Grid, (readonly Contest[])[]] {
  let now = grid;
  const all = tiles.map(([letters, rot, col, row, side]) => {
    const laid = layTile(now, side, TILES.indexOf(letters), rot, 8 * col + row);
    now = laid.grid;
    return laid.contests;
  });
  return [now, all];
}

const brief = ({ kind, root, blue, red, winner, delta }: Contest) => [
  kind,
  root,
  blue,
  red,
  winner,
  delta,
];

describe('worked numbers of the sheet (§19)', () => {
  test('a ring of four: blue wins 4 of red', () => {
    const ring: Laid[] = [
      ['CCFF', 0, 1, 2, 0],
      ['CCFF', 1, 1, 3, 1],
      ['CCFF', 2, 2, 3, 0],
      ['CCFF', 3, 2, 2, 0],
    ];
    const [grid, contests] = lay(emptyGrid(borderOf()), ...ring);
    expect(contests.slice(0, 3)).toEqual([[], [], []]);
    expect(contests[3]!.map(brief)).toEqual([['city', 40, 12, 4, 0, 4]]);
    expect(grid.score).toEqual([16, 0, 0, 0]);
    expect(openFeatures(grid)).toEqual([]);
    const [three] = lay(emptyGrid(borderOf()), ...ring.slice(0, 3));
    expect(openFeatures(three).map(brief)).toEqual([['city', 40, 8, 4, 0, 4]]);
  });

  test('a city that a marker closes at once', () => {
    const [grid, [contests]] = lay(emptyGrid(borderOf({ 2: 0 })), ['CFRR', 2, 2, 0, 0]);
    expect(contests!.map(brief)).toEqual([['city', 66, 4, 0, 0, 0]]);
    expect(grid.score).toEqual([4, 2, 0, 0]);
  });
});

test('a mountain closes an edge without points, and an equal contest moves none', () => {
  const [grid, contests] = lay(
    emptyGrid(borderOf()),
    ['CFFF', 0, 3, 7, 0], // towards the border
    ['CFFF', 0, 5, 3, 0],
    ['CFFF', 2, 5, 4, 1],
  );
  expect(contests.map(all => all.map(brief))).toEqual([
    [['city', 124, 2, 0, 0, 0]],
    [],
    [['city', 172, 2, 2, null, 0]],
  ]);
  expect(grid.score).toEqual([4, 0, 2, 0]);
});

test('four roads end at a crossroads, each in a contest of its own, by their smallest node', () => {
  const ends: Laid[] = [
    ['FFFR', 3, 4, 5, 1],
    ['FFFR', 0, 5, 4, 1],
    ['FFFR', 1, 4, 3, 1],
    ['FFFR', 2, 3, 4, 1],
  ];
  const [grid, contests] = lay(emptyGrid(borderOf()), ...ends, ['RRRR', 0, 4, 4, 0]);
  expect(contests.at(-1)!.map(brief)).toEqual([
    ['road', 113, 1, 1, null, 0],
    ['road', 140, 1, 1, null, 0],
    ['road', 144, 1, 1, null, 0],
    ['road', 145, 1, 1, null, 0],
  ]);
  expect(grid.score).toEqual([0, 4, 0, 4]);
});

test('a loop through a crossroads is one road, reported once; CRCR has two roads', () => {
  const [, contests] = lay(
    emptyGrid(borderOf()),
    ['FFRR', 2, 3, 3, 0],
    ['FFRR', 3, 3, 4, 0],
    ['FFRR', 0, 4, 4, 1],
    ['FRRR', 2, 4, 3, 1], // left, top and right
  );
  expect(contests.at(-1)!.map(brief)).toEqual([['road', 108, 4, 4, null, 0]]);
  const [crossed] = lay(emptyGrid(borderOf()), ['CRCR', 0, 3, 3, 0]);
  expect(openFeatures(crossed).map(brief)).toEqual([
    ['city', 108, 4, 0, 0, 0],
    ['road', 109, 1, 0, 0, 0],
    ['road', 111, 1, 0, 0, 0],
  ]);
});

test('a grid does not change when a tile is laid on it', () => {
  const [before] = lay(emptyGrid(borderOf()), ['CCFF', 0, 1, 2, 0], ['CCFF', 1, 1, 3, 1]);
  const copy = structuredClone(before);
  lay(before, ['CCFF', 2, 2, 3, 0], ['CCFF', 3, 2, 2, 0]);
  expect(before).toEqual(copy);
});
