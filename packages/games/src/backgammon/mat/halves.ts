/** A line of a match file: a number, what the left side did, what the right side did. */
import { type Fail, fail, ok, type Result } from '@kifu/core';
import { BAR, POINTS, type Side } from '../board.ts';
import { packDice } from '../state.ts';
import { type CubeAct, type Deed, type Hop, namesValue } from './items.ts';

/** One side's part of a line, and where it begins. */
export interface Half {
  readonly side: Side;
  readonly column: number;
  readonly deed: Deed;
}

/** Reads the parts of a line; a fault has the column where it lies, from 0, in `offset`. */
export function parseLine(line: string): Result<Half[]> {
  const halves: Half[] = [];
  const starts = [0, ...Array.from(line.matchAll(SECOND_NUMBER), ({ index }) => index)];
  for (let i = 0; i < starts.length; i++) {
    const from = starts[i]!;
    const part = parseHalves(line.slice(from, starts[i + 1]));
    if (!part.ok) return shifted(part, from);
    for (const half of part.value) halves.push({ ...half, column: from + half.column });
  }
  return ok(halves);
}

/** A number where another line should begin. */
const SECOND_NUMBER = /(?<=\S\s+)\d{1,5}\)(?=\s)/g;

const shifted = ({ fault }: Fail, by: number): Fail => ({
  ok: false,
  fault: { ...fault, at: { offset: by + (fault.at?.offset ?? 0) } },
});

function parseHalves(line: string): Result<Half[]> {
  const number = /^\s*\d{1,5}\)/.exec(line)?.[0] ?? '';
  const starts = [...line.matchAll(START)].map(({ index }) => index);
  const [first, second] = starts;
  if (first === undefined)
    return line.slice(number.length).trim() === ''
      ? ok([])
      : refuse('a line is a number, and a roll or a word for each side', number.length);
  if (starts.length > 2)
    return refuse('a line has a left and a right side, and no more', starts[2]!);
  if (line.slice(number.length, first).trim() !== '')
    return refuse('this is neither a roll nor a word of match files', number.length);
  const side: Side = second === undefined && isRight(line, number.length, first) ? 1 : 0;
  const halves: Half[] = [];
  for (const [i, column] of starts.entries()) {
    const deed = parseDeed(line.slice(column, starts[i + 1]).trim());
    if (!deed.ok) return refuse(deed.fault.message, column, deed.fault.code, deed.fault.rule);
    if (deed.value !== null) halves.push({ side: i === 1 ? 1 : side, column, deed: deed.value });
  }
  return ok(halves);
}

/** What a side's part begins with. */
const START =
  /(?<!\S)(?:[1-6][1-6]:|(?:doubles?|beavers?|raccoons?|takes?|drops?|wins?|loses?|losses|resigns?)\b)/gi;

const refuse = (
  message: string,
  offset: number,
  code: Fail['fault']['code'] = 'malformed',
  rule?: string,
) => fail(code, message, { ...(rule === undefined ? {} : { rule }), at: { offset } });

/** Whether a lone part stands on the right: behind a number after a wide gap, else in the right half of the page. */
function isRight(line: string, numbered: number, start: number): boolean {
  return widthOf(line, numbered, start) >= (numbered > 0 ? 8 : 17);
}

/** How wide a stretch of blanks is; a tab goes to the next multiple of eight. */
function widthOf(line: string, from: number, to: number): number {
  let [width, start] = [0, 0];
  for (let i = 0; i < to; i++) {
    width = line[i] === '\t' ? (width | 7) + 1 : width + 1;
    if (i === from - 1) start = width;
  }
  return width - start;
}

/** A roll or a word; null for one that says nothing more than another. */
function parseDeed(text: string): Result<Deed | null> {
  const word = text.toLowerCase();
  if (/^\d/.test(word)) return parseRolled(text);
  if (word.startsWith('lo')) return ok(null);
  if (word.startsWith('resign')) return ok({ is: 'resign' });
  if (word.startsWith('win')) {
    const points = Number(/^\S+\s+(\d{1,7})\b/.exec(text)?.[1] ?? 0);
    return points > 0 ? ok({ is: 'win', points }) : fail('malformed', 'a win counts some points');
  }
  const act = CUBE_ACTS.find(known => known.startsWith(word.slice(0, 4)))!;
  const to = namesValue(act) ? Number(/\b\d{1,5}\b/.exec(text)?.[0] ?? 0) : 0;
  return ok({ is: 'cube', act, to: to === 0 ? null : to });
}

const CUBE_ACTS: readonly CubeAct[] = ['doubles', 'beavers', 'raccoons', 'takes', 'drops'];

/** `31: 8/5 6/5`: the dice, and how checkers went. */
function parseRolled(text: string): Result<Deed> {
  const dice = packDice(Number(text[0]), Number(text[1]));
  const rest = text.slice(3).trim();
  if (/^illegal play/i.test(rest))
    return fail('unsupported', 'an illegal play that was let stand cannot be recorded here', {
      rule: 'illegalPlay',
    });
  // who cannot move, or gives up after the roll
  if (rest === '' || /^(?:cannot move|\?+$)/i.test(rest)) return ok({ is: 'roll', dice, hops: [] });
  const hops: Hop[] = [];
  for (const token of rest.split(/\s+/)) {
    const found = parseHops(token);
    if (found === null || hops.length + found.length > MAX_HOPS)
      return fail(
        'malformed',
        `${JSON.stringify(token.slice(0, 20))} is not a checker move: 8/5, bar/22, 6/off`,
      );
    hops.push(...found);
  }
  return ok({ is: 'roll', dice, hops });
}

/** No roll moves more than four times. */
const MAX_HOPS = 4;

const HOPS = /^(bar|\d{1,2})((?:\/(?:off|\d{1,2})\*?){1,4})(?:\(([1-4])\))?$/i;

/** The hops of `24/18/14`, or of several alike, `8/5(2)`; null where it is none. */
function parseHops(token: string): Hop[] | null {
  // some write the star of several alike behind their number
  const [, start, rest, times = '1'] = HOPS.exec(token.replace(/(\(\d\))\*$/, '*$1')) ?? [];
  if (start === undefined || rest === undefined) return null;
  const hops: Hop[] = [];
  let from = placeOf(start);
  for (const step of rest.slice(1).split('/')) {
    const to = placeOf(step.replace('*', ''));
    if (from > BAR || to >= Math.min(from, POINTS)) return null;
    hops.push({ from, to, hits: step.endsWith('*') });
    from = to;
  }
  return Array.from({ length: Number(times) }, () => hops).flat();
}

/** 25 is the bar, 0 is off. */
const placeOf = (name: string): number =>
  /^bar$/i.test(name) ? BAR : /^off$/i.test(name) ? -1 : Number(name) - 1;
