/** Shapes over a board: drawn where their cells are, from every side, and never outside of it. */

import type { Shape } from '@kifu/core';
import { start, unwrap } from '@kifu/core';
import { layout } from '@kifu/core/svg';
import { chess } from '@kifu/games/chess';
import { expect, test } from 'vitest';
import { drawShapes, toggleShape } from './shapes.ts';

const scene = chess.scene(unwrap(start(chess.game, {})).state);
const area = scene.areas[0]!.id;
const cell = (column: number, row: number) => ({ area, column, row });
const mark: Shape = { type: 'mark', at: cell(4, 4), color: 'green' };
const arrow: Shape = { type: 'arrow', from: cell(1, 7), to: cell(2, 5), color: 'red' };

test('a mark stands where its cell is, from every side', () => {
  for (const turn of [0, 90, 180, 270] as const) {
    const laid = layout(scene, { turn });
    const { x, y } = laid.place(cell(4, 4));
    expect(drawShapes([mark], laid)).toContain(`cx="${x}" cy="${y}"`);
  }
});

test('an arrow ends at its cell', () => {
  const laid = layout(scene, {});
  const { x, y } = laid.place(cell(2, 5));
  expect(drawShapes([arrow], laid)).toContain(`${x},${y}`);
});

test('cells that the board does not have are left out', () => {
  const laid = layout(scene, {});
  const away: Shape[] = [
    { ...mark, at: cell(8, 0) },
    { ...mark, at: { area: 'nowhere', column: 0, row: 0 } },
    { ...arrow, to: cell(0, 900) },
  ];
  expect(drawShapes(away, laid)).toBe('');
});

test('drawing a shape again removes it, in another color replaces it', () => {
  expect(toggleShape([], mark)).toEqual([mark]);
  expect(toggleShape([mark, arrow], mark)).toEqual([arrow]);
  expect(toggleShape([mark], { ...mark, color: 'blue' })).toEqual([{ ...mark, color: 'blue' }]);
});
