/** The text of comments. */

/** Control characters too: none is worth its trouble. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are meant
const BLANKS = /[\u0000-\u0020]+/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are meant
const ODD_BLANKS = / {2}|[\u0000-\u001f]/;

/** A comment as it is kept: blanks, and line ends where programs wrap lines at will, are single spaces. */
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
