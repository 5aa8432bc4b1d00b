/** Text for a terminal: wrapped lines, aligned columns, numbers, and text of strangers without control characters. */
import { columnsOf, fit } from './columns.ts';

/** Wraps words into lines of at most `width` columns. Text of East Asian scripts, which has no spaces, wraps between its characters. */
export function wrap(words: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const word of words)
    for (const [i, piece] of piecesOf(word).entries()) {
      const line = lines.at(-1);
      const joined = `${line}${i === 0 ? ' ' : ''}${piece}`;
      if (line !== undefined && columnsOf(joined) <= width) lines[lines.length - 1] = joined;
      else lines.push(piece);
    }
  return lines;
}

/** Parts of a word between which a line may break. Opening brackets stay with what follows, other signs with what precedes. */
const piecesOf = (word: string): readonly string[] =>
  word.length === columnsOf(word) ? [word] : (word.match(PIECES) ?? [word]);

const PIECES =
  /[「『（]*(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}「『（、。）」』：；！？ー]+)?[、。）」』：；！？ーゃゅょっャュョッ]*/gu;

/** Arranges words in columns of equal width, row by row. */
export function inColumns(words: readonly string[], width: number): string[] {
  const cell = Math.max(0, ...words.map(columnsOf)) + 2;
  const perLine = Math.max(1, Math.floor((width + 2) / cell));
  const lines: string[] = [];
  for (let i = 0; i < words.length; i += perLine)
    lines.push(
      words
        .slice(i, i + perLine)
        .map(word => fit(word, cell))
        .join('')
        .trimEnd(),
    );
  return lines;
}

/** Formats a table with aligned columns; numbers are aligned to the right. */
export function tableLines(rows: readonly (readonly (string | number)[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, i) =>
    Math.max(...rows.map(row => columnsOf(`${row[i]}`))),
  );
  return rows.map(row =>
    row
      .map((cell, i) => fit(`${cell}`, widths[i]!, typeof cell === 'number'))
      .join('  ')
      .trimEnd(),
  );
}

/**
 * Replaces characters that a terminal interprets: control characters of C0 and C1, DEL, line ends and marks of the direction of writing.
 */
export const printable = (text: string): string => text.replace(INTERPRETED, '\ufffd');

const INTERPRETED =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to replace
  /[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Returns a text as one printable line, with spaces for line ends and tabs. */
export const oneLine = (text: string): string => printable(text.trim().replace(/\s+/g, ' '));

/** Groups the digits of a number: `4,865,609`. */
export const grouped = (n: number): string => `${n}`.replace(/\B(?=(?:\d{3})+$)/g, ',');

/** `1 entry`, `2 entries`. */
export const counted = (n: number, one: string, many: string): string =>
  `${grouped(n)} ${n === 1 ? one : many}`;
