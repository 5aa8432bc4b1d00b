/** How backgammon is drawn: points, bar and trays, discs, dice. */
import type { Art, Drawing } from '@kifu/core';
import { color, frameMark, ringMark } from '@kifu/core/svg';
import { drawDie } from '../art/dice.ts';
import { drawDisc, onDisc } from '../art/discs.ts';
import { SIDE_NAMES } from './names.ts';

/** The pictures of backgammon. */
export const art: Art = {
  drawing(look) {
    if (look === 'bar' || look === 'wood') return null;
    if (look === 'rim') return { body: '', glyph: { size: 32, color: 'label' } };
    if (/^die-[1-6]$/.test(look)) return { body: drawDie(Number(look.slice(4))) };
    if (look === 'die-0') return { body: drawDie(0) };
    if (/^played-[1-6]$/.test(look))
      return { body: `<g opacity=".35">${drawDie(Number(look.slice(7)))}</g>` };
    const side = SIDE_NAMES.find(name => look.startsWith(`${name}-`));
    return side && drawChecker(side, look.slice(side.length + 1));
  },
  board: () => BOARD,
  mark: (kind, width, height) => (width === height ? ringMark : frameMark)(kind, width, height),
  colors: {
    from: ['#e08a1e', '#f0a63a'],
    to: ['#e08a1e', '#f0a63a'],
    felt: ['#e6dfd0', '#6a6f70'],
    odd: ['#8fa3b0', '#8097a5'],
    even: ['#bd7256', '#a9624a'],
    well: ['#414e58', '#272e34'],
  },
};

function drawChecker(side: 'white' | 'black', kind: string): Drawing | undefined {
  if (kind === 'checker') return { body: drawDisc(side) };
  if (kind === 'stack') return { body: drawDisc(side), glyph: { size: 42, color: onDisc(side) } };
  if (kind !== 'off') return undefined;
  return {
    body: `<rect x="-40" y="-12" width="80" height="24" rx="5" fill="${color(side)}" stroke="${color(`${side}-edge`)}" stroke-width="4"/>`,
    height: 0.3,
    isFlat: true,
  };
}

/** Six points of a quarter, from its left edge: bases at the rim, five cells high. */
const drawPoints = (left: number, rim: number, isTop: boolean): string =>
  Array.from({ length: 6 }, (_, i) => {
    const fill = color(i % 2 === (isTop ? 0 : 1) ? 'even' : 'odd');
    return `<path d="M${left + 100 * i + 4} ${rim}h92l-46 ${isTop ? 480 : -480}z" fill="${fill}"/>`;
  }).join('');

const drawWell = (top: number): string =>
  `<rect x="1308" y="${top}" width="84" height="500" rx="10" fill="${color('well')}"/>`;

const drawHalf = (left: number): string =>
  `<rect x="${left}" y="100" width="600" height="1100" rx="6" fill="${color('felt')}"/>${drawPoints(left, 100, true)}${drawPoints(left, 1200, false)}`;

/** 14 by 13 cells: the rim, two rows of points with room for the dice between them, the rim; the tray at the right. */
const BOARD = `${drawHalf(0)}${drawHalf(700)}<path d="M650 110V1190" stroke="${color('well')}" stroke-width="6"/>${drawWell(100)}${drawWell(700)}`;
