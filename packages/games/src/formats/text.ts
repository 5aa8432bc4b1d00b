/** Text files that hold games: which is the first, and the text of comments. */
import { fail, type Kifu, type Result } from '@kifu/core';

/** The first game of a collection. */
export function firstOf(games: Iterable<Result<Kifu>>): Result<Kifu> {
  for (const game of games) return game;
  return fail('malformed', 'there is no game in this text');
}

/** Control characters too: none of them is needed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are meant
const BLANKS = /[\u0000-\u0020]+/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are meant
const ODD_BLANKS = / {2}|[\u0000-\u001f]/;

/** A normalized comment: blanks, and line ends where programs wrap lines at will, are single spaces. */
export function cleanText(raw: string): string {
  let start = 0;
  let end = raw.length;
  while (start < end && raw.charCodeAt(start) <= 32) start++;
  while (end > start && raw.charCodeAt(end - 1) <= 32) end--;
  const text = raw.slice(start, end);
  return (ODD_BLANKS.test(text) ? text.replace(BLANKS, ' ') : text).toWellFormed();
}

/** No comment in braces can hold a closing brace; elsewhere it is made another bracket. */
export const withoutBraces = (text: string): string => text.replaceAll('}', ')');
