/** A line of play being read: the main line, or a variation. */
import {
  type Entry,
  entryOf,
  type Fail,
  fail,
  moveAct,
  type Note,
  type Variation,
} from '@kifu/core';
import { legalPaths } from '../generate.ts';
import { fromPath, moves } from '../move-codec.ts';
import { findPath, MOVE_WORDS, parseSquares } from '../numbers.ts';
import { countOf, squaresOn } from '../path.ts';
import { play } from '../play.ts';
import type { State } from '../state.ts';
import { cleanText, takeTime } from './remarks.ts';

/** Entries, notes and variations so far, and where the game stands. */
export interface Line {
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
  /** Jumps that were written one by one, and go on with the next word. */
  begun: Begun | null;
}

/** The squares of a chain so far, and where its first word stands. */
interface Begun {
  readonly squares: readonly number[];
  readonly at: number;
}

/** A note that may still get a text, or another glyph. */
interface OpenNote extends Note {
  text: string;
  readonly glyphs: number[];
}

/** A line without moves. */
export const createLine = (
  opened: number | null,
  first: number,
  state: State,
  ms: number | null,
): Line => ({
  opened,
  first,
  entries: [],
  notes: [],
  variations: [],
  state,
  before: state,
  ms,
  msBefore: ms,
  begun: null,
});

/** A variation on the last move of a line, or on the first still to come. */
export function branchOff(line: Line, opened: number): Line {
  const first = Math.max(line.first, line.first + line.entries.length - 1);
  return createLine(opened, first, line.before, line.msBefore);
}

/** Puts a variation that has been read to the line it branches off from. */
export function addVariation(line: Line, variation: Line): void {
  const { entries, notes, variations, first } = variation;
  if (entries.length + notes.length + variations.length > 0)
    line.variations.push({ entry: first, entries, notes, variations });
}

/** What messages show of a word. */
const MAX_SHOWN = 40;

/** Plays the move that a word means; null if it could be played, or is only begun. */
export function playWord(line: Line, word: string, at: number): Fail | null {
  const { state, begun } = line;
  // some programs write move numbers without a dot
  if (begun === null && word === String(numberOf(line))) return null;
  const named = parseSquares(word);
  if (named === null)
    return fail(
      'malformed',
      `${JSON.stringify(word.slice(0, MAX_SHOWN))} is no move: ${MOVE_WORDS}`,
      {
        at: { offset: at },
      },
    );
  if (begun !== null && named[0] !== begun.squares.at(-1)) return refuseBegun(line);
  const squares = begun === null ? named : [...begun.squares, ...named.slice(1)];
  const start = begun?.at ?? at;
  const path = findPath(state, squares);
  if (!path.ok) return placed(path, start);
  const played = play(state, state.turn, fromPath(path.value));
  if (!played.ok) {
    const isPart = countOf(path.value) > 0 && isBeginning(state, squaresOn(path.value));
    if (!isPart) return placed(played, start);
    line.begun = { squares, at: start };
    return null;
  }
  line.entries.push(entryOf(state.turn, moveAct({ moves }, fromPath(path.value))));
  line.begun = null;
  line.before = state;
  line.state = played.value.state;
  line.msBefore = line.ms;
  line.ms = null; // until a comment tells
  return null;
}

const placed = ({ fault }: Fail, offset: number): Fail => ({
  ok: false,
  fault: { ...fault, at: { offset } },
});

/** The number of the next move: black's and white's have one together, and either may begin. */
function numberOf({ first, entries, state }: Line): number {
  const moves = first + entries.length;
  const isEven = moves % 2 === 0;
  const whiteBegan = isEven === (state.turn === 1);
  return 1 + Math.floor((moves + (whiteBegan ? 1 : 0)) / 2);
}

/** Whether a legal chain begins so, and goes on. */
const isBeginning = (state: State, squares: readonly number[]): boolean =>
  state.outcome === null &&
  legalPaths(state).some(path => {
    const whole = squaresOn(path);
    return whole.length > squares.length && squares.every((square, i) => square === whole[i]);
  });

/** The refusal of jumps that do not go on; null where there are none. */
export function refuseBegun({ state, begun }: Line): Fail | null {
  if (begun === null) return null;
  const path = findPath(state, begun.squares);
  const played = path.ok ? play(state, state.turn, fromPath(path.value)) : path;
  return played.ok ? null : placed(played, begun.at);
}

/** Puts a glyph to the last move; those before a comment and the comment are one note. */
export function addGlyph(line: Line, glyph: number): void {
  noteAt(line).glyphs.push(glyph);
}

/** Adds a comment. What clocks showed goes to the move before it, the rest stays a note. */
export function addComment(line: Line, raw: string): void {
  const text = addTimes(line, cleanText(raw));
  if (text !== '') noteAt(line).text = text;
}

/** The last note, if it is about the last move and has no text yet; else a new one. */
function noteAt({ notes, entries, first }: Line): OpenNote {
  const entry = first + entries.length;
  const last = notes.at(-1);
  if (last?.text === '' && last.entry === entry) return last;
  const note = { entry, author: null, text: '', glyphs: [] };
  notes.push(note);
  return note;
}

/** Takes the times that fit out of a comment: the clock once a move, what it took as long as no move before lacks it. */
function addTimes(line: Line, comment: string): string {
  const { entries, msBefore } = line;
  let text = comment;
  for (;;) {
    const entry = entries.at(-1);
    if (entry === undefined) return text;
    const clock = entry.clockMs === null ? takeTime(text, 'clk') : null;
    const spent = entry.ms === null && msBefore !== null ? takeTime(text, 'emt') : null;
    if (clock !== null) {
      entries[entries.length - 1] = { ...entry, clockMs: clock.ms };
      text = clock.text;
    } else if (spent !== null) {
      line.ms = msBefore! + spent.ms;
      entries[entries.length - 1] = { ...entry, ms: line.ms };
      text = spent.text;
    } else return text;
  }
}
