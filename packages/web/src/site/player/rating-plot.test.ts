/** Plots of ratings stay within their picture, and follow time. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gridOf, plotOf, type RatedWeek } from './rating-plot.ts';

const week = (n: number, rating: number, deviation: number): RatedWeek => ({
  week: new Date(1_451_865_600_000 + n * 604_800_000).toISOString().slice(0, 10),
  ...{ rating, deviation },
});
const pointsOf = (path: string): number[][] =>
  path
    .replace(/[MZ]/g, '')
    .split('L')
    .map(point => point.split(' ').map(Number));

test('one week is a level line, and several lie as far apart as in time', () => {
  const [from, to] = pointsOf(plotOf([week(0, 1500, 50)]).line);
  expect(from![1]).toBe(to![1]);
  const [a, b, c] = pointsOf(
    plotOf([week(0, 1500, 50), week(1, 1600, 50), week(4, 1550, 50)]).line,
  );
  expect((c![0]! - a![0]!) / (b![0]! - a![0]!)).toBeCloseTo(4, 1);
  expect(b![1]).toBeLessThan(a![1]!);
});

test('no rating lies outside the plot, and time goes to the right', () => {
  const history = fc
    .uniqueArray(fc.nat(500), { minLength: 1, maxLength: 30 })
    .chain(weeks =>
      fc.tuple(
        ...weeks
          .toSorted((a, b) => a - b)
          .map(n =>
            fc
              .tuple(fc.integer({ min: -500, max: 4000 }), fc.integer({ min: 1, max: 350 }))
              .map(([r, d]) => week(n, r, d)),
          ),
      ),
    );
  fc.assert(
    fc.property(history, weeks => {
      const { line, band, low, high } = plotOf(weeks);
      expect(high - low).toBeGreaterThanOrEqual(200);
      for (const [x, y] of [...pointsOf(line), ...pointsOf(band)]) {
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x).toBeLessThanOrEqual(600);
        expect(y).toBeGreaterThanOrEqual(0);
        expect(y).toBeLessThanOrEqual(160);
      }
      const xs = pointsOf(line).map(([x]) => x!);
      expect(xs).toEqual(xs.toSorted((a, b) => a - b));
    }),
  );
});

test.each<[number, number, readonly number[]]>([
  [1500, 1700, [1500, 1550, 1600, 1650, 1700]],
  [1583, 1790, [1600, 1650, 1700, 1750]],
  [800, 2400, [1000, 1500, 2000]],
])('a plot from %i to %i has round labels within it', (low, high, labels) => {
  expect(gridOf(low, high)).toEqual(labels);
});
