/** The line in a picture: tiles meet at halves that match, never overlap, and the line stays within its room. */
import { rngFrom, type Spot } from '@kifu/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { layChain } from './chain.ts';
import { isDouble, leftOf, rightOf, TILES, type Tile, turned } from './tiles.ts';

const tile = (left: number, right: number): Tile => (left << 3) | right;

/** A line of tiles from a set of 28, laid at either end until nothing fits or there are enough. */
function randomLine(seed: number, most: number): Tile[] {
  const luck = rngFrom(seed);
  const stock = [...TILES];
  const line = stock.splice(luck(stock.length), 1);
  while (line.length < most) {
    const [left, right] = [leftOf(line[0]!), rightOf(line.at(-1)!)];
    const ways = stock.flatMap(one =>
      [one, turned(one)].flatMap(laid => [
        ...(rightOf(laid) === left ? [{ one, laid, atLeft: true }] : []),
        ...(leftOf(laid) === right ? [{ one, laid, atLeft: false }] : []),
      ]),
    );
    if (ways.length === 0) break;
    const { one, laid, atLeft } = ways[luck(ways.length)]!;
    stock.splice(stock.indexOf(one), 1);
    if (atLeft) line.unshift(laid);
    else line.push(laid);
  }
  return line;
}

type Point = readonly [x: number, y: number];

/** The middle of the left half, and of the right. */
function halvesOf({ x, y, turn = 0 }: Spot): [left: Point, right: Point] {
  const [dx, dy] = (
    [
      [0.5, 0],
      [0, 0.5],
      [-0.5, 0],
      [0, -0.5],
    ] as const
  )[turn % 4]!;
  return [
    [x - dx, y - dy],
    [x + dx, y + dy],
  ];
}

const distance = ([a, b]: Point, [c, d]: Point): number => Math.hypot(a - c, b - d);

/** Half of its width and of its height. */
const reachOf = ({ turn = 0 }: Spot): Point => (turn % 2 === 0 ? [1, 0.5] : [0.5, 1]);

describe('any line', () => {
  const lines = fc
    .tuple(fc.nat(2 ** 31 - 1), fc.integer({ min: 1, max: 28 }))
    .map(([seed, most]) => randomLine(seed, most));

  test('tiles meet at halves that match', () => {
    fc.assert(
      fc.property(lines, line => {
        const { spots } = layChain(line);
        expect(spots).toHaveLength(line.length);
        spots.slice(1).forEach((spot, i) => {
          const [[farLeft, end], [begin, farRight]] = [halvesOf(spots[i]!), halvesOf(spot)];
          // a double may touch with either half
          const ends = isDouble(line[i]!) ? [farLeft, end] : [end];
          const begins = isDouble(line[i + 1]!) ? [begin, farRight] : [begin];
          const apart = Math.min(...ends.flatMap(a => begins.map(b => distance(a, b))));
          expect(apart).toBeGreaterThan(0.99);
          expect(apart).toBeLessThan(1.13); // beside the middle of a double that lies across
        });
      }),
    );
  });

  test('no tile lies on another, and all lie within the area', () => {
    fc.assert(
      fc.property(lines, line => {
        const { spots, ends, width, height } = layChain(line);
        for (const { x, y } of ends) {
          expect(x >= 0.5 && x + 0.5 <= width && y >= 0.5 && y + 0.5 <= height).toBe(true);
          const isFree = spots.every(spot => {
            const [w, h] = reachOf(spot);
            return Math.abs(spot.x - x) > w + 0.4 || Math.abs(spot.y - y) > h + 0.4;
          });
          expect(isFree, 'an open end is free').toBe(true);
        }
        expect(width).toBe(11); // the same for every line, so that pictures do not jump
        for (const [i, a] of spots.entries()) {
          const [w, h] = reachOf(a);
          expect(a.x - w >= 0 && a.x + w <= width && a.y - h >= 0 && a.y + h <= height).toBe(true);
          for (const b of spots.slice(i + 1)) {
            const [v, g] = reachOf(b);
            const isApart =
              Math.abs(a.x - b.x) >= w + v - 1e-9 || Math.abs(a.y - b.y) >= h + g - 1e-9;
            expect(isApart).toBe(true);
          }
        }
      }),
    );
  });
});

test('doubles lie across, but for corners', () => {
  const line = [tile(1, 4), tile(4, 4), tile(4, 2), tile(2, 2), tile(2, 0)];
  const { spots, height } = layChain(line);
  // the second double hangs under the end of its row, and the next row goes back
  expect(spots.map(({ turn }) => turn)).toEqual([0, 1, 0, 1, 2]);
  expect(spots.map(({ x }) => x - spots[1]!.x)).toEqual([-1.5, 0, 1.5, 2, 1.5]);
  expect(height).toBe(9); // with room for a row above and one below
});

test('the highest double stays in the middle while the line grows', () => {
  for (const line of [
    [tile(5, 5)],
    [tile(5, 5), tile(5, 1)],
    [tile(0, 5), tile(5, 5), tile(5, 1), tile(1, 1)],
  ])
    expect(layChain(line).spots[line.indexOf(tile(5, 5))]).toMatchObject({ x: 5.5, y: 4.5 });
});

test('an empty line has a size and no tiles', () => {
  expect(layChain([])).toMatchObject({ spots: [], width: 11, height: 9 });
});
