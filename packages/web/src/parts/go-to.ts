/** The question where to go. */
import { html, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';
import { findMove } from '../model/find-move.ts';
import { parseWhere } from '../model/link.ts';
import { isPaired } from '../model/rounds.ts';
import type { Context } from './context.ts';

/** The same function each time, so that the field has the focus once. */
const focus = (field?: Element): void => (field as HTMLElement | undefined)?.focus();

export function goTo({ player, record, picture }: Context): TemplateResult {
  const submit = (event: Event) => {
    event.preventDefault();
    const field = (event.target as HTMLFormElement).querySelector('input')!;
    const named = findMove(record, field.value, picture.n);
    const where = parseWhere(field.value) ?? (named === null ? null : { type: 'entry', n: named });
    if (where === null) {
      field.setCustomValidity(
        'An entry (23), a move (12. or Nf3), a time (1:30), a tick (t600), or end',
      );
      field.reportValidity();
      return;
    }
    player.set({ isAsking: false });
    player.goWhere(where);
  };
  return html`<form class="go" @submit=${submit}>
    <label>
      Go to
      <input
        ${ref(focus)}
        type="text"
        autocomplete="off"
        inputmode="text"
        placeholder=${`0–${record.lines.length}, ${isPaired(record) ? '12., ' : ''}1:30, end`}
        @input=${({ target }: Event) => (target as HTMLInputElement).setCustomValidity('')}
        @keydown=${(event: KeyboardEvent) => {
          if (event.key === 'Escape') player.set({ isAsking: false });
        }}
      />
    </label>
    <button type="submit" class="wide">Go</button>
  </form>`;
}
