/** The panel of keys. */
import { html, type TemplateResult } from 'lit';
import { KEYS } from '../model/key-words.ts';

export const help = (): TemplateResult => html`<table class="keys">
    <tbody>
      ${KEYS.map(([keys, about]) => html`<tr><th scope="row"><kbd>${keys}</kbd></th><td>${about}</td></tr>`)}
    </tbody>
  </table>
  <p class="soft">
    Drag on the bar to seek, with shift to choose a stretch to be repeated. Swipe over the board to step, hold a finger on it to
    go on and on.
  </p>`;
