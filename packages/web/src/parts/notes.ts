/** Notes: what was said about the moves, in order. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Context } from './context.ts';

export function notes({ score, picture, player }: Context): TemplateResult {
  const said = score.notes.filter(({ text }) => text !== '');
  if (said.length === 0)
    return html`<p class="soft">Nobody has said anything about this match.</p>`;
  return html`<ol class="notes">
    ${said.map(
      ({ n, author, text }) => html`<li>
        <button
          type="button"
          class="move"
          aria-current=${n === picture.n ? 'step' : nothing}
          @click=${() => player.go(n)}
        >${n === 0 ? 'start' : `${n} ${score.lines[n - 1]?.text ?? ''}`}</button>
        <p>${author === null ? nothing : html`<b>${author}: </b>`}${text}</p>
      </li>`,
    )}
  </ol>`;
}
