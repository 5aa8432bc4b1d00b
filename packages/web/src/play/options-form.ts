/** Form with the options of a game: fields as its kit describes them, and the others made from their schema. */
import {
  capital,
  type GameOption,
  type GameOptions,
  isObject,
  type Json,
  type JsonObject,
  type Kit,
  type SetUpField,
  spaced,
  start,
} from '@kifu/core';
import type { GameTexts, OptionTexts } from '@kifu/texts/games';
import { html, nothing, type TemplateResult } from 'lit';
import { text } from '../site/texts.ts';

/** Texts of options; an added game may lack some. */
type Texts = GameTexts['options'];
type ChangeOption = (value: Json | undefined) => void;
type Simple = Extract<
  GameOption,
  { readonly type: 'boolean' | 'integer' } | { readonly enum: readonly string[] }
>;

/** A field to render. */
interface Field {
  readonly name: string;
  readonly schema: Simple;
  readonly set: SetUpField | null;
  readonly texts: OptionTexts;
  /** The chosen value, or the one that holds without a choice. */
  readonly now: Json | undefined;
  readonly change: ChangeOption;
}

/** Returns the fields that people usually want, and those that few do; lists and objects are for files. */
export function optionFieldsOf(
  kit: Kit,
  options: GameOptions,
  values: JsonObject,
  change: (values: JsonObject) => void,
): { readonly usual: readonly TemplateResult[]; readonly rare: readonly TemplateResult[] } {
  const covered = (kit.setUp ?? []).flatMap(({ covers = [] }) => covers);
  const named = (kit.setUp ?? []).map(({ option }) => option);
  const others = Object.keys(options).filter(name => !named.includes(name));
  const inForce = valuesInForce(kit, values);
  const fields = (names: readonly string[]) =>
    names.flatMap((name): Field[] => {
      const option = options[name];
      const schema = option === undefined ? null : simpleOf(option);
      if (option === undefined || schema === null || covered.includes(name)) return [];
      const set = kit.setUp?.find(field => field.option === name) ?? null;
      const own = kit.texts.setUp?.[name] ?? kit.texts.options?.[name];
      const texts = own ?? { label: capital(spaced(name)), help: option.description };
      const put: ChangeOption = value => {
        const { [name]: _, ...rest } = values;
        change(value === undefined ? rest : { ...rest, [name]: value });
      };
      const now = values[name] ?? option.default ?? inForce[name];
      return [{ name, schema, set, texts, now, change: put }];
    });
  const isRare = (name: string) =>
    kit.setUp?.find(({ option }) => option === name)?.isRare === true;
  const first = kit.setUp === undefined ? others : named.filter(name => !isRare(name));
  const rare = kit.setUp === undefined ? [] : [...named.filter(isRare), ...others];
  return { usual: fields(first).map(fieldset), rare: fields(rare).map(fieldset) };
}

/** Values of the start with these options, for those that follow from others. */
function valuesInForce({ game }: Kit, options: JsonObject): JsonObject {
  const begun = start(game, { options, ...(game.chance === undefined ? {} : { seed: 1 }) });
  const canon = begun.ok ? game.states.canon(begun.value.state) : null;
  return isObject(canon) ? canon : {};
}

/** Describes a chosen option: `Komi: 7.5`. */
export function optionLine(texts: Texts, name: string, value: Json | undefined): string {
  const about = texts?.[name];
  const { yes, no } = text.play;
  const chosen = typeof value === 'boolean' ? (value ? yes : no) : namedValue(about, `${value}`);
  return `${about?.label ?? capital(spaced(name))}: ${chosen}`;
}

const namedValue = (texts: OptionTexts | undefined, value: string): string =>
  texts?.values?.[value] ?? spaced(value);

const fieldset = (field: Field): TemplateResult =>
  html`<fieldset class="option" data-option=${field.name}>
    <legend>${field.texts.label}</legend>
    <div class="chips">${controls(field)}</div>
    <p class="soft small">${field.texts.help}</p>
  </fieldset>`;

function controls(field: Field): TemplateResult {
  const { schema, set, texts } = field;
  if ('enum' in schema) return chips(field, set?.usual ?? schema.enum);
  if (schema.type === 'boolean')
    return chips({ ...field, texts: { ...texts, values: named(text.play) } }, [true, false]);
  const usual = set?.usual ?? [];
  return html`${chips(field, usual)} ${numberField(field, usual)}`;
}

const named = ({ yes, no }: { readonly yes: string; readonly no: string }) => ({
  true: yes,
  false: no,
});

const chips = ({ texts, now, change }: Field, values: readonly Json[]): TemplateResult =>
  html`${values.map(
    value =>
      html`<button type="button" class="chip" aria-pressed=${value === now} @click=${() => change(value)}>${namedValue(texts, `${value}`)}</button>`,
  )}`;

/** A number in the unit of people; a chip that is pressed leaves it empty. */
function numberField({ schema, set, texts, now, change }: Field, usual: readonly Json[]) {
  if (!('minimum' in schema)) return nothing;
  const { perUnit = 1 } = set ?? {};
  const shown = typeof now === 'number' && !usual.includes(now) ? `${now / perUnit}` : '';
  const label = usual.length === 0 ? texts.label : `${texts.label}: ${text.play.otherValue}`;
  return html`<input
    class="input"
    type="number"
    min=${schema.minimum / perUnit}
    max=${schema.maximum / perUnit}
    step=${1 / perUnit}
    .value=${shown}
    aria-label=${label}
    placeholder=${usual.length === 0 ? text.play.usual : text.play.otherValue}
    @change=${({ target }: Event) => {
      const { value } = target as HTMLInputElement;
      change(value === '' ? undefined : Math.round(Number(value) * perUnit));
    }}
  />`;
}

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
