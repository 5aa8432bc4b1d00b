/** What SGF draws on a board, and how it judges positions: CR, SQ, TR, MA, LB, AR, LN and V. FF[4], "Markup properties". */
import { type Evaluation, MAX_LABEL_LENGTH, MAX_SCORE, type Note, type Shape } from '@kifu/core';
import type { Losses } from '../../formats/losses.ts';
import { type Grid, isOnGrid, type Point, pointOf } from '../grid.ts';
import { formatLetters, parseLetters } from '../letters.ts';
import { BOARD, cellOf } from '../scene.ts';
import type { Property } from './scan.ts';
import { escapeText, isSimpleText, parseCells, parseSimpleText } from './values.ts';

/** SGF has no colors: this one is seen on wood and on stones. */
const COLOR = 'red';

const MARKS = { CR: 'mark', SQ: 'square', TR: 'triangle', MA: 'cross' } as const;
const LINES = { AR: 'arrow', LN: 'line' } as const;
const NAMES: { readonly [type in Shape['type']]: string } = {
  ...{ mark: 'CR', square: 'SQ', triangle: 'TR', cross: 'MA', label: 'LB' },
  ...{ arrow: 'AR', line: 'LN' },
};

/** The drawings of a property; null where it has none, or they cannot be read. */
export function parseMarkup(grid: Grid, { name, values }: Property): Shape[] | null {
  if (name in MARKS) {
    const cells = parseCells(grid, values);
    if (!cells.ok || cells.value.length === 0) return null;
    const type = MARKS[name as keyof typeof MARKS];
    return cells.value.map(cell => ({ type, at: cellOf(pointOf(grid, cell)), color: COLOR }));
  }
  if (name !== 'LB' && !(name in LINES)) return null;
  const shapes = values.map(({ text }) => parseTwo(grid, name, text));
  return shapes.includes(null) ? null : (shapes as Shape[]);
}

/** A point and a text, or two points. */
function parseTwo(grid: Grid, name: string, raw: string): Shape | null {
  const colon = raw.indexOf(':');
  const at = colon < 0 ? null : parsePoint(grid, raw.slice(0, colon));
  if (at === null) return null;
  const rest = raw.slice(colon + 1);
  if (name === 'LB') {
    const text = parseSimpleText(rest);
    const isGood = text !== '' && text.length <= MAX_LABEL_LENGTH;
    return isGood ? { type: 'label', at: cellOf(at), text, color: COLOR } : null;
  }
  const to = parsePoint(grid, rest);
  const type = LINES[name as keyof typeof LINES];
  return to && { type, from: cellOf(at), to: cellOf(to), color: COLOR };
}

function parsePoint(grid: Grid, text: string): Point | null {
  const point = parseLetters(text.trim());
  return point !== null && isOnGrid(grid, point[0], point[1]) ? point : null;
}

/** What V says of a position: points, good for black where they are positive. */
export function parseValue(text: string): Evaluation | null {
  if (!/^[+-]?\d{1,5}(?:\.\d{1,2})?$/.test(text.trim())) return null;
  const score = Math.round(100 * Number(text)) + 0; // adding nothing makes a minus zero a zero
  return Math.abs(score) <= MAX_SCORE ? { score } : null;
}

/** The properties of what a note draws and judges; what has no property is counted. */
export function formatMarkup({ shapes = [], evaluation, tookMs }: Note, losses: Losses): string {
  const values = new Map<string, string[]>();
  const add = (name: string, value: string) =>
    values.set(name, [...(values.get(name) ?? []), `[${value}]`]);
  for (const shape of shapes) {
    const value = formatShape(shape);
    if (value === null) losses.add('a drawing');
    else add(NAMES[shape.type], value);
    if (shape.color !== COLOR) losses.add('the color of a drawing');
  }
  if (evaluation !== undefined && 'score' in evaluation) add('V', `${evaluation.score / 100}`);
  else if (evaluation !== undefined) losses.add('an evaluation');
  if (evaluation?.depth !== undefined) losses.add('the depth of an evaluation');
  if (tookMs !== undefined) losses.add('how long a move took');
  return [...values].map(([name, texts]) => `${name}${texts.join('')}`).join('');
}

function formatShape(shape: Shape): string | null {
  const cells = 'at' in shape ? [shape.at] : [shape.from, shape.to];
  if (cells.some(({ area, column, row }) => area !== BOARD || column > 51 || row > 51)) return null;
  const points = cells.map(({ column, row }) => formatLetters([column, row])).join(':');
  if (shape.type !== 'label') return points;
  return isSimpleText(shape.text) ? `${points}:${escapeText(shape.text)}` : null;
}
