/** What is shown while a match is on its way. */
import { html, nothing, type TemplateResult } from 'lit';
import type { LoadProgress } from '../load/fetch.ts';

/** Tells how far loading has come. */
export const loading = (progress: LoadProgress | null): TemplateResult => {
  const { loaded = 0, total = null } = progress ?? {};
  return html`<div class="state" aria-busy="true">
    <h2>Loading the match…</h2>
    <progress aria-label="Loaded" max=${total ?? nothing} value=${total === null ? nothing : loaded}></progress>
    <p class="soft">${progress === null ? 'waiting for an answer' : `${kilobytes(loaded)}${total === null ? '' : ` of ${kilobytes(total)}`}`}</p>
  </div>`;
};

const kilobytes = (count: number): string => `${Math.ceil(count / 1000)} kB`;
