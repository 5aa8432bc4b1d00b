/** The panel of keyboard shortcuts. */
import { html, type TemplateResult } from 'lit';
import { SHORTCUTS } from '../model/shortcuts.ts';
import type { Context } from './context.ts';
import { panelTexts } from './panel-texts.ts';

export function help({ state }: Context): TemplateResult {
  const { keys, gestures } = panelTexts(state.texts);
  return html`<table class="keys">
      <tbody>
        ${SHORTCUTS.map(key => html`<tr><th scope="row"><kbd>${key}</kbd></th><td>${keys[key]}</td></tr>`)}
      </tbody>
    </table>
    <p class="soft">${gestures}</p>`;
}
