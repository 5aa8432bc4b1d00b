/** How dominos is drawn: ivory tiles with pips, the backs of those that are hidden. */
import type { Art } from '@kifu/core';
import { color, frameMark } from '@kifu/core/svg';
import { drawPips } from '../art/dice.ts';

/** The pictures of dominos. */
export const art: Art = {
  drawing(look) {
    if (look === 'hole') return null;
    const [, end] = /^end-([0-6])$/.exec(look) ?? [];
    if (end !== undefined) return { body: END, glyph: { text: end, size: 46, color: 'ivory' } };
    if (look === 'tile-back') return { body: BACK, width: 2, isFlat: true };
    const [, left, right] = /^tile-([0-6])-([0-6])$/.exec(look) ?? [];
    if (right === undefined) return undefined;
    return { body: drawTile(Number(left), Number(right)), width: 2, isFlat: true };
  },
  board: area => (area.id === 'line' ? '' : undefined),
  mark: frameMark,
  colors: {
    frame: ['#456b5e', '#33514a'],
    ivory: ['#fbf7ea', '#eee9da'],
    'ivory-edge': ['#8b8369', '#4b4637'],
    back: ['#6d7f8c', '#55646f'],
  },
};

/** An open end: a place, on which its number is written. */
const END = `<rect x="-42" y="-42" width="84" height="84" rx="13" fill="none" stroke="${color('ivory')}" stroke-width="5" stroke-dasharray="14 10" opacity=".85"/>`;

const drawFace = (fill: string): string =>
  `<rect x="-97" y="-44" width="194" height="94" rx="15" fill="${color('shadow')}" opacity=".22"/><rect x="-97" y="-47" width="194" height="94" rx="15" fill="${color(fill)}" stroke="${color('ivory-edge')}" stroke-width="4"/>`;

/** The pips lie along the tile, so that six are three and three. */
const drawTile = (left: number, right: number): string =>
  `${drawFace('ivory')}<path d="M0-34V34" stroke="${color('ivory-edge')}" stroke-width="4" stroke-linecap="round"/><g fill="${color('white-edge')}"><g transform="translate(-49)">${drawPips(left, 0, 25, 9)}</g><g transform="translate(49)">${drawPips(right, 0, 25, 9)}</g></g>`;

const BACK = `${drawFace('back')}<rect x="-82" y="-32" width="164" height="64" rx="8" fill="none" stroke="${color('ivory')}" stroke-width="4" opacity=".5"/>`;
