/** What stands between brackets: text, points, seconds, and judgements. FF[4], "Property value types". */
import { type Fail, fail, isInteger, ok, type Result } from '@kifu/core';
import { dayIn } from '../../formats/dates.ts';
import { cellAt, type Grid, isOnGrid, type Point } from '../grid.ts';
import { parseLetters } from '../letters.ts';
import type { Raw } from './scan.ts';

/** Text of several lines: escapes undone, soft line breaks gone, other blanks made spaces. */
export function parseText(raw: string): string {
  if (PLAIN.test(raw)) return raw;
  let text = '';
  let from = 0;
  for (let i = 0; i < raw.length; i++) {
    const isEscaped = raw.charCodeAt(i) === BACKSLASH;
    const at = isEscaped ? i + 1 : i;
    const code = raw.charCodeAt(at);
    const isEnd = code === LINE_FEED || code === RETURN;
    const isBlank = isEnd || (code >= TAB && code < RETURN);
    if (!isEscaped && !isBlank) continue;
    text += raw.slice(from, i);
    if (isBlank) text += isEnd ? (isEscaped ? '' : '\n') : ' ';
    i = at;
    // a return and a line feed are one line end, in either order
    if (isEnd && code + raw.charCodeAt(i + 1) === LINE_FEED + RETURN) i++;
    from = isBlank ? i + 1 : at;
  }
  return text + raw.slice(from);
}

/** Text of one line: line ends are spaces too. */
export const parseSimpleText = (raw: string): string =>
  PLAIN.test(raw) ? raw : parseText(raw).replaceAll('\n', ' ');

/** Nothing that needs a second look. */
const PLAIN = /^[^\\\t\v\f\r\n]*$/;

const BACKSLASH = 92;
const TAB = 9;
const LINE_FEED = 10;
const RETURN = 13;

/** Text as a value: the other way round. What looks as if a game began there is not taken for one when it is escaped. */
export const escapeText = (text: string): string =>
  text.replace(/[\\\]]|(?<=\n)\((?=\s*;)/g, '\\$&');

/** Whether a text is read again as it is. */
export const isText = (text: string): boolean => !/[\t\v\f\r]/.test(text) && text.isWellFormed();

/** Whether a text of one line is. */
export const isSimpleText = (text: string): boolean => isText(text) && !text.includes('\n');

/** The first day that DT names, where it is told in full; else null. */
export const parseDay = (text: string): string | null =>
  dayIn(text, /^\s*(\d{4})-(\d\d)-(\d\d)(?![\d-])/);

/** The day of a moment in ISO 8601; null where it is none. */
export const dayOf = (startedAt: string): string | null =>
  /^\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?$/.test(startedAt) ? parseDay(startedAt.slice(0, 10)) : null;

/** The longest time that is read back as it was written: a hundred thousand hours. */
const MAX_MS = 360_000_000_000;

/** Milliseconds; null where it is no time, or a finer one. */
export function parseSeconds(text: string): number | null {
  const [, whole, fraction = ''] = /^(\d{1,9})(?:\.(\d{1,3}))?$/.exec(text.trim()) ?? [];
  if (whole === undefined) return null;
  const ms = 1000 * Number(whole) + Number(fraction.padEnd(3, '0'));
  return isTime(ms) ? ms : null;
}

/** Whether a time can be written. */
export const isTime = (ms: number): boolean => isInteger(ms, 0, MAX_MS);

/** Seconds as `parseSeconds` reads them. */
export function formatSeconds(ms: number): string {
  const fraction = ms % 1000 === 0 ? '' : `.${`${ms % 1000}`.padStart(3, '0')}`;
  return `${Math.trunc(ms / 1000)}${fraction.replace(/0+$/, '')}`;
}

/** Two letters that stand for a pass on boards they lie beside. */
const OLD_PASS = 'tt';
const OLD_SIZE = 19;

const wrong = (message: string, offset: number): Fail =>
  fail('malformed', message, { at: { offset } });

/** The point of a move; null for a pass. */
export function parseMovePoint(grid: Grid, { text, at }: Raw): Result<Point | null> {
  const letters = text.trim();
  const isOld = letters === OLD_PASS && grid.width <= OLD_SIZE && grid.height <= OLD_SIZE;
  if (letters === '' || isOld) return ok(null);
  return parsePoint(grid, letters, at);
}

function parsePoint(grid: Grid, letters: string, at: number): Result<Point> {
  const point = parseLetters(letters);
  if (point === null) return wrong('a point is two letters', at);
  return isOnGrid(grid, point[0], point[1])
    ? ok(point)
    : fail('illegal-move', `${letters}: no such point on this board`, {
        rule: 'off-board',
        at: { offset: at },
      });
}

/** The cells of a list, in its order: points, and rectangles as `aa:cc`. Each is listed once. */
export function parseCells(grid: Grid, values: readonly Raw[]): Result<number[]> {
  const cells = new Set<number>();
  let covered = 0;
  for (const { text, at } of values) {
    const letters = text.trim();
    if (letters === '' && values.length === 1) break; // an empty list
    const [from = '', to = from, ...more] = letters.split(':');
    const one = parsePoint(grid, from.trim(), at);
    const other = parsePoint(grid, to.trim(), at);
    if (!one.ok) return one;
    if (!other.ok) return other;
    if (more.length > 0) return wrong('a rectangle is two points', at);
    covered += addRectangle(grid, cells, one.value, other.value);
    if (covered > MAX_COVERED)
      return fail('too-large', 'a list names too many points', { at: { offset: at } });
  }
  return ok([...cells]);
}

/** Points named in one list, again and again; the largest board has 2704. */
const MAX_COVERED = 20_000;

/** Gives how many points it has. */
function addRectangle(grid: Grid, cells: Set<number>, [ax, ay]: Point, [bx, by]: Point): number {
  for (let x = Math.min(ax, bx); x <= Math.max(ax, bx); x++)
    for (let y = Math.min(ay, by); y <= Math.max(ay, by); y++) cells.add(cellAt(grid, x, y));
  return (Math.abs(ax - bx) + 1) * (Math.abs(ay - by) + 1);
}

/** A glyph (PGN standard §10), and the property that judges so. Of one property only one value can stand in a node. */
const GLYPHS: readonly [glyph: number, name: string, value: string][] = [
  [1, 'TE', '1'], // good move
  [3, 'TE', '2'],
  [2, 'BM', '1'], // bad move
  [4, 'BM', '2'],
  [5, 'IT', ''], // interesting
  [6, 'DO', ''], // doubtful
  [10, 'DM', '1'], // even
  [11, 'DM', '2'],
  [13, 'UC', '1'], // unclear
  [17, 'GB', '1'], // good for black
  [19, 'GB', '2'],
  [16, 'GW', '1'], // good for white
  [18, 'GW', '2'],
];

/** The glyph of a property; null where it has none. */
export function glyphOf(name: string, value: string): number | null {
  return GLYPHS.find(([, known, its]) => known === name && its === value.trim())?.[0] ?? null;
}

/** The properties of glyphs, and those glyphs that have none, or none any more. */
export function formatGlyphs(glyphs: readonly number[]): { text: string; lost: number } {
  const names = new Set<string>();
  let text = '';
  let lost = 0;
  for (const glyph of glyphs) {
    const [, name, value] = GLYPHS.find(([known]) => known === glyph) ?? [];
    if (name === undefined || names.has(name)) lost++;
    else {
      names.add(name);
      text += `${name}[${value}]`;
    }
  }
  return { text, lost };
}
