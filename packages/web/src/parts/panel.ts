/** The panel beside the board: one at a time, in the place of the moves. */
import { html, type TemplateResult } from 'lit';
import { KEYS, type Panel } from '../model/keys.ts';
import type { Context } from './context.ts';
import { icon } from './icons.ts';
import { proof } from './proof.ts';

/** While a panel that is seldom wanted is being loaded. */
const opening = (): TemplateResult => html`<p class="soft">One moment…</p>`;

/** The panels that few people open; null until one does. */
let rare: typeof import('./rare-panels.ts') | null = null;

/** A panel that is loaded when it is first opened. */
const onDemand =
  (name: 'settings' | 'textBoard') =>
  (context: Context): TemplateResult => {
    if (rare !== null) return rare[name](context);
    void import('./rare-panels.ts').then(loaded => {
      rare = loaded;
      context.player.set({});
    });
    return opening();
  };

const help = (): TemplateResult => html`<table class="keys">
    <tbody>
      ${KEYS.map(([keys, about]) => html`<tr><th scope="row"><kbd>${keys}</kbd></th><td>${about}</td></tr>`)}
    </tbody>
  </table>
  <p class="soft">
    Drag on the bar to seek, with shift to choose a stretch to be repeated. Swipe over the board to step, hold a finger on it to
    go on and on.
  </p>`;

const PANELS: {
  readonly [name in Panel]: readonly [title: string, draw: (context: Context) => TemplateResult];
} = {
  proof: ['What is proven', proof],
  help: ['Keys', help],
  settings: ['Settings', onDemand('settings')],
  text: ['The board as text', onDemand('textBoard')],
  notes: ['Notes', context => context.shareNotes?.notes(context) ?? opening()],
  share: ['Share', context => context.shareNotes?.share(context) ?? opening()],
};

/** The panel of that name. */
export function panel(name: Panel, context: Context): TemplateResult {
  const [title, draw] = PANELS[name];
  return html`<section class="panel" data-panel=${name} aria-label=${title} tabindex="-1">
    <header>
      <h2>${title}</h2>
      <button type="button" class="tool" data-do="close" aria-label="Close" title="Close" @click=${() => context.run({ do: 'close' })}>
        ${icon('cross')}
      </button>
    </header>
    ${draw(context)}
  </section>`;
}
