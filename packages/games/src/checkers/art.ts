/** How checkers is drawn: discs on squares, kings with a crown. */
import type { Art } from '@kifu/core';
import { color } from '@kifu/core/svg';
import { drawDisc, onDisc } from '../art/discs.ts';
import { SIDE_NAMES } from './names.ts';

/** The pictures of checkers. */
export const art: Art = {
  drawing(look) {
    const side = SIDE_NAMES.find(name => look.startsWith(`${name}-checker`));
    if (side === undefined) return undefined;
    return { body: drawDisc(side, look.endsWith('-king') ? drawCrown(onDisc(side)) : '') };
  },
};

const drawCrown = (ink: string): string =>
  `<path d="M-20 15V-9l11 9L0-17L9 0l11-9v24z" fill="${color(ink)}" stroke="${color(ink)}" stroke-width="5" stroke-linejoin="round"/>`;
