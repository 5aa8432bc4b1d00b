/**
 * What programs put into comments for each other: `[%clk 0:02:59]` what a clock showed, `[%emt 0:00:05]` how long a move took,
 * `[%eval 0.17,20]` how a position was judged, `[%csl Ge4]` circles and `[%cal Rd8g5]` arrows.
 */
import {
  type Evaluation,
  formatHundredths,
  type Note,
  parseEvaluation,
  type Shape,
  type ShapeCell,
  type ShapeColor,
} from '@kifu/core';
import type { Losses } from '../losses.ts';
import { readTime } from './times.ts';

/** The names of squares, as drawings have them. */
export interface SquareNames {
  /** How many characters each has. */
  readonly length: number;
  cellOf(name: string): ShapeCell | null;
  nameOf(cell: ShapeCell): string | null;
}

/** What the commands of a comment said, and the text without them. Undefined is what was not said, or not wanted. */
export interface CommandsIn {
  text: string;
  clockMs?: number | undefined;
  elapsedMs?: number | undefined;
  evaluation?: Evaluation | undefined;
  shapes?: Shape[];
}

/** Which commands are wanted besides drawings; others stay text. */
export interface WantedCommands {
  readonly clock: boolean;
  readonly elapsed: boolean;
  readonly evaluation: boolean;
}

const COMMAND = /\[%(clk|emt|eval|csl|cal) ([^\][]*)\]/g;

/** Takes commands out of a clean comment: of each kind the first, of drawings all. What cannot be read stays. */
export function takeCommands(
  comment: string,
  wanted: WantedCommands,
  squares: SquareNames | undefined,
): CommandsIn {
  const found: CommandsIn = { text: comment };
  COMMAND.lastIndex = 0;
  for (let match = COMMAND.exec(found.text); match !== null; match = COMMAND.exec(found.text)) {
    const { 0: whole, 1: name, 2: said, index } = match;
    if (!take(found, name!, said!, wanted, squares)) continue;
    const [before, after] = [found.text.slice(0, index), found.text.slice(index + whole.length)];
    found.text = `${before.trimEnd()} ${after.trimStart()}`.trim();
    // what stood on either side may have become one
    COMMAND.lastIndex = Math.max(0, before.lastIndexOf('[%'));
  }
  return found;
}

function take(
  found: CommandsIn,
  name: string,
  said: string,
  wanted: WantedCommands,
  squares: SquareNames | undefined,
): boolean {
  switch (name) {
    case 'clk':
      if (!wanted.clock || found.clockMs !== undefined) return false;
      found.clockMs = parseTime(said);
      return found.clockMs !== undefined;
    case 'emt':
      if (!wanted.elapsed || found.elapsedMs !== undefined) return false;
      found.elapsedMs = parseTime(said) ?? parseSeconds(said);
      return found.elapsedMs !== undefined;
    case 'eval':
      if (!wanted.evaluation || found.evaluation !== undefined) return false;
      found.evaluation = parseEvaluation(said);
      return found.evaluation !== undefined;
  }
  const shapes = squares && parseShapes(name, said, squares);
  if (shapes === undefined) return false;
  found.shapes ??= [];
  for (const shape of shapes) found.shapes.push(shape);
  return true;
}

function parseTime(text: string): number | undefined {
  const ms = readTime(` ${text}]`, 0, text.length + 2);
  return ms < 0 ? undefined : ms;
}

/** As some servers tell how long a move took. */
const parseSeconds = (text: string): number | undefined =>
  /^\d{1,6}(?:\.\d{1,3})?$/.test(text) ? Math.round(1000 * Number(text)) : undefined;

function formatEvaluation(evaluation: Evaluation): string {
  const depth = evaluation.depth === undefined ? '' : `,${evaluation.depth}`;
  if ('winIn' in evaluation) return `[%eval #${evaluation.winIn}${depth}]`;
  const { score } = evaluation;
  return `[%eval ${score < 0 ? '-' : ''}${formatHundredths(Math.abs(score))}${depth}]`;
}

const COLORS: { readonly [letter: string]: ShapeColor } = {
  G: 'green',
  R: 'red',
  B: 'blue',
  Y: 'yellow',
};

/** A list of drawings: a color and a square for a circle, a color and two for an arrow. */
function parseShapes(name: string, said: string, squares: SquareNames): Shape[] | undefined {
  const shapes: Shape[] = [];
  const { length } = squares;
  for (const word of said.split(',')) {
    const item = word.trim();
    const color = COLORS[item[0] ?? ''];
    const from = squares.cellOf(item.slice(1, 1 + length));
    const to = squares.cellOf(item.slice(1 + length));
    if (color === undefined || from === null) return undefined;
    if (name === 'csl' && item.length === 1 + length)
      shapes.push({ type: 'mark', at: from, color });
    else if (name === 'cal' && to !== null) shapes.push({ type: 'arrow', from, to, color });
    else return undefined;
  }
  return shapes;
}

/** The commands that say what a note says besides its words; what has no room is counted. */
export function formatCommands(
  { evaluation, shapes = [] }: Pick<Note, 'evaluation' | 'shapes'>,
  squares: SquareNames | undefined,
  losses: Losses,
): string[] {
  const commands = evaluation === undefined ? [] : [formatEvaluation(evaluation)];
  let before: Shape['type'] | null = null;
  for (const shape of shapes) {
    const item = formatShape(shape, squares);
    if (item === null) losses.add('a drawing');
    // what follows one of its kind stands in the same list, so that all are read in their order
    else if (shape.type === before) commands.push(`${commands.pop()!.slice(0, -1)},${item}]`);
    else commands.push(`[%${shape.type === 'mark' ? 'csl' : 'cal'} ${item}]`);
    if (item !== null) before = shape.type;
  }
  return commands;
}

/** A drawing as an item of its list; null where there is none for it. */
function formatShape(shape: Shape, squares: SquareNames | undefined): string | null {
  const letter = Object.keys(COLORS).find(letter => COLORS[letter] === shape.color)!;
  const cells =
    shape.type === 'mark' ? [shape.at] : shape.type === 'arrow' ? [shape.from, shape.to] : [];
  const names = cells.map(cell => squares?.nameOf(cell) ?? null);
  return names.length === 0 || names.includes(null) ? null : `${letter}${names.join('')}`;
}
