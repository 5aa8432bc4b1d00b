/** The game, or the loop that is set, as an animated image: the page paints each position, the worker encodes them. */
import { svg, type Theme } from '@kifu/core/svg';
import type { AnimationFrame } from '../engine/animation.ts';
import { askPicture } from '../engine/ask.ts';
import { askGif } from '../engine/ask-on-demand.ts';
import type { Context } from '../parts/context.ts';
import { turnOf } from '../state.ts';
import { paintOn } from './picture.ts';

/** Of a short game, in pixels. */
const MOST_SIDE = 480;
/** Of all frames together: four bytes each stay well below what a phone lets a page have. */
const MOST_PIXELS = 24_000_000;
const MOST_FRAMES = 600;
const FRAME_MS = 700;
/** The last position is looked at before the game begins again. */
const LAST_FRAME_MS = 3000;

/** Encodes the positions as GIF, and reports each frame. */
export async function gifOf(
  { state, record }: Context,
  theme: Theme,
  report: (n: number, of: number) => void,
): Promise<Uint8Array> {
  const { as, art } = state;
  const { from, to } = state.playback.loop ?? { from: 0, to: record.lines.length };
  const positions = framesBetween(from, to);
  const side = sideOf(positions.length);
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  const frames: AnimationFrame[] = [];
  for (const [i, n] of positions.entries()) {
    report(i + 1, positions.length);
    const { scene } = await askPicture(record, { n }, as);
    await paintOn(canvas, svg(scene, art, { theme, turn: turnOf(state), sizePx: [side, side] }));
    const { data } = context.getImageData(0, 0, side, side);
    frames.push({ pixels: data, ms: n === to ? LAST_FRAME_MS : FRAME_MS });
  }
  return askGif(record, { width: side, height: side, frames });
}

/** After how many entries there is a frame: after each, or in long games at equal distances; the last is always among them. */
export function framesBetween(from: number, to: number): number[] {
  const by = Math.ceil((to - from + 1) / MOST_FRAMES);
  const positions: number[] = [];
  for (let n = to; n >= from; n -= by) positions.unshift(n);
  return positions;
}

/** How wide and high this many frames may be, in whole pixels. */
export const sideOf = (frames: number): number =>
  Math.min(MOST_SIDE, Math.floor(Math.sqrt(MOST_PIXELS / frames)));
