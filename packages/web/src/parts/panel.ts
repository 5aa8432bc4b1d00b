/** The panel beside the board: one at a time, in the place of the moves. */
import { html, type TemplateResult } from 'lit';
import type { Panel } from '../model/keys.ts';
import type { Context } from './context.ts';
import { help } from './help.ts';
import { icon } from './icons.ts';
import { proof } from './proof.ts';
import { settings } from './settings.ts';
import { textBoard } from './text-board.ts';

const PANELS: {
  readonly [name in Panel]: readonly [title: string, draw: (context: Context) => TemplateResult];
} = {
  proof: ['What is proven', proof],
  help: ['Keys', help],
  settings: ['Settings', settings],
  text: ['The board as text', textBoard],
  notes: ['Notes', context => context.desk?.notes(context) ?? opening()],
  share: ['Share', context => context.desk?.share(context) ?? opening()],
};

/** While a panel that is seldom wanted is being loaded. */
const opening = (): TemplateResult => html`<p class="soft">One moment…</p>`;

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
