/** How checkers is drawn: discs on squares, kings with a crown. */
import type { Art, MarkDrawing } from '@kifu/core';
import { color } from '@kifu/core/svg';
import { drawDisc, onDisc } from '../art/discs.ts';
import { SIDE_NAMES } from './names.ts';

/** The pictures of checkers. */
export const art: Art = {
  drawing(look) {
    const side = SIDE_NAMES.find(name => look.startsWith(`${name}-checker`));
    if (side === undefined) return undefined;
    const disc = drawDisc(side, look.endsWith('-king') ? drawCrown(onDisc(side)) : '');
    // smaller than its square, so that the number in the corner can be read
    return { body: `<g transform="translate(2 3) scale(.92)">${disc}</g>` };
  },
  mark: kind => (kind === 'choice' ? MUST : undefined),
};

/** Around a piece that has to jump. */
const MUST: MarkDrawing = {
  body: `<circle cx="2" cy="3" r="44" fill="none" stroke="${color('white')}" stroke-width="10"/><circle cx="2" cy="3" r="44" fill="none" stroke="${color('choice')}" stroke-width="6"/>`,
  isAbove: true,
};

const drawCrown = (ink: string): string =>
  `<path d="M-20 15V-9l11 9L0-17L9 0l11-9v24z" fill="${color(ink)}" stroke="${color(ink)}" stroke-width="5" stroke-linejoin="round"/>`;
