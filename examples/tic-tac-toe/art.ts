/** How the marks are drawn. */
import type { Art } from '@kifu/core';
import { color } from '@kifu/core/svg';

const LINE = 'fill="none" stroke-width="14" stroke-linecap="round"';

/** A cross in blue, a ring in red: they differ by more than color. */
const BODIES = new Map([
  ['X', `<path d="M-26-26L26 26M26-26L-26 26" ${LINE} stroke="${color('blue')}"/>`],
  ['O', `<circle r="28" ${LINE} stroke="${color('red')}"/>`],
]);

/** Images of tic-tac-toe. The board is plain, so it needs only the default grid. */
export const art: Art = {
  drawing(look) {
    const body = BODIES.get(look);
    return body === undefined ? undefined : { body };
  },
};
