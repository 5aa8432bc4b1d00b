/** Text for a terminal: lines and columns that fit, numbers, and what strangers wrote made harmless. */

/** Words in lines no longer than `width`. */
export function wrap(words: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Words in columns of one width, read from left to right. */
export function inColumns(words: readonly string[], width: number): string[] {
  const cell = Math.max(0, ...words.map(word => word.length)) + 2;
  const perLine = Math.max(1, Math.floor((width + 2) / cell));
  const lines: string[] = [];
  for (let i = 0; i < words.length; i += perLine)
    lines.push(
      words
        .slice(i, i + perLine)
        .map(word => word.padEnd(cell))
        .join('')
        .trimEnd(),
    );
  return lines;
}

/** A table with its columns lined up; numbers stand to the right. */
export function tableLines(rows: readonly (readonly (string | number)[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map(row => `${row[i]}`.length)));
  return rows.map(row =>
    row
      .map((cell, i) =>
        typeof cell === 'number' ? `${cell}`.padStart(widths[i]!) : cell.padEnd(widths[i]!),
      )
      .join('  ')
      .trimEnd(),
  );
}

/**
 * Text from strangers without what a terminal would obey: control characters of C0 and C1, DEL, and what ends a line or
 * turns the direction of writing.
 */
export const printable = (text: string): string => text.replace(OBEYED, '\ufffd');

const OBEYED =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** A stranger's text as one printable line: line ends and tabs are spaces. */
export const oneLine = (text: string): string => printable(text.trim().replace(/\s+/g, ' '));

/** A number in groups of three: `4,865,609`. */
export const grouped = (n: number): string => `${n}`.replace(/\B(?=(?:\d{3})+$)/g, ',');

/** `1 entry`, `2 entries`. */
export const counted = (n: number, one: string, many: string): string =>
  `${grouped(n)} ${n === 1 ? one : many}`;
