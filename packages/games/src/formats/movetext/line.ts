/** A line of play being read: the main line, or a variation, with what is said about it. */
import {
  type Entry,
  type Evaluation,
  type Fail,
  fail,
  type Note,
  type Shape,
  type Variation,
} from '@kifu/core';
import { cleanText, withoutBraces } from '../text.ts';
import { type SquareNames, takeCommands } from './commands.ts';
import { readClock } from './times.ts';
import * as token from './tokens.ts';

/** Entries, notes and variations so far, and where the game stands. */
export interface LineOfPlay<State> {
  /** Where it was opened in the text; null for the main line. */
  readonly opened: number | null;
  /** How many entries came before it. */
  readonly first: number;
  readonly entries: Entry[];
  readonly notes: OpenNote[];
  readonly variations: Variation[];
  state: State;
  /** The state before the last move: where a variation branches off. */
  before: State;
  /** Time since the start, as long as every move has told how long it took; and the same before the last move. */
  ms: number | null;
  msBefore: number | null;
  /** Words from the first that is not playable; null in a playable line. */
  unread: string[] | null;
}

/** A note that may still get a text, another glyph, an evaluation or shapes. */
interface OpenNote extends Note {
  text: string;
  readonly glyphs: number[];
  evaluation?: Evaluation;
  shapes?: Shape[];
  tookMs?: number;
}

/** What a dialect does with the words of a line. */
export interface LineWords<State> {
  /** Plays the move that a stretch of text means; null if it could be played. */
  play(line: LineOfPlay<State>, text: string, start: number, end: number): Fail | null;
  /** Takes a result, as its token has it. */
  end(line: LineOfPlay<State>, result: number): Fail | null;
  /** The names of squares in drawings; without them drawings stay text. */
  readonly squares?: SquareNames;
  /** Looks at a line before something interrupts its moves. */
  pause?(line: LineOfPlay<State>): Fail | null;
}

/** The main line, before its first move. */
export const createLine = <State>(state: State): LineOfPlay<State> => lineFrom(null, 0, state, 0);

const lineFrom = <State>(
  opened: number | null,
  first: number,
  state: State,
  ms: number | null,
): LineOfPlay<State> => ({
  opened,
  first,
  entries: [],
  notes: [],
  variations: [],
  state,
  before: state,
  ms,
  msBefore: ms,
  unread: null,
});

/** Reads movetext into the main line; a fault has its offset in the text. */
export function readMoves<State>(
  text: string,
  { list, size }: token.Tokens,
  main: LineOfPlay<State>,
  words: LineWords<State>,
): Fail | null {
  const open: LineOfPlay<State>[] = [];
  let line = main;
  for (let i = 0; i < size; i += 3) {
    const start = list[i + 1]!;
    const end = list[i + 2]!;
    let wrong: Fail | null = null;
    switch (list[i]) {
      case token.WORD:
        wrong = words.play(line, text, start, end);
        break;
      case token.COMMENT:
        readComment(line, text, start, end, words.squares);
        break;
      case token.REST:
        addComment(line, withoutBraces(cleanText(text.slice(start, end))), words.squares);
        break;
      case token.GLYPH:
        addGlyph(line, end);
        break;
      case token.OPEN:
        wrong = words.pause?.(line) ?? null;
        open.push(line);
        line = branchOff(line, start);
        break;
      case token.CLOSE: {
        wrong = words.pause?.(line) ?? null;
        const outer = open.pop()!; // the scanner has counted them
        addVariation(outer, line);
        line = outer;
        break;
      }
      case token.RESULT:
        wrong = words.pause?.(line) ?? words.end(line, end);
    }
    if (wrong !== null) return placed(wrong, start);
  }
  if (line.opened !== null) return placed(NOT_CLOSED, line.opened);
  return words.pause?.(line) ?? null;
}

/** Moves that do not begin with number 1 are a part of a game, and the position they start from is not known. */
export function refuseHeadless({ list, size }: token.Tokens): Fail | null {
  let [number, at] = [1, 0];
  for (let i = 0; i < size && list[i] !== token.WORD; i += 3)
    if (list[i] === token.TAG)
      number = 1; // text before tags is not a move number
    else if (list[i] === token.NUMBER) [at, number] = [list[i + 1]!, list[i + 2]!];
  if (number <= 1) return null;
  const message = `the moves begin with number ${number}: those before it are missing`;
  return fail('broken-record', message, { rule: 'number', at: { offset: at } });
}

const NOT_CLOSED = fail('malformed', 'this variation is not closed');

/** A fault at a place in the text, unless it has one of its own. */
const placed = ({ fault }: Fail, offset: number): Fail => ({
  ok: false,
  fault: { ...fault, at: fault.at?.offset === undefined ? { offset } : fault.at },
});

/** A variation on the last move of a line, or on the first still to come. */
function branchOff<State>(line: LineOfPlay<State>, opened: number): LineOfPlay<State> {
  const first = Math.max(line.first, line.first + line.entries.length - 1);
  const variation = lineFrom(opened, first, line.before, line.msBefore);
  variation.unread = line.unread;
  line.unread?.push('(');
  return variation;
}

/** Puts a variation that has been read to the line it branches off from. */
function addVariation<State>(line: LineOfPlay<State>, variation: LineOfPlay<State>): void {
  const { entries, notes, variations, first, unread } = variation;
  if (unread !== null && unread === line.unread) {
    unread.push(')');
    return;
  }
  if (unread !== null) {
    variation.unread = null;
    addComment(variation, describeUnread(unread));
  }
  // brackets around variations say nothing
  if (entries.length + notes.length === 0) line.variations.push(...variations);
  else line.variations.push({ entry: first, entries, notes, variations });
}

/** A note for a line that continues with something unplayable. */
const describeUnread = (words: readonly string[]): string =>
  cleanText(withoutBraces(`null move, not read on: ${words.join(' ')}`.slice(0, MAX_UNREAD)));
const MAX_UNREAD = 1000;

/** Takes a move that was played. */
export function follow<State>(line: LineOfPlay<State>, entry: Entry, next: State): void {
  line.entries.push(entry);
  line.before = line.state;
  line.state = next;
  line.msBefore = line.ms;
  line.ms = null; // until a comment tells
}

/** Puts a glyph to the last move. */
export function addGlyph(line: LineOfPlay<unknown>, glyph: number): void {
  if (line.unread === null) noteAt(line).glyphs.push(glyph);
}

/** Adds a comment that stands in a text. What clocks showed goes to the move before it, the rest stays a note. */
function readComment(
  line: LineOfPlay<unknown>,
  text: string,
  start: number,
  end: number,
  squares: SquareNames | undefined,
): void {
  const entry = line.entries.at(-1);
  const clock = entry?.clockMs === null ? readClock(text, start, end) : -1;
  if (clock >= 0 && line.unread === null) setTimes(line, entry!.ms, clock);
  else addComment(line, cleanText(text.slice(start, end)), squares);
}

/** Adds a clean comment; glyphs before a comment and the comment are one note. */
function addComment(line: LineOfPlay<unknown>, text: string, squares?: SquareNames): void {
  if (line.unread !== null) return;
  if (text.includes('[%')) addCommands(line, text, squares);
  else if (text !== '') noteAt(line).text = text;
}

/** The last note, if it is about the last move and has no text yet; else a new one. */
function noteAt(line: LineOfPlay<unknown>): OpenNote {
  const open = openNote(line);
  if (open !== null) return open;
  const note = { entry: line.first + line.entries.length, author: null, text: '', glyphs: [] };
  line.notes.push(note);
  return note;
}

function openNote({ notes, entries, first }: LineOfPlay<unknown>): OpenNote | null {
  const last = notes.at(-1);
  return last?.text === '' && last.entry === first + entries.length ? last : null;
}

/** Adds a comment with commands in it. Where they say nothing that fits, they stay text. */
function addCommands(line: LineOfPlay<unknown>, comment: string, squares?: SquareNames): void {
  const entry = line.entries.at(-1);
  const open = openNote(line);
  const { text, clockMs, elapsedMs, evaluation, shapes } = takeCommands(
    comment,
    {
      clock: entry?.clockMs === null,
      elapsed: entry?.ms === null && open?.tookMs === undefined,
      evaluation: open?.evaluation === undefined,
    },
    squares,
  );
  // times add up as long as none is missing; one that cannot be added is stored alone
  const isAlone = elapsedMs !== undefined && line.msBefore === null;
  if (elapsedMs !== undefined && !isAlone) line.ms = line.msBefore! + elapsedMs;
  if (clockMs !== undefined || (elapsedMs !== undefined && !isAlone))
    setTimes(line, line.ms, clockMs ?? entry!.clockMs);
  const says = evaluation !== undefined || shapes !== undefined || isAlone;
  if (text === '' && !says) return;
  const note = noteAt(line);
  note.text = text;
  if (evaluation !== undefined) note.evaluation = evaluation;
  if (shapes !== undefined) addShapes(note, shapes);
  if (isAlone) note.tookMs = elapsedMs;
}

function addShapes(note: OpenNote, shapes: readonly Shape[]): void {
  note.shapes ??= [];
  for (const shape of shapes) note.shapes.push(shape);
}

function setTimes(
  { entries }: LineOfPlay<unknown>,
  ms: number | null,
  clockMs: number | null,
): void {
  entries[entries.length - 1] = { ...entries[entries.length - 1]!, ms, clockMs };
}
