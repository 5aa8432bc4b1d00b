/** Text in SGF values: escapes, line ends, and how numbers are written. FF[4], "Text" and "SimpleText". */

/** Text of several lines: escapes undone, soft line breaks gone, other blanks made spaces. */
export const parseText = (raw: string): string =>
  PLAIN.test(raw) ? raw : raw.replace(PARTS, part => textOf(part));

/** Text of one line: line ends are spaces too. */
export const parseSimpleText = (raw: string): string =>
  PLAIN.test(raw) ? raw : parseText(raw).replaceAll('\n', ' ');

/** Nothing that needs a second look. */
const PLAIN = /^[^\\\t\v\f\r\n]*$/;
/** An escaped line end; an escaped character; a line end; another blank. */
const PARTS = /\\(?:\r\n|\n\r|[\s\S])|\r\n|\n\r|[\r\n\t\v\f]/g;

function textOf(part: string): string {
  if (part[0] !== '\\') return /[\r\n]/.test(part) ? '\n' : ' ';
  if (/[\r\n]/.test(part)) return '';
  return /[\t\v\f]/.test(part) ? ' ' : part.slice(1);
}

/** Text as a value: the other way round. */
export const escapeText = (text: string): string => text.replace(/[\\\]]/g, '\\$&');

/** Whether a text is read again as it is. */
export const isText = (text: string): boolean => !/[\t\v\f\r]/.test(text) && text.isWellFormed();

/** Whether a text of one line is. */
export const isSimpleText = (text: string): boolean => isText(text) && !text.includes('\n');
