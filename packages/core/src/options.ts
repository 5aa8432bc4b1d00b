/** The options of a game as data: what a setup may say, for checks, forms and help. The words are those of JSON Schema. */
import { allOf, anyOf, counted } from './english.ts';
import { hasKeys, isInteger, isObject, type Json, type JsonObject, pointerStep } from './json.ts';
import { type Fail, fail } from './result.ts';

/** The options of a game by their names. */
export type GameOptions = { readonly [name: string]: GameOption };

/** One option. */
export type GameOption = OptionSchema & {
  /** A sentence for people. */
  readonly description: string;
  /** What holds where a setup does not say; absent where that follows from the others, as the sentence tells. */
  readonly default?: Json;
};

/** What a value may be; as much of JSON Schema as games need. */
export type OptionSchema =
  | { readonly type: 'boolean' }
  | { readonly type: 'integer'; readonly minimum: number; readonly maximum: number }
  | { readonly enum: readonly string[] }
  | {
      readonly type: 'array';
      readonly items: OptionSchema;
      readonly minItems: number;
      readonly maxItems: number;
    }
  | {
      readonly type: 'object';
      readonly properties: { readonly [name: string]: OptionSchema };
      /** All of them: what may be left out is a matter of options alone. */
      readonly required: readonly string[];
      readonly additionalProperties: false;
    }
  | { readonly anyOf: readonly OptionSchema[] };

/** Why the options of a setup cannot be those of a game; null where they can. What does not go together is for the game to refuse. */
export function refuseOptions(game: string, options: GameOptions, given: JsonObject): Fail | null {
  const names = Object.keys(options);
  for (const [name, value] of Object.entries(given)) {
    const at = { path: `/options${pointerStep(name)}` };
    if (!Object.hasOwn(options, name)) {
      const known = names.length === 0 ? 'it has none' : `options: ${names.join(', ')}`;
      const shown = JSON.stringify(name.slice(0, MAX_SHOWN));
      return fail('bad-setup', `${game} has no option ${shown}; ${known}`, { at });
    }
    const wrong = findWrong(options[name]!, value);
    if (wrong !== null)
      return fail('bad-setup', `${name} must be ${describeOption(options[name]!)}`, {
        at: { path: `${at.path}${wrong}` },
      });
  }
  return null;
}

/** Longer than any name of an option: longer names from outside are cut off in messages. */
const MAX_SHOWN = 40;

/** What a value may be, in words: `a whole number from 2 to 25`. */
export function describeOption(schema: OptionSchema): string {
  if ('anyOf' in schema) return schema.anyOf.map(describeOption).join(', or ');
  if ('enum' in schema) return anyOf(schema.enum);
  switch (schema.type) {
    case 'boolean':
      return 'true or false';
    case 'integer':
      return `a whole number from ${schema.minimum} to ${schema.maximum}`;
    case 'array': {
      const { items, minItems, maxItems } = schema;
      const most = minItems === maxItems ? counted(maxItems, 'item') : `up to ${maxItems} items`;
      return `a list of ${most}, each ${describeOption(items)}`;
    }
    case 'object':
      return `an object of ${allOf(schema.required)}`;
  }
}

/** Whether a value is as it may be. */
export const isOption = (schema: OptionSchema, value: Json): boolean =>
  findWrong(schema, value) === null;

/** The place within a value that is not as it should be, as a JSON pointer; null where all is. */
function findWrong(schema: OptionSchema, value: Json): string | null {
  if ('anyOf' in schema)
    return schema.anyOf.some(each => findWrong(each, value) === null) ? null : '';
  if ('enum' in schema) return schema.enum.some(word => word === value) ? null : '';
  switch (schema.type) {
    case 'boolean':
      return typeof value === 'boolean' ? null : '';
    case 'integer':
      return isInteger(value, schema.minimum, schema.maximum) ? null : '';
    case 'array':
      return Array.isArray(value) && isWithin(value.length, schema)
        ? firstWrong(value.map((item, i) => [`/${i}`, findWrong(schema.items, item)]))
        : '';
    case 'object':
      return isObject(value) && hasKeys(value, schema.required)
        ? firstWrong(
            schema.required.map(key => [
              pointerStep(key),
              findWrong(schema.properties[key]!, value[key]!),
            ]),
          )
        : '';
  }
}

const isWithin = (
  length: number,
  { minItems, maxItems }: { readonly minItems: number; readonly maxItems: number },
): boolean => length >= minItems && length <= maxItems;

function firstWrong(parts: readonly (readonly [step: string, wrong: string | null])[]) {
  const found = parts.find(([, wrong]) => wrong !== null);
  return found === undefined ? null : `${found[0]}${found[1]}`;
}
