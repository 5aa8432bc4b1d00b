/** Over the board: a short message, and the form to go to a move. */
import { html, nothing, type TemplateResult } from 'lit';
import { isPaired } from '../model/rounds.ts';
import type { Context } from './context.ts';

export function overlay(context: Context): TemplateResult {
  const { toast, isAsking } = context.state;
  return html`${toast === null ? nothing : html`<div class="toast" aria-hidden="true">${toast}</div>`}
    ${isAsking ? goTo(context) : nothing}`;
}

/** The form; what is entered is read by a module that is loaded then. */
function goTo(context: Context): TemplateResult {
  const { player, record, state } = context;
  const { goTo: t } = state.texts.viewer;
  const submit = async (event: Event) => {
    event.preventDefault();
    const field = (event.target as HTMLFormElement).querySelector('input')!;
    const { goToEntered } = await import('./go-to.ts');
    goToEntered(field, context);
  };
  return html`<form class="go" @submit=${submit}>
    <label>
      ${t.label}
      <input
        type="text"
        autocomplete="off"
        placeholder=${`0–${record.lines.length}, ${isPaired(record) ? '12., ' : ''}1:30, ${t.end}`}
        @input=${({ target }: Event) => (target as HTMLInputElement).setCustomValidity('')}
        @keydown=${(event: KeyboardEvent) => {
          if (event.key === 'Escape') player.set({ isAsking: false });
        }}
      />
    </label>
    <button type="submit" class="wide">${t.submit}</button>
  </form>`;
}
