/** The options of a game as a form, from what the game says of them. */
import { type GameOption, type GameOptions, type Json, type JsonObject, spaced } from '@kifu/core';
import { html, nothing, type TemplateResult } from 'lit';
import { text } from '../site/texts.ts';

/** Fields for all options that a form can ask for; lists and objects are for files. */
export const optionsForm = (
  options: GameOptions,
  values: JsonObject,
  change: (values: JsonObject) => void,
): TemplateResult => {
  const set = (name: string, value: Json | undefined) => {
    const { [name]: _, ...rest } = values;
    change(value === undefined ? rest : { ...rest, [name]: value });
  };
  return html`${Object.entries(options).map(([name, option]) => {
    const field = fieldOf(option, values[name], value => set(name, value));
    return field === nothing
      ? nothing
      : html`<label class="field"><span>${titled(name)}</span>${field}<small class="soft">${option.description}</small></label>`;
  })}`;
};

const titled = (name: string): string => {
  const words = spaced(name);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

type ChangeOption = (value: Json | undefined) => void;

function fieldOf(
  option: GameOption,
  value: Json | undefined,
  change: ChangeOption,
): TemplateResult | typeof nothing {
  const schema = simpleOf(option);
  if (schema === null) return nothing;
  const now = value ?? option.default;
  if ('enum' in schema)
    return select(
      schema.enum.map(word => [word, spaced(word)]),
      now,
      option.default === undefined,
      change,
    );
  if (schema.type === 'boolean')
    return select(
      [
        [true, text.play.yes],
        [false, text.play.no],
      ],
      now,
      option.default === undefined,
      change,
    );
  return html`<input
    class="input"
    type="number"
    min=${schema.minimum}
    max=${schema.maximum}
    .value=${now === undefined ? '' : `${now}`}
    placeholder=${text.play.usual}
    @change=${({ target }: Event) => {
      const { value } = target as HTMLInputElement;
      change(value === '' ? undefined : Number(value));
    }}
  />`;
}

type Simple = Extract<
  GameOption,
  { readonly type: 'boolean' | 'integer' } | { readonly enum: readonly string[] }
>;

/** What a single field can ask for; of several ways, the first that is. */
function simpleOf(option: object): Simple | null {
  if ('anyOf' in option)
    return (
      (option.anyOf as readonly object[]).map(simpleOf).find(schema => schema !== null) ?? null
    );
  if ('enum' in option) return option as Simple;
  const { type } = option as { readonly type?: string };
  return type === 'boolean' || type === 'integer' ? (option as Simple) : null;
}

function select(
  choices: readonly (readonly [value: Json, words: string])[],
  now: Json | undefined,
  mayBeUsual: boolean,
  change: ChangeOption,
): TemplateResult {
  return html`<select
    class="input"
    @change=${({ target }: Event) => {
      const { selectedIndex } = target as HTMLSelectElement;
      change(choices[selectedIndex - (mayBeUsual ? 1 : 0)]?.[0]);
    }}
  >
    ${mayBeUsual ? html`<option ?selected=${now === undefined}>${text.play.usual}</option>` : nothing}
    ${choices.map(([value, words]) => html`<option ?selected=${value === now}>${words}</option>`)}
  </select>`;
}
