/** What is shown while a match is loading. */
import type { ViewerTexts } from '@kifu/texts/en/viewer';
import { html, nothing, type TemplateResult } from 'lit';
import type { LoadProgress } from '../load/fetch.ts';

/** Shows the progress of loading. */
export const loading = (
  progress: LoadProgress | null,
  { download: t }: ViewerTexts,
): TemplateResult => {
  const { loaded = 0, total = null } = progress ?? {};
  const kilobytes = (count: number): string => t.kilobytes(Math.ceil(count / 1000));
  return html`<div class="state" aria-busy="true">
    <h2>${t.title}</h2>
    <progress aria-label=${t.label} max=${total ?? nothing} value=${total === null ? nothing : loaded}></progress>
    <p class="soft">${progress === null ? t.connecting : t.progress(kilobytes(loaded), total === null ? null : kilobytes(total))}</p>
  </div>`;
};
