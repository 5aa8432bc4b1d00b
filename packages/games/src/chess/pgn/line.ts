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
import { fromPacked, moves, toPacked } from '../move-codec.ts';
import { play } from '../play.ts';
import { parseSan } from '../san.ts';
import type { State } from '../state.ts';
import { guessSan } from './guess.ts';
import { cleanText, withoutBraces } from './remarks.ts';
import { readClock, takeTimes } from './times.ts';

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
  /** Words from a null move on, which are not understood; null in a line that goes on. */
  unread: string[] | null;
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
  unread: null,
});

/** A variation on the last move of a line, or on the first still to come. */
export function branchOff(line: Line, opened: number): Line {
  const first = Math.max(line.first, line.first + line.entries.length - 1);
  const variation = createLine(opened, first, line.before, line.msBefore);
  variation.unread = line.unread;
  line.unread?.push('(');
  return variation;
}

/** Puts a variation that has been read to the line it branches off from. */
export function addVariation(line: Line, variation: Line): void {
  const { entries, notes, variations, first, unread } = variation;
  if (unread !== null && unread === line.unread) {
    unread.push(')');
    return;
  }
  if (unread !== null) {
    variation.unread = null;
    addComment(variation, describeUnread(unread));
  }
  if (entries.length + notes.length + variations.length > 0)
    line.variations.push({ entry: first, entries, notes, variations });
}

/** A note of a line that goes on with what no player can do. */
const describeUnread = (words: readonly string[]): string =>
  cleanText(withoutBraces(`null move, not read on: ${words.join(' ')}`.slice(0, MAX_UNREAD)));
const MAX_UNREAD = 1000;

/** Entries without times, by seat, from and to: each exists once, as moves do. Promotions are few, and made anew. */
const ENTRIES: (Entry | undefined)[] = new Array(2 * 64 * 64).fill(undefined);

function entryAt(seat: number, packed: number): Entry {
  if ((packed & 7) !== 0) return makeEntry(seat, packed);
  const index = (seat << 12) | (packed >> 3);
  const found = ENTRIES[index];
  if (found !== undefined) return found;
  const made = makeEntry(seat, packed);
  ENTRIES[index] = made;
  return made;
}

function makeEntry(seat: number, packed: number): Entry {
  const act = Object.freeze(moveAct({ moves }, fromPacked(packed)));
  return Object.freeze(entryOf(seat, act));
}

/** Plays the move that a stretch of text means; null if it could be played. */
export function playWord(line: Line, text: string, start: number, end: number): Fail | null {
  const { state } = line;
  if (line.unread !== null) {
    line.unread.push(text.slice(start, end));
    return null;
  }
  const packed = guessSan(state, text, start, end);
  if (packed >= 0) {
    const played = play(state, state.turn, fromPacked(packed));
    if (played.ok) return follow(line, packed, played.value.state);
  }
  return playOddWord(line, text.slice(start, end));
}

function follow(line: Line, packed: number, next: State): null {
  const { state } = line;
  line.entries.push(entryAt(state.turn, packed));
  line.before = state;
  line.state = next;
  line.msBefore = line.ms;
  line.ms = null; // until a comment tells
  return null;
}

/** Words that say nothing which `parseSan` would need. */
const IDLE = ['e.p.', 'ep', '+', '++', '#'];
/** A side passes: programs write it to show a threat. */
const NULL_MOVES = ['--', 'Z0', '0000', '@@@@'];
/** What messages show of a word. */
const MAX_SHOWN = 40;

function playOddWord(line: Line, word: string): Fail | null {
  if (IDLE.includes(word)) return null;
  if (NULL_MOVES.includes(word)) return passOver(line, word);
  const { state } = line;
  if (state.outcome !== null)
    return fail('game-over', `the match has ended: ${state.outcome.reason}`);
  const move = parseSan(state, word.replace(/[–—]/g, '-'));
  if (!move.ok) {
    const { code, message, rule } = move.fault;
    if (code !== 'malformed') return fail(code, message, rule === undefined ? {} : { rule });
    return fail(code, `${JSON.stringify(word.slice(0, MAX_SHOWN))} is no move: ${message}`);
  }
  const played = play(state, state.turn, move.value);
  return played.ok ? follow(line, toPacked(move.value), played.value.state) : played;
}

/** No player can pass, so a variation ends here, and a main line cannot be. */
function passOver(line: Line, word: string): Fail | null {
  if (line.opened === null)
    return fail('illegal-move', `${word} is a null move, which nobody can play`, {
      rule: 'nullMove',
    });
  line.unread = [word];
  return null;
}

/** Puts a glyph to the last move; those before a comment and the comment are one note. */
export function addGlyph(line: Line, glyph: number): void {
  if (line.unread === null) noteAt(line).glyphs.push(glyph);
}

/** Adds a comment that stands in a text. What clocks showed goes to the move before it, the rest stays a note. */
export function readComment(line: Line, text: string, start: number, end: number): void {
  const entry = line.entries.at(-1);
  const clock = entry?.clockMs === null ? readClock(text, start, end) : -1;
  if (clock >= 0 && line.unread === null) setTimes(line, entry!.ms, clock);
  else addComment(line, cleanText(text.slice(start, end)));
}

/** Adds a clean comment. */
export function addComment(line: Line, text: string): void {
  if (line.unread !== null) return;
  const rest = text.includes('[%') ? addTimes(line, text) : text;
  if (rest !== '') noteAt(line).text = rest;
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

/** Where the text says nothing that fits, it stays as it is. */
function addTimes(line: Line, comment: string): string {
  const { entries, msBefore } = line;
  const entry = entries.at(-1);
  if (entry === undefined) return comment;
  const wantElapsed = entry.ms === null && msBefore !== null;
  const { text, clockMs, elapsedMs } = takeTimes(comment, entry.clockMs === null, wantElapsed);
  if (elapsedMs !== null) line.ms = msBefore! + elapsedMs;
  setTimes(line, line.ms, clockMs ?? entry.clockMs);
  return text;
}

function setTimes({ entries }: Line, ms: number | null, clockMs: number | null): void {
  entries[entries.length - 1] = { ...entries[entries.length - 1]!, ms, clockMs };
}
