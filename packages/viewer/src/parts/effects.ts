/** Effects at cells of the board, such as a contest that was won: they rise and fade. Loaded with the first. */
import type { Effect } from '@kifu/core';
import { color, escapeText, type Layout, num } from '@kifu/core/svg';
import { css } from 'lit';

/** Draws effects into a group of the board, replacing earlier ones. */
export function drawEffects(
  group: SVGGElement,
  effects: readonly Effect[],
  laid: Layout,
  seatNames: readonly string[],
): void {
  group.innerHTML = effects
    .map(({ cell, text, seat }) => {
      const { x, y } = laid.place(cell);
      const name = seat === null ? '' : (seatNames[seat] ?? '');
      // seats named after a color have it
      const fill = COLORED.has(name) ? color(name) : color('ink');
      return `<g transform="translate(${num(x)} ${num(y)})"><text class="effect" text-anchor="middle" font-size="${SIZE}" font-weight="700" fill="${fill}" stroke="${color('paper')}" stroke-width="12" stroke-linejoin="round" paint-order="stroke">${escapeText(text)}</text></g>`;
    })
    .join('');
}

const COLORED = new Set(['red', 'green', 'yellow', 'blue']);

/** In units of the picture, in which a cell has 100. */
const SIZE = 52;

export const effectsStyle = css`
  .effect { animation: effect 2.4s ease-out both; pointer-events: none; }
  @keyframes effect {
    from { opacity: 0; transform: translateY(40px) scale(0.6); }
    15%, 75% { opacity: 1; transform: none; }
    to { opacity: 0; transform: translateY(-60px); }
  }
  @media (prefers-reduced-motion: reduce) {
    .effect { animation-name: effect-still; }
    @keyframes effect-still { from, 90% { opacity: 1; } to { opacity: 0; } }
  }
`;
