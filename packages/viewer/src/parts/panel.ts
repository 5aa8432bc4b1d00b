/** The panel beside the board: one at a time, in the place of the moves. */
import { html, type TemplateResult } from 'lit';
import type { Panel } from '../model/keys.ts';
import type { Context } from './context.ts';
import { icon } from './icons.ts';

/** While a panel that is seldom wanted is being loaded. */
const opening = (): TemplateResult => html`<p class="soft">One moment…</p>`;

/** The panels that are not needed to watch; null until one is opened. */
let rare: typeof import('./lazy-panels.ts') | null = null;

/** A panel that is loaded when it is first opened. */
const onDemand =
  (name: 'help' | 'proof' | 'settings' | 'textBoard') =>
  (context: Context): TemplateResult => {
    if (rare !== null) return rare[name](context);
    void import('./lazy-panels.ts').then(loaded => {
      rare = loaded;
      context.player.set({});
    });
    return opening();
  };

const PANELS: {
  readonly [name in Panel]: readonly [title: string, draw: (context: Context) => TemplateResult];
} = {
  proof: ['What is proven', onDemand('proof')],
  help: ['Keys', onDemand('help')],
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
