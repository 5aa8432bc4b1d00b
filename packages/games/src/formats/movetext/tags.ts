/** Tag pairs: what stands above the moves, `[Event "Casual game"]`. */
import type { Fail, OnLoss } from '@kifu/core';
import type { Losses } from '../losses.ts';
import { isNamePart } from './scan-tag.ts';
import { MAX_COMMENT, TAG, type Tokens } from './tokens.ts';

/** Tags that every game should have, in their order, with what stands for the unknown. PGN standard §8.1.1. */
export type Roster = readonly (readonly [name: string, unknown: string])[];

/** Takes the tags of a game one after the other, up to the first that is refused. */
export function eachTag(
  text: string,
  { list, size }: Tokens,
  take: (name: string, value: string, at: number) => Fail | null,
): Fail | null {
  for (let i = 0; i < size; i += 3) {
    if (list[i] !== TAG) continue;
    const at = list[i + 4]!;
    const value = unescapeTag(text.slice(at, list[i + 5]));
    const wrong = take(text.slice(list[i + 1], list[i + 2]), value, at);
    if (wrong !== null) return wrong;
  }
  return null;
}

/** A backslash escapes a quote and itself; before anything else it is literal. */
const unescapeTag = (raw: string): string =>
  (raw.includes('\\') ? raw.replace(/\\(["\\])/g, '$1') : raw).toWellFormed();

/** Keeps a tag; of two the last. */
export function setTag(
  tags: { [name: string]: string },
  name: string,
  value: string,
  lost: OnLoss,
): void {
  if (tags[name] !== undefined && Object.hasOwn(tags, name)) lost(`the duplicate tag ${name}`);
  // an assignment to this name would set something else
  if (name === '__proto__')
    Object.defineProperty(tags, name, {
      value,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  else tags[name] = value;
}

/** Tags that a text is to have. */
export type Tags = Map<string, string>;

/** What is said twice, in a field and in a tag, is written as the field says. */
export function replaceTag(tags: Tags, name: string, value: string, losses: Losses): void {
  if ((tags.get(name) ?? value) !== value) losses.add(`the tag ${name}`);
  tags.set(name, value);
}

/** A line for each tag: the roster first and in order, the others in the order of their names. PGN standard §8.1.2. */
export function formatTags(tags: Tags, roster: Roster, losses: Losses): string[] {
  const others = [...tags.keys()].filter(name => !roster.some(([known]) => known === name));
  return [...roster, ...others.sort().map(name => [name, ''] as const)]
    .map(([name, unknown]) => formatTag(name, tags.get(name) ?? unknown, losses))
    .filter(line => line !== '');
}

function formatTag(name: string, value: string, losses: Losses): string {
  const shown = JSON.stringify(name.slice(0, 40));
  const line = value.replace(/[\n\r]/g, ' ').toWellFormed();
  const text = `[${name} "${line.replace(/["\\]/g, '\\$&')}"]\n`;
  const isName = name !== '' && Array.from(name, char => char.charCodeAt(0)).every(isNamePart);
  if (!isName || text.length > MAX_COMMENT) {
    losses.add(`the tag ${shown}`);
    return '';
  }
  if (line !== value) losses.add(`line ends in the tag ${shown}`);
  return text;
}
