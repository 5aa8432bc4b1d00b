/** JSON as we hash it: whole numbers only, one spelling (RFC 8785), and strict reading of what strangers send. */
import canonicalize from 'canonicalize';
import { fail, ok, type Result } from './result.ts';

/** A JSON value. Numbers are safe integers; `asJson` is what makes sure. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export type JsonObject = { readonly [key: string]: Json };

/** Nesting deeper than this is refused: no state or record of ours comes near. */
const MAX_DEPTH = 64;
/** Default limit for one JSON text, in UTF-16 units. */
const MAX_LENGTH = 1 << 20;
/** Values in a value. */
const MAX_VALUES = 1 << 24;
/** Values in a text, where it may be long: millions of empty ones take far more room than their text. */
const MAX_TEXT_VALUES = 1 << 22;

/**
 * Takes any value from outside as JSON, as a copy that the caller alone holds: refuses floats, −0, unsafe integers,
 * undefined, odd objects, lone surrogates.
 */
export function asJson(value: unknown): Result<Json> {
  let copied: Json | Wrong;
  try {
    copied = copy(value, 0, { left: MAX_VALUES });
  } catch {
    // a getter or a proxy that throws
    return fail('malformed', 'the value is not JSON: reading it failed');
  }
  if (!(copied instanceof Wrong)) return ok(copied);
  const { how, message, path } = copied;
  const shown = how === 'odd' ? path : how === 'deep' ? `${path.slice(0, 40)}…` : '';
  return fail(how === 'odd' ? 'malformed' : 'too-large', message, { at: { path: shown } });
}

/** The canonical text (RFC 8785) of a value. Throws on values outside this subset of JSON: check foreign values with `asJson`. */
export function canonicalText(value: Json): string {
  const json = asJson(value);
  if (json.ok) return canonicalize(json.value)!;
  throw new TypeError(`${json.fault.message} at ${json.fault.at?.path || 'the top'}`);
}

/** Reads JSON text from outside: strict syntax, whole numbers, no duplicate keys, bounded length and depth. */
export function parseJson(text: string, { maxLength = MAX_LENGTH } = {}): Result<Json> {
  if (text.length > maxLength)
    return fail('too-large', `JSON too long: ${text.length} characters (${maxLength} at most)`);
  if (text.length > MAX_TEXT_VALUES && countValues(text) > MAX_TEXT_VALUES)
    return fail('too-large', `JSON has too many values: ${MAX_TEXT_VALUES} at most`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    // only the place is taken from the message: the rest is V8's own, and at times quotes the text
    const { message } = cause as SyntaxError;
    const isCutOff = /end of JSON input/.test(message);
    const offset = isCutOff ? text.length : /at position (\d+)/.exec(message)?.[1];
    const at = offset === undefined ? {} : { at: { offset: Number(offset) } };
    return fail('malformed', 'invalid JSON', at);
  }
  const hidden = findHidden(text);
  if (hidden !== null) return fail('malformed', hidden.message, { at: { offset: hidden.offset } });
  return asJson(value);
}

/** How many values a text has at most: each but the first comes after a comma or what opens a list or an object. */
function countValues(text: string): number {
  let count = 1;
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i);
    if (char === QUOTE) {
      for (i++; i < text.length && text.charCodeAt(i) !== QUOTE; i++)
        if (text.charCodeAt(i) === BACKSLASH) i++;
    } else if (char === COMMA || char === OPEN_LIST || char === OPEN_OBJECT) count++;
  }
  return count;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;

/** Whether a value is a JSON object: not null, not an array. */
export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether an object has exactly these keys, in any order. */
export function hasKeys(value: JsonObject, keys: readonly string[]): boolean {
  const own = Object.keys(value);
  return own.length === keys.length && keys.every(key => Object.hasOwn(value, key));
}

/** Whether a value is a whole number within bounds, both included. */
export const isInteger = (value: unknown, min: number, max: number): value is number =>
  Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max;

/** A key as a step of a JSON pointer (RFC 6901 §3). */
export const pointerStep = (key: string): string =>
  `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** Why a value is refused, and where; the path is built on the way out, since only refused values need one. */
class Wrong {
  readonly message: string;
  readonly how: 'odd' | 'deep' | 'many';
  path = '';

  constructor(message: string, how: Wrong['how'] = 'odd') {
    this.message = message;
    this.how = how;
  }

  /** The same as part of something. */
  under(step: string): this {
    this.path = step + this.path;
    return this;
  }
}

/** How many more values may come. */
interface Budget {
  left: number;
}

function copy(value: unknown, depth: number, budget: Budget): Json | Wrong {
  if (depth > MAX_DEPTH) return new Wrong(`nested deeper than ${MAX_DEPTH} levels`, 'deep');
  if (budget.left-- <= 0) return new Wrong(`more than ${MAX_VALUES} values`, 'many');
  switch (typeof value) {
    case 'boolean':
      return value;
    case 'number':
      if (Number.isSafeInteger(value) && !Object.is(value, -0)) return value;
      return new Wrong(`${Object.is(value, -0) ? '-0' : value} is not a safe integer`);
    case 'string':
      return value.isWellFormed() ? value : new Wrong('a string has a lone surrogate');
    case 'object':
      if (value === null) return null;
      return Array.isArray(value)
        ? copyItems(value, depth, budget)
        : copyMembers(value, depth, budget);
    default:
      return new Wrong(`${typeof value} is not JSON`);
  }
}

function copyItems(list: readonly unknown[], depth: number, budget: Budget): Json | Wrong {
  const items: Json[] = [];
  for (let i = 0; i < list.length; i++) {
    const item = copy(list[i], depth + 1, budget); // a hole reads as undefined, which is refused
    if (item instanceof Wrong) return item.under(`/${i}`);
    items.push(item);
  }
  return items;
}

function copyMembers(value: object, depth: number, budget: Budget): Json | Wrong {
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null)
    return new Wrong('only plain objects and arrays are JSON');
  const members: [string, Json][] = [];
  for (const [key, member] of Object.entries(value)) {
    if (!key.isWellFormed()) return new Wrong('a key has a lone surrogate');
    const copied = copy(member, depth + 1, budget);
    if (copied instanceof Wrong) return copied.under(pointerStep(key));
    members.push([key, copied]);
  }
  return Object.fromEntries(members); // by definition, not assignment: a key __proto__ is a key like any other
}

/**
 * Looks in text that is known to be valid JSON for what `JSON.parse` hides: of a repeated key it keeps the
 * last, and a fraction may round to a whole number.
 */
function findHidden(text: string): { message: string; offset: number } | null {
  const open: (Set<string> | null)[] = []; // keys seen in each open object; null for an array
  for (let i = 0; i < text.length; i++) {
    const char = text[i]!;
    if (char === '{') open.push(new Set());
    else if (char === '[') open.push(null);
    else if (char === '}' || char === ']') open.pop();
    else if (char === '"') {
      const end = endOfString(text, i);
      if (isKey(text, end)) {
        const key = JSON.parse(text.slice(i, end)) as string;
        const keys = open.at(-1)!;
        if (keys?.has(key))
          return {
            message: `duplicate key ${JSON.stringify(key)} in an object`,
            offset: i,
          };
        keys?.add(key);
      }
      i = end - 1;
    } else if (char === '.' || ((char === 'e' || char === 'E') && isDigit(text[i - 1]))) {
      return { message: 'numbers are written as whole numbers, in digits only', offset: i };
    }
  }
  return null;
}

/** The index behind the string that begins here. A loop, since a regular expression would run out of stack. */
function endOfString(text: string, start: number): number {
  let end = start + 1;
  while (text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
  return end + 1;
}

/** In valid JSON a string is a key if and only if a colon follows. */
function isKey(text: string, end: number): boolean {
  let i = end;
  while (' \n\r\t'.includes(text[i] ?? '"')) i++;
  return text[i] === ':';
}

/** `true`, `false` and `null` have an e too, but none behind a digit. */
const isDigit = (char: string | undefined): boolean =>
  char !== undefined && char >= '0' && char <= '9';
