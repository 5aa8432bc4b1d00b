/** Movetext: moves with their numbers, comments, glyphs, clocks and variations. */
import { type Fail, fail, isInteger, type Note, ok, type Result } from '@kifu/core';
import { moves } from '../move-codec.ts';
import { formatMove } from '../numbers.ts';
import { play } from '../play.ts';
import type { State } from '../state.ts';
import type { Losses } from './losses.ts';
import { type Branch, type Planned, type PlannedVariation, planLine } from './plan.ts';
import { cleanText, formatTime, isTime, withoutBraces } from './remarks.ts';
import { MAX_COMMENT, MAX_GLYPH, MAX_NESTING } from './tokens.ts';

/** Where the writing stands. */
interface Pen {
  readonly words: string[];
  readonly losses: Losses;
  /** How many variations are open. */
  depth: number;
  /** White's move needs its number: it is the first, or a remark stands before it. */
  numbered: boolean;
}

/** Words of movetext, to be put into lines, and the state after the last move. */
export interface Movetext {
  readonly words: readonly string[];
  readonly state: State;
}

/** Writes the moves of a record and all that belongs to them. */
export function formatMoves(branch: Branch, state: State, losses: Losses): Result<Movetext> {
  const pen: Pen = { words: [], losses, depth: 0, numbered: true };
  const last = writeLine(pen, branch, 0, { state, half: state.turn, ms: 0 }, '');
  return last.ok ? ok({ words: pen.words, state: last.value.state }) : last;
}

interface Point {
  readonly state: State;
  /** Half-moves counted so that black's are even; moves are numbered from 1, wherever the game begins. */
  readonly half: number;
  /** The time since the start, as far as moves have told it. */
  readonly ms: number | null;
}

function writeLine(
  pen: Pen,
  branch: Branch,
  first: number,
  from: Point,
  path: string,
): Result<Point> {
  const plan = planLine(branch, first, path, pen.losses);
  if (!plan.ok) return plan;
  const { notes, variations } = plan.value;
  writeNotes(pen, notes[0]!, []);
  if (plan.value.moves.length === 0) return writeVariations(pen, variations[0]!, from) ?? ok(from);
  let point = from;
  for (const [i, planned] of plan.value.moves.entries()) {
    const next = writeMove(pen, planned, point);
    if (!next.ok) return next;
    writeNotes(pen, notes[i + 1]!, timesOf(pen, planned, point.ms));
    const wrong = writeVariations(pen, variations[i]!, point);
    if (wrong !== null) return wrong;
    point = next.value;
  }
  return ok(point);
}

function writeMove(
  pen: Pen,
  { entry, move, path }: Planned,
  { state, half, ms }: Point,
): Result<Point> {
  const decoded = moves.bytes.decode(move);
  if (!decoded.ok) return within(decoded, `${path}/act/move`);
  const played = play(state, entry.seat ?? NOBODY, decoded.value);
  if (!played.ok) return within(played, path);
  const number = 1 + (half >> 1);
  if (state.turn === 0) pen.words.push(`${number}.`);
  else if (pen.numbered) pen.words.push(`${number}...`);
  pen.words.push(formatMove(decoded.value));
  pen.numbered = false;
  return ok({
    state: played.value.state,
    half: half + 1,
    ms: isElapsed(entry.ms, ms) ? entry.ms : null,
  });
}

/** No seat has this number. */
const NOBODY = -1;

const within = ({ fault: { code, message, rule, at } }: Fail, path: string): Fail =>
  fail(code, message, {
    ...(rule === undefined ? {} : { rule }),
    at: { path: path + (at?.path ?? '') },
  });

/** Elapsed times add up to the time since the start as long as none is missing. */
const isElapsed = (ms: number | null, before: number | null): boolean =>
  ms !== null && before !== null && isTime(ms - before);

/** What a comment says about the clock after a move. */
function timesOf(
  { losses }: Pen,
  { entry: { clockMs, ms } }: Planned,
  before: number | null,
): string[] {
  const times: string[] = [];
  if (clockMs !== null && isTime(clockMs)) times.push(`[%clk ${formatTime(clockMs)}]`);
  else if (clockMs !== null) losses.add('a time on a clock');
  if (isElapsed(ms, before)) times.push(`[%emt ${formatTime(ms! - before!)}]`);
  else if (ms !== null) losses.add('a time since the start');
  return times;
}

/** Writes what is said at one point; times go into the first comment, or one of their own. */
function writeNotes(pen: Pen, notes: readonly Note[], times: readonly string[]): void {
  let ahead = times.join(' ');
  for (const { author, text, glyphs } of notes) {
    if (author !== null) pen.losses.add('the author of a comment');
    for (const glyph of glyphs)
      if (isInteger(glyph, 0, MAX_GLYPH)) pen.words.push(`$${glyph}`);
      else pen.losses.add('a glyph without a number');
    const comment = plainText(pen, text);
    if (comment === '') continue;
    const isShort = ahead.length + comment.length < MAX_COMMENT;
    if (ahead !== '' && isShort) writeComment(pen, `${ahead} ${comment}`);
    else for (const part of [ahead, comment]) writeComment(pen, part);
    ahead = '';
  }
  writeComment(pen, ahead);
}

/** A comment as it will be read again. */
function plainText({ losses }: Pen, text: string): string {
  const clean = cleanText(text);
  if (clean !== text) losses.add('line ends or blanks in a comment');
  if (clean.includes('}')) losses.add('a closing brace in a comment');
  if (clean.length <= MAX_COMMENT) return withoutBraces(clean);
  losses.add('a comment that is too long');
  return '';
}

function writeComment(pen: Pen, text: string): void {
  if (text === '') return;
  const { words } = pen;
  let isCommand = false;
  for (const [i, word] of `{${text}}`.split(' ').entries()) {
    // no line begins like a tag or an escape, and no command is torn: other programs read line by line
    if (i > 0 && (isCommand || word[0] === '[' || word[0] === '%'))
      words[words.length - 1] += ` ${word}`;
    else words.push(word);
    isCommand = (isCommand || /^\{?\[%/.test(word)) && !word.includes(']');
  }
  pen.numbered = true;
}

function writeVariations(pen: Pen, list: readonly PlannedVariation[], from: Point): Fail | null {
  const { words, losses } = pen;
  if (pen.depth === MAX_NESTING) {
    losses.add('a variation that is nested too deep', list.length);
    return null;
  }
  for (const { variation, path } of list) {
    const start = words.length;
    pen.numbered = true;
    pen.depth++;
    const last = writeLine(pen, variation, variation.entry, from, path);
    if (!last.ok) return last;
    pen.depth--;
    pen.numbered = true;
    if (words.length === start) continue;
    words[start] = `(${words[start]}`;
    words[words.length - 1] += ')';
  }
  return null;
}
