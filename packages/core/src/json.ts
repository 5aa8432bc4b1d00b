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

/** Takes any value from outside as JSON: refuses floats, −0, unsafe integers, undefined, odd objects, lone surrogates. */
export function asJson(value: unknown): Result<Json> {
  const wrong = findWrong(value, '', 0);
  if (wrong === null) return ok(value as Json);
  return fail(wrong.deep ? 'too-large' : 'malformed', wrong.message, { at: { path: wrong.path } });
}

/** The canonical text (RFC 8785) of a value. Throws on what is no JSON of ours: check foreign values with `asJson`. */
export function canonicalText(value: Json): string {
  const wrong = findWrong(value, '', 0);
  if (wrong !== null) throw new TypeError(`${wrong.message} at ${wrong.path || 'the top'}`);
  return canonicalize(value)!;
}

/** Reads JSON text from outside: strict syntax, no duplicate keys, bounded length and depth. */
export function parseJson(text: string, { maxLength = MAX_LENGTH } = {}): Result<Json> {
  if (text.length > maxLength)
    return fail(
      'too-large',
      `the JSON text has ${text.length} characters, ${maxLength} are allowed`,
    );
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    // V8 ends the message with the text itself at times; the first words are what matters.
    const { message } = cause as SyntaxError;
    const offset = /at position (\d+)/.exec(message)?.[1];
    const at = offset === undefined ? {} : { at: { offset: Number(offset) } };
    return fail('malformed', 'the text is not valid JSON', at);
  }
  const twice = findDuplicateKey(text);
  if (twice !== null)
    return fail('malformed', `the key ${JSON.stringify(twice.key)} stands twice in one object`, {
      at: { offset: twice.offset },
    });
  return asJson(value);
}

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

interface Wrong {
  readonly message: string;
  readonly path: string;
  readonly deep?: true;
}

function findWrong(value: unknown, path: string, depth: number): Wrong | null {
  if (depth > MAX_DEPTH)
    return {
      message: `nested deeper than ${MAX_DEPTH} levels`,
      path: `${path.slice(0, 40)}…`,
      deep: true,
    };
  switch (typeof value) {
    case 'boolean':
      return null;
    case 'number':
      if (Number.isSafeInteger(value) && !Object.is(value, -0)) return null;
      return { message: `${Object.is(value, -0) ? '-0' : value} is not a safe integer`, path };
    case 'string':
      return value.isWellFormed() ? null : { message: 'a string has a lone surrogate', path };
    case 'object':
      if (value === null) return null;
      return Array.isArray(value)
        ? findWrongItem(value, path, depth)
        : findWrongMember(value, path, depth);
    default:
      return { message: `${typeof value} is not JSON`, path };
  }
}

function findWrongItem(list: readonly unknown[], path: string, depth: number): Wrong | null {
  for (let i = 0; i < list.length; i++) {
    const wrong = findWrong(list[i], `${path}/${i}`, depth + 1); // a hole reads as undefined, which is refused
    if (wrong !== null) return wrong;
  }
  return null;
}

function findWrongMember(value: object, path: string, depth: number): Wrong | null {
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null)
    return { message: 'only plain objects and arrays are JSON', path };
  for (const [key, member] of Object.entries(value)) {
    if (!key.isWellFormed()) return { message: 'a key has a lone surrogate', path };
    const wrong = findWrong(member, `${path}/${escapePointer(key)}`, depth + 1);
    if (wrong !== null) return wrong;
  }
  return null;
}

/** RFC 6901 §3. */
const escapePointer = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1');

/** Looks for a repeated key in text that is known to be valid JSON. `JSON.parse` keeps the last in silence. */
function findDuplicateKey(text: string): { key: string; offset: number } | null {
  const open: (Set<string> | null)[] = []; // keys seen in each open object; null for an array
  const tokens = /"(?:[^"\\]|\\.)*"|[{}[\]]/g;
  for (let token = tokens.exec(text); token !== null; token = tokens.exec(text)) {
    const [word] = token;
    if (word === '{') open.push(new Set());
    else if (word === '[') open.push(null);
    else if (word === '}' || word === ']') open.pop();
    else if (isKey(text, tokens.lastIndex)) {
      const key = JSON.parse(word) as string;
      const keys = open.at(-1)!;
      if (keys?.has(key)) return { key, offset: token.index };
      keys?.add(key);
    }
  }
  return null;
}

/** In valid JSON a string is a key if and only if a colon follows. */
function isKey(text: string, end: number): boolean {
  let i = end;
  while (/\s/.test(text[i] ?? '')) i++;
  return text[i] === ':';
}
