/** Form with the options of a game, made from their schema and their texts. */
import {
  capital,
  type GameOption,
  type GameOptions,
  type Json,
  type JsonObject,
  spaced,
} from '@kifu/core';
import type { GameTexts, OptionTexts } from '@kifu/texts/games';
import { html, nothing, type TemplateResult } from 'lit';
import { text } from '../site/texts.ts';

/** Texts of options; an added game may lack some. */
type Texts = GameTexts['options'];

/** Renders fields for all options that a form can show; lists and objects are for files. */
export const optionsForm = (
  options: GameOptions,
  texts: Texts,
  values: JsonObject,
  change: (values: JsonObject) => void,
): TemplateResult => {
  const set = (name: string, value: Json | undefined) => {
    const { [name]: _, ...rest } = values;
    change(value === undefined ? rest : { ...rest, [name]: value });
  };
  return html`${Object.entries(options).map(([name, option]) => {
    const about = texts?.[name];
    const field = fieldOf(option, about, values[name], value => set(name, value));
    return field === nothing
      ? nothing
      : html`<label class="field"><span>${labelOf(about, name)}</span>${field}<small class="soft">${about?.help ?? option.description}</small></label>`;
  })}`;
};

const labelOf = (texts: OptionTexts | undefined, name: string): string =>
  texts?.label ?? capital(spaced(name));

const namedValue = (texts: OptionTexts | undefined, value: string): string =>
  texts?.values?.[value] ?? spaced(value);

/** Describes a chosen option: `Komi: 7.5`. */
export function optionLine(texts: Texts, name: string, value: Json | undefined): string {
  const about = texts?.[name];
  const { yes, no } = text.play;
  const chosen = typeof value === 'boolean' ? (value ? yes : no) : namedValue(about, `${value}`);
  return `${labelOf(about, name)}: ${chosen}`;
}

type ChangeOption = (value: Json | undefined) => void;

function fieldOf(
  option: GameOption,
  texts: OptionTexts | undefined,
  value: Json | undefined,
  change: ChangeOption,
): TemplateResult | typeof nothing {
  const schema = simpleOf(option);
  if (schema === null) return nothing;
  const now = value ?? option.default;
  if ('enum' in schema)
    return select(
      schema.enum.map(value => [value, namedValue(texts, value)]),
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

/** Returns the schema of a single field; of several alternatives, the first that a field can show. */
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
