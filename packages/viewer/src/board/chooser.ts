/** Asks for one of several moves along the same cells: what a pawn becomes, which tile a joker is. */
import type { Kit } from '@kifu/core';
import { html, svg, type TemplateResult } from 'lit';
import { unsafeSVG } from 'lit/directives/unsafe-svg.js';
import type { Option } from './hand.ts';

/** Keeps a share of the width or height away from the edges. */
const within = (share: number, room: number): number => Math.min(1 - room, Math.max(room, share));

/** Asks next to a point, given as shares of the board; answers null if nothing is chosen. */
export function chooser(
  options: readonly Option[],
  art: Kit['art'],
  x: number,
  y: number,
  title: string,
  answer: (option: Option | null) => void,
): TemplateResult {
  const close = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    answer(null);
  };
  // a few are shown where the move ends, many in the middle
  const room = options.length > 6 ? 0.5 : 0.07 * options.length;
  return html`<div
    class="chooser"
    part="chooser"
    role="dialog"
    aria-label=${title}
    .style=${`left:${100 * within(x, room)}%;top:${100 * within(y, options.length > 6 ? 0.5 : 0.12)}%`}
    @keydown=${close}
  >
    ${options.map(option => {
      const { label = '', look } = option.touch.choice ?? {};
      const drawing = look === undefined ? null : art?.drawing(look);
      return drawing
        ? html`<button type="button" class="pictured" aria-label=${label} title=${label} @click=${() => answer(option)}>
            <svg viewBox="-50 -50 100 100" aria-hidden="true">${svg`${unsafeSVG(drawing.body)}`}</svg>
          </button>`
        : html`<button type="button" @click=${() => answer(option)}>${label}</button>`;
    })}
  </div>`;
}
