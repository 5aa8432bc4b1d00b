/** Dice and pips, for all games that have them. */
import { color } from '@kifu/core/svg';

/** Where the pips of a number lie, in steps from the middle. */
const PIPS: readonly (readonly (readonly [x: number, y: number])[])[] = (() => {
  const [middle, corner, other, side] = [
    [[0, 0]],
    [
      [-1, -1],
      [1, 1],
    ],
    [
      [1, -1],
      [-1, 1],
    ],
    [
      [0, -1],
      [0, 1],
    ],
  ] as const;
  return [
    [],
    middle,
    corner,
    [...middle, ...corner],
    [...corner, ...other],
    [...middle, ...corner, ...other],
    [...corner, ...other, ...side],
  ];
})();

/** The pips of a number as circles around a point. */
export const drawPips = (count: number, x: number, step: number, radius: number): string =>
  (PIPS[count] ?? [])
    .map(([dx, dy]) => `<circle cx="${x + step * dx}" cy="${step * dy}" r="${radius}"/>`)
    .join('');

/** A die that shows a number. */
export const drawDie = (count: number): string =>
  `<rect x="-35" y="-31" width="70" height="70" rx="14" fill="${color('shadow')}" opacity=".25"/><rect x="-35" y="-35" width="70" height="70" rx="14" fill="${color('white')}" stroke="${color('white-edge')}" stroke-width="4"/><g fill="${color('white-edge')}">${drawPips(count, 0, 19, 7.5)}</g>`;
