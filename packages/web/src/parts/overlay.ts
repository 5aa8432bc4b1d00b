/** Over the board: a word for a moment, and the question where to go. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Context } from './context.ts';

/** How to ask where to go; null until somebody first wants to. */
let goTo: typeof import('./go-to.ts').goTo | null = null;

function asking(context: Context): TemplateResult | typeof nothing {
  if (goTo !== null) return goTo(context);
  void import('./go-to.ts').then(loaded => {
    goTo = loaded.goTo;
    context.player.set({});
  });
  return nothing;
}

export function overlay(context: Context): TemplateResult {
  const { toast } = context.state;
  return html`${toast === null ? nothing : html`<div class="toast" aria-hidden="true">${toast}</div>`}
    ${context.state.isAsking ? asking(context) : nothing}`;
}
