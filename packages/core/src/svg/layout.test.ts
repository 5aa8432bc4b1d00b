/** Where things lie, from every side. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Area, Cell, Piece, Scene, Spot, Turn } from '../scene.ts';
import { CELL, layout } from './layout.ts';

const TURNS: readonly Turn[] = [0, 90, 180, 270];

const area = (id: string, columns: number, rows: number, more: Partial<Area> = {}): Area => ({
  ...{ id, columns, rows, look: 'plain', columnLabels: [], rowLabels: [] },
  ...more,
});
const scene = (areas: readonly Area[], pieces: readonly Piece[] = []): Scene => ({
  ...{ areas, pieces, marks: [], tweens: [] },
});
const piece = (cell: Cell, spot?: Spot): Piece => ({
  ...cell,
  ...{ id: 'p', look: 'p', glyph: 'p', owner: 0 },
  ...(spot === undefined ? {} : { spot }),
});
const labelled = { columnLabels: ['a', 'b', 'c'], rowLabels: ['2', '1'] };

test('a board of three by two from each side', () => {
  const corner: Cell = { area: 'board', column: 0, row: 0 };
  const places = TURNS.map(turn => {
    const { width, height, areas, place } = layout(scene([area('board', 3, 2)]), { turn });
    const [{ x, y }] = areas as [(typeof areas)[0]];
    const at = place(corner);
    return [width, height, (at.x - x) / CELL, (at.y - y) / CELL];
  });
  expect(places).toEqual([
    [332, 232, 0.5, 0.5],
    [232, 332, 1.5, 0.5],
    [332, 232, 2.5, 1.5],
    [232, 332, 0.5, 2.5],
  ]);
});

test('finds every cell by its place in the picture, from every side', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 19 }),
      fc.integer({ min: 1, max: 19 }),
      fc.constantFrom(...TURNS),
      fc.boolean(),
      (columns, rows, turn, coordinates) => {
        const areas = [
          area('board', columns, rows, labelled),
          area('hand', 7, 1, { side: 'above' }),
          area('rest', 3, 2),
        ];
        const { place, cellAt, width, height } = layout(scene(areas), { turn, coordinates });
        const seen = new Set<string>();
        for (const { id, columns, rows } of areas)
          for (let column = 0; column < columns; column++)
            for (let row = 0; row < rows; row++) {
              const { x, y } = place({ area: id, column, row });
              expect(cellAt(x, y)).toEqual({ area: id, column, row });
              expect(x > 0 && x < width && y > 0 && y < height).toBe(true);
              seen.add(`${x} ${y}`);
            }
        expect(seen.size).toBe(columns * rows + 7 + 6);
      },
    ),
    { numRuns: 40 },
  );
});

test('places between cells lie evenly between them', () => {
  for (const turn of TURNS) {
    const { place } = layout(scene([area('board', 8, 8)]), { turn });
    const at = (column: number, row: number) => place({ area: 'board', column, row });
    const [a, b, middle] = [at(1, 6), at(3, 5), at(2, 5.5)];
    expect([middle.x, middle.y]).toEqual([(a.x + b.x) / 2, (a.y + b.y) / 2]);
  }
});

describe('spots', () => {
  const cell: Cell = { area: 'board', column: 0, row: 0 };
  const spot: Spot = { x: 2, y: 0.5, width: 2, height: 1, turn: 1 };
  const drawn = scene(
    [area('board', 3, 2, { extent: { width: 4, height: 2 } })],
    [piece(cell, spot)],
  );

  test('a piece is where its spot says, and is found there', () => {
    const { areas, place, cellAt } = layout(drawn);
    const [{ x, y }] = areas as [(typeof areas)[0]];
    expect(place({ ...cell, spot })).toEqual({
      ...{ x: x + 200, y: y + 50, width: 200, height: 100, turn: 90, boardTurn: 0 },
    });
    expect(cellAt(x + 160, y + 80)).toEqual(cell);
    expect(cellAt(x + 140, y + 50)).toBeNull(); // beside the tile, which lies across
    expect(cellAt(x - 1, y)).toBeNull();
  });

  test('trays are not turned, but what is as wide as high in them is', () => {
    const two = scene([area('board', 3, 2), area('hand', 3, 1)]);
    const { place, areas } = layout(two, { turn: 90 });
    expect(areas.map(({ turn }) => turn)).toEqual([90, 0]);
    const hand: Cell = { area: 'hand', column: 0, row: 0 };
    expect(place(hand).boardTurn).toBe(90);
    expect(place({ ...hand, spot }).boardTurn).toBe(0);
    expect(place({ ...cell, spot }).boardTurn).toBe(90);
  });
});

test('trays above, the board, trays below; side by side where they fit', () => {
  const { areas, width, height } = layout(
    scene([
      area('board', 8, 8),
      area('west', 3, 1, { side: 'above' }),
      area('north', 4, 1, { side: 'above' }),
      area('east', 4, 1, { side: 'above' }),
      area('south', 5, 1),
    ]),
  );
  expect(areas.map(({ area }) => area.id)).toEqual(['west', 'north', 'east', 'board', 'south']);
  const [west, north, east, board, south] = areas.map(({ plate }) => plate);
  expect(west!.y).toBe(north!.y);
  expect(west!.x + west!.width).toBeLessThan(north!.x);
  for (const [upper, lower] of [
    [west, east],
    [east, board],
    [board, south],
  ])
    expect(upper!.y + upper!.height).toBeLessThan(lower!.y);
  for (const { x, y, width: w, height: h } of [west, north, east, board, south].map(box => box!)) {
    expect(x >= 0 && x + w <= width).toBe(true);
    expect(y >= 0 && y + h <= height).toBe(true);
  }
});

test('coordinates take room, and only where there are any', () => {
  const sizes = (more: Partial<Area>, coordinates: boolean) =>
    layout(scene([area('board', 3, 2, more)]), { coordinates }).width;
  expect(sizes(labelled, true)).toBeGreaterThan(sizes(labelled, false));
  expect(sizes({}, true)).toBe(sizes({}, false));
  expect(sizes({ ...labelled, cellLabels: [] }, true)).toBe(sizes({}, true));
  // squares have room for them
  expect(sizes({ ...labelled, look: 'chequered' }, true)).toBe(3 * CELL);
  expect(sizes({ ...labelled, look: 'chequered', labels: 'outside' }, true)).toBeGreaterThan(
    3 * CELL,
  );
});

test('lays out an empty scene, and a piece whose area is missing', () => {
  expect(layout(scene([]))).toMatchObject({ areas: [] });
  const { width, height, cellAt, place } = layout(scene([]));
  expect([width, height].every(Number.isFinite)).toBe(true);
  expect(cellAt(1, 1)).toBeNull();
  expect(place({ area: 'none', column: 1, row: 1 })).toMatchObject({ x: 0, y: 0 });
});
