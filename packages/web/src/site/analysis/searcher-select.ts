/** The choice of who searches, where there is one. */
import { html, nothing, type TemplateResult } from 'lit';
import { text } from '../texts.ts';
import { rememberChoice, type SearcherChoice } from './searchers.ts';

/** A list of searchers; remembers and tells the choice. */
export function searcherSelect(
  choices: readonly SearcherChoice[],
  chosen: SearcherChoice,
  choose: (choice: SearcherChoice) => void,
): TemplateResult | typeof nothing {
  if (choices.length < 2) return nothing;
  const change = ({ target }: Event) => {
    const { value } = target as HTMLSelectElement;
    rememberChoice(value);
    choose(choices.find(({ id }) => id === value)!);
  };
  return html`<select class="input slim" aria-label=${text.analysis.searcher} @change=${change}>
    ${choices.map(({ id, label }) => html`<option value=${id} ?selected=${id === chosen.id}>${label}</option>`)}
  </select>`;
}
