/** IDs of matches as people type them: whole, or a unique prefix. */
import { type Cid, fail, formatCid, ok, parseCid, type Result } from '@kifu/core';
import type { Library } from './open.ts';

/** What the id of every match begins with: version, codec and hash function. */
const START = 'bafyrei';
/** Letters of an id, with the start. */
const LENGTH = 59;
/** Letters that tell matches apart where they are listed: 48 bits. */
const SHORT = 10;
/** How many ids are shown where several begin alike. */
const SHOWN = 4;

/** An id as it is shown in lists: without what all of them begin with, and no longer than is needed to tell them apart. */
export const formatId = (match: Cid): string =>
  formatCid(match).slice(START.length, START.length + SHORT);

/** Returns whether a text can be an ID or its prefix, with or without `bafyrei`. */
export const isIdText = (text: string): boolean => /^(?:bafyrei)?[a-h][a-z2-7]{3,51}$/.test(text);

/** Finds the match that the user names by its ID or a unique prefix. */
export async function findMatch(library: Library, text: string): Promise<Result<Cid>> {
  if (!isIdText(text))
    return fail('malformed', `${text} is not a match ID; kifu library list shows them`);
  const begin = text.startsWith(START) ? text : START.startsWith(text) ? START : START + text;
  // padded with the first letter, it is the first of all IDs with this prefix
  const first = parseCid(begin.padEnd(LENGTH, 'a'));
  const found = first.ok ? await library.matches(first.value, SHOWN + 1) : [];
  const fitting = found.filter(match => formatCid(match).startsWith(begin));
  const [match, ...others] = fitting;
  if (match === undefined) return fail('not-found', `no match ${text} in the library`);
  if (others.length === 0) return ok(match);
  const shown = fitting.slice(0, SHOWN).map(id => apart(id, fitting));
  const more = fitting.length > SHOWN ? ', …' : '';
  return fail('not-found', `ambiguous ID ${text}: ${shown.join(', ')}${more}`);
}

/** The shortest prefix that distinguishes an ID from others. */
function apart(match: Cid, all: readonly Cid[]): string {
  const text = formatCid(match);
  const others = all.map(formatCid).filter(other => other !== text);
  let length = START.length + SHORT;
  while (others.some(other => other.startsWith(text.slice(0, length)))) length++;
  return text.slice(START.length, length);
}
