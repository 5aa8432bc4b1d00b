/** Movetext: moves with their numbers, comments, glyphs, clocks and variations. */
import { type Fail, type Game, isInteger, type Json, type Note, ok, type Result } from '@kifu/core';
import type { Losses } from '../losses.ts';
import {
  type LineContent,
  NO_SEAT,
  type PlanForm,
  type PlannedMove,
  type PlannedVariation,
  planLine,
  within,
} from '../plan.ts';
import { cleanText, withoutBraces } from '../text.ts';
import { formatCommands, type SquareNames } from './commands.ts';
import type { Ended } from './results.ts';
import { formatTime, isTime } from './times.ts';
import { MAX_COMMENT, MAX_GLYPH, MAX_NESTING } from './tokens.ts';

/** How a dialect writes moves. */
export interface MoveForm<State extends Ended, Move extends Json> {
  readonly game: Game<State, Move>;
  formatMove(state: State, move: Move): string;
  /** The number of the next move; `half` counts moves so that those of seat 0 are even. */
  numberOf(state: State, half: number): number;
  /** The names of squares in drawings; without them there are none. */
  readonly squares?: SquareNames;
}

/** Where the writing stands. */
interface Pen<State extends Ended, Move extends Json> {
  readonly form: MoveForm<State, Move>;
  readonly plan: PlanForm<Move>;
  readonly words: string[];
  readonly losses: Losses;
  /** How many variations are open. */
  depth: number;
  /** The move of seat 1 needs its number: it is the first, or a remark precedes it. */
  numbered: boolean;
}

/** Words of movetext, to be put into lines, and the state after the last move. */
interface Movetext<State> {
  readonly words: readonly string[];
  readonly state: State;
}

/** Writes the moves of a record and all that belongs to them. */
export function formatMoves<State extends Ended, Move extends Json>(
  form: MoveForm<State, Move>,
  branch: LineContent,
  state: State,
  losses: Losses,
): Result<Movetext<State>> {
  const plan = { moves: form.game.moves, lacks: [], told: [], hasTails: false };
  const pen = { form, plan, words: [], losses, depth: 0, numbered: true };
  const last = writeLine(pen, branch, 0, { state, half: state.turn, ms: 0 }, '');
  return last.ok ? ok({ words: pen.words, state: last.value.state }) : last;
}

interface WritingPoint<State> {
  readonly state: State;
  /** Moves so far, counted so that those of seat 0 are even. */
  readonly half: number;
  /** The time since the start, as far as moves have told it. */
  readonly ms: number | null;
}

function writeLine<State extends Ended, Move extends Json>(
  pen: Pen<State, Move>,
  branch: LineContent,
  first: number,
  from: WritingPoint<State>,
  path: string,
): Result<WritingPoint<State>> {
  const plan = planLine(pen.plan, branch, first, path, pen.losses);
  if (!plan.ok) return plan;
  const { moves, notes, variations } = plan.value;
  writeNotes(pen, notes[0]!, []);
  if (moves.length === 0) return writeVariations(pen, variations[0]!, from) ?? ok(from);
  let point = from;
  for (const [i, planned] of moves.entries()) {
    const next = writeMove(pen, planned, point);
    if (!next.ok) return next;
    writeNotes(pen, notes[i + 1]!, timesOf(pen, planned, point.ms));
    const wrong = writeVariations(pen, variations[i]!, point);
    if (wrong !== null) return wrong;
    point = next.value;
  }
  return ok(point);
}

function writeMove<State extends Ended, Move extends Json>(
  pen: Pen<State, Move>,
  { entry, move, path }: PlannedMove<Move>,
  { state, half, ms }: WritingPoint<State>,
): Result<WritingPoint<State>> {
  const { game, formatMove, numberOf } = pen.form;
  const played = game.play(state, entry.seat ?? NO_SEAT, move);
  if (!played.ok) return within(played, path);
  if (state.turn === 0) pen.words.push(`${numberOf(state, half)}.`);
  else if (pen.numbered) pen.words.push(`${numberOf(state, half)}...`);
  pen.words.push(formatMove(state, move));
  pen.numbered = false;
  return ok({
    state: played.value.state,
    half: half + 1,
    ms: isElapsed(entry.ms, ms) ? entry.ms : null,
  });
}

/** Elapsed times are what texts have; they add up to the time since the start as long as none is missing. */
const isElapsed = (ms: number | null, before: number | null): boolean =>
  ms !== null && before !== null && isTime(ms - before);

type Pencil = Pick<Pen<never, never>, 'words' | 'losses' | 'numbered'> & {
  readonly form: Pick<MoveForm<never, never>, 'squares'>;
};

/** What a comment says about the clock after a move. */
function timesOf(
  { losses }: Pencil,
  { entry: { clockMs, ms } }: PlannedMove<unknown>,
  before: number | null,
): string[] {
  const times: string[] = [];
  if (clockMs !== null && isTime(clockMs)) times.push(`[%clk ${formatTime(clockMs)}]`);
  else if (clockMs !== null) losses.add('a clock reading');
  if (isElapsed(ms, before)) times.push(formatElapsed(ms! - before!));
  else if (ms !== null) losses.add('a time since the start');
  return times;
}

const formatElapsed = (ms: number): string => `[%emt ${formatTime(ms)}]`;

/** Writes what is said at one point; times go into the first comment, or one of their own. */
function writeNotes(pen: Pencil, notes: readonly Note[], times: readonly string[]): void {
  let ahead = times;
  for (const note of notes) {
    if (note.author !== null) pen.losses.add('the author of a comment');
    for (const glyph of note.glyphs)
      if (isInteger(glyph, 0, MAX_GLYPH)) pen.words.push(`$${glyph}`);
      else pen.losses.add('a glyph without a number');
    const { text, commands } = splitNote(pen, note, times);
    if (text === '' && commands.length === 0) continue;
    const all = [...commands, ...ahead].join(' ');
    const isShort = all.length + text.length < MAX_COMMENT;
    if (isShort) writeComment(pen, [all, text].filter(part => part !== '').join(' '));
    else for (const part of [all, text]) writeComment(pen, part);
    ahead = [];
  }
  writeComment(pen, ahead.join(' '));
}

/** The words of a note, and what else it says as commands. */
function splitNote(
  pen: Pencil,
  note: Note,
  times: readonly string[],
): { text: string; commands: string[] } {
  const { losses } = pen;
  const commands = formatCommands(note, pen.form.squares, losses);
  const { tookMs } = note;
  const isTold = times.some(time => time.startsWith('[%emt'));
  if (tookMs !== undefined && isTime(tookMs) && !isTold) commands.push(formatElapsed(tookMs));
  else if (tookMs !== undefined) losses.add('how long a move took');
  return { text: plainText(pen, note.text), commands };
}

/** A comment as it will be read again. */
function plainText({ losses }: Pencil, text: string): string {
  const clean = cleanText(text);
  if (clean !== text) losses.add('line ends or blanks in a comment');
  if (clean.includes('}')) losses.add('a closing brace in a comment');
  if (clean.length <= MAX_COMMENT) return withoutBraces(clean);
  losses.add('a comment that is too long');
  return '';
}

function writeComment(pen: Pencil, text: string): void {
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

function writeVariations<State extends Ended, Move extends Json>(
  pen: Pen<State, Move>,
  list: readonly PlannedVariation[],
  from: WritingPoint<State>,
): Fail | null {
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
