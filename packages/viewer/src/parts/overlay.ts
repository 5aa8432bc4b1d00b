/** Over the board: a short message, and the form to go to a move. */
import { parseWhere, type Where } from '@kifu/client/playback';
import { html, nothing, type TemplateResult } from 'lit';
import { isPaired } from '../model/rounds.ts';
import type { Context } from './context.ts';

export function overlay(context: Context): TemplateResult {
  const { toast } = context.state;
  return html`${toast === null ? nothing : html`<div class="toast" aria-hidden="true">${toast}</div>`}
    ${context.state.isAsking ? goTo(context) : nothing}`;
}

function goTo({ player, record, picture, state }: Context): TemplateResult {
  const { goTo: t } = state.texts.viewer;
  /** Finds a move by its name. */
  const named = async (text: string): Promise<Where | null> => {
    const { findMove } = await import('../model/find-move.ts');
    const n = findMove(record, text, picture.n);
    return n === null ? null : { type: 'entry', n };
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    const field = (event.target as HTMLFormElement).querySelector('input')!;
    const where = parseWhere(field.value) ?? (await named(field.value));
    if (where === null) {
      const { panelTexts } = await import('./panel-texts.ts');
      field.setCustomValidity(panelTexts(state.texts).goTo.invalid);
      field.reportValidity();
      return;
    }
    player.set({ isAsking: false });
    player.goWhere(where);
  };
  return html`<form class="go" @submit=${submit}>
    <label>
      ${t.label}
      <input
        type="text"
        autocomplete="off"
        inputmode="text"
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
