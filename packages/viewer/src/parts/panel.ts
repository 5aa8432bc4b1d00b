/** The panel beside the board: one at a time, instead of the moves. */
import { html, type TemplateResult } from 'lit';
import type { Panel } from '../model/keys.ts';
import type { Context } from './context.ts';
import { icon } from './icons.ts';

/** While a panel is loading. */
const opening = ({ state }: Context): TemplateResult =>
  html`<p class="soft">${state.texts.viewer.loading}</p>`;

/** Panels that are loaded on demand; null until one is opened. */
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
    return opening(context);
  };

const PANELS: {
  readonly [name in Panel]: (context: Context) => TemplateResult;
} = {
  proof: onDemand('proof'),
  help: onDemand('help'),
  settings: onDemand('settings'),
  text: onDemand('textBoard'),
  notes: context => context.shareNotes?.notes(context) ?? opening(context),
  share: context => context.shareNotes?.share(context) ?? opening(context),
};

/** The panel of that name. */
export function panel(name: Panel, context: Context): TemplateResult {
  const { panels, close } = context.state.texts.viewer;
  const title = panels[name];
  return html`<section class="panel" data-panel=${name} aria-label=${title} tabindex="-1">
    <header>
      <h2>${title}</h2>
      <button type="button" class="tool" data-do="close" aria-label=${close} title=${close} @click=${() => context.run({ do: 'close' })}>
        ${icon('cross')}
      </button>
    </header>
    ${PANELS[name](context)}
  </section>`;
}
