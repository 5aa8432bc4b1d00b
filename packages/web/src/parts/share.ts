/** Share: the way to this match and this moment. */
import { html, type TemplateResult } from 'lit';
import type { Context } from './context.ts';

export const share = ({ run }: Context): TemplateResult =>
  html`<button type="button" class="wide" @click=${() => run({ do: 'link' })}>Copy a link to here</button>`;
