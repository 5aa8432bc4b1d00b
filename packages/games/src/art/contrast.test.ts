/** Words and outlines can be told from what lies behind them, in light and dark (WCAG 2.2, 1.4.3 and 1.4.11). */
import { unwrap } from '@kifu/core';
import { themeCss } from '@kifu/core/svg';
import { describe, expect, test } from 'vitest';
import { gameNames, loadKit } from '../index.ts';

/** Words, and what they stand on. */
const WORDS = [
  ['ink', 'paper'],
  ['faint', 'paper'],
  ['faint', 'tray'],
  ['label', 'frame'],
  ['line', 'wood'],
] as const;

/** Outlines of pieces, and what pieces of all games stand on. */
const EDGES = ['white-edge', 'black-edge', 'red-edge', 'green-edge'].flatMap(edge =>
  ['light', 'dark'].map(square => [edge, square] as const),
);

/** Relative luminance of `#rrggbb`. */
function luminanceOf(hex: string): number {
  const [r, g, b] = [1, 3, 5].map(at => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function contrastOf(a: string, b: string): number {
  const [low, high] = [luminanceOf(a), luminanceOf(b)].sort((x, y) => x - y);
  return (high! + 0.05) / (low! + 0.05);
}

describe.each(gameNames())('%s', async name => {
  const { art } = unwrap(await loadKit(name));

  test.each(['light', 'dark'] as const)('%s', theme => {
    const css = themeCss(art, theme);
    const colors = new Map(
      [...css.matchAll(/--kifu-([a-z-]+):(#[0-9a-f]{6})/g)].map(([, key, value]) => [key!, value!]),
    );
    const below = (pairs: readonly (readonly [string, string])[], least: number) =>
      pairs
        .map(([a, b]) => ({ a, b, contrast: contrastOf(colors.get(a)!, colors.get(b)!) }))
        .filter(({ contrast }) => contrast < least);
    expect(below(WORDS, 4.5)).toEqual([]);
    expect(below(EDGES, 3)).toEqual([]);
  });
});
