/** A match file line by line: tags, the length of the match, games with their players and what they did. */
import {
  type Fail,
  type Fault,
  type FaultLocation,
  fail,
  type OnLoss,
  ok,
  type Result,
} from '@kifu/core';
import { parseLine } from './halves.ts';
import type { MatGame, MatItem } from './items.ts';

/** Longer lines, more tags and more of anything in a game are refused. */
export const MAX_LINE = 1024;
export const MAX_TAGS = 256;
const MAX_ITEMS = 10_000;

/** Lines before the games of a match. */
interface Heading {
  readonly tags: [string, string][];
  readonly remarks: string[];
  length: number;
}

/** A game that is being read. */
interface OpenGame {
  readonly heading: Heading;
  readonly number: number;
  readonly at: FaultLocation;
  players: Pick<MatGame, 'names' | 'scores'> | null;
  readonly items: MatItem[];
  readonly remarks: { before: number; text: string }[];
  fault: Fault | null;
}

/** All games of a text, one after the other; those that cannot be read are faults with their place. */
export function* scanGames(text: string, lost: OnLoss): Generator<Result<MatGame>, void, void> {
  let heading = newHeading();
  let open: OpenGame | null = null;
  for (const line of linesOf(text)) {
    const number = GAME.exec(line.text)?.[1];
    const length = LENGTH.exec(line.text)?.[1];
    const isPlayers: boolean = open !== null && open.players === null && open.fault === null;
    const isHeading = !isPlayers && (length !== undefined || parseTag(line.text) !== null);
    if (open !== null && ((number !== undefined && !isPlayers) || isHeading)) {
      yield close(open);
      open = null;
      if (isHeading) heading = newHeading();
    }
    if (open !== null && line.isCutOff && isSpoilt(line.text))
      lost('the last line, which is cut off');
    else if (open !== null) readInto(open, line);
    else if (number !== undefined) open = newGame(heading, Number(number), line.at);
    else readHeading(heading, line);
  }
  if (open !== null) yield close(open);
}

/** Whether the last line of a text may have been meant as another: nothing that a game has, or a tag that is not closed. */
const isSpoilt = (text: string): boolean =>
  /^[;#]/.test(text) ? /^[;#]\s*\[/.test(text) : !parseLine(text).ok;

const GAME = /^\s*Game\s+(\d{1,5})\s*$/i;
const LENGTH = /^\s*(\d{1,5})\s+points?\s+match\b[^:]*$/i;
const TAG = /^[;#]\s*\[([^\s"[\]](?:[^"[\]]*[^\s"[\]])?)\s+"(.*)"\]\s*$/;
const PLAYERS = /^\s*(?:(\S.*?)\s+)?:\s*(\d{1,5})\s+(?:(\S.*?)\s+)?:\s*(\d{1,5})\s*$/;

/** Name and value of a tag; null where a line is none. */
export function parseTag(line: string): readonly [name: string, value: string] | null {
  const [, name, value] = (line.length > MAX_LINE ? null : TAG.exec(line)) ?? [];
  return name === undefined || value === undefined ? null : [name, value];
}

/** Names and scores of the players; null where a line has none. An unknown name is `?`, or nothing. */
function parsePlayers(line: string): Pick<MatGame, 'names' | 'scores'> | null {
  const [, left = '', leftScore, right = '', rightScore] = PLAYERS.exec(line) ?? [];
  if (leftScore === undefined || rightScore === undefined) return null;
  const nameOf = (text: string) => (text === '?' ? '' : text);
  return { names: [nameOf(left), nameOf(right)], scores: [Number(leftScore), Number(rightScore)] };
}

const newHeading = (): Heading => ({ tags: [], remarks: [], length: 0 });

const newGame = (heading: Heading, number: number, at: FaultLocation): OpenGame => ({
  heading,
  number,
  at,
  players: null,
  items: [],
  remarks: [],
  fault: null,
});

/** A line, and where it begins. */
interface TextLine {
  readonly text: string;
  readonly at: Required<Pick<FaultLocation, 'line' | 'offset'>>;
  /** No line end follows. */
  readonly isCutOff: boolean;
}

/** The lines that are not blank. */
function* linesOf(text: string): Generator<TextLine> {
  const ends = /\r\n?|\n|$/g;
  let start = text.startsWith('\uFEFF') ? 1 : 0;
  for (let line = 1; ; line++) {
    ends.lastIndex = start;
    const end = ends.exec(text)!;
    const piece = text.slice(start, end.index);
    const isCutOff = end[0] === '';
    if (piece.trim() !== '') yield { text: piece, at: { line, offset: start }, isCutOff };
    if (isCutOff) return;
    start = end.index + end[0].length;
  }
}

function readHeading(heading: Heading, { text }: TextLine): void {
  const length = LENGTH.exec(text)?.[1];
  const tag = parseTag(text);
  if (length !== undefined) heading.length = Number(length);
  else if (tag !== null) heading.tags.push([...tag]);
  else heading.remarks.push(remarkOf(text));
}

/** What a line of comment says. */
export const remarkOf = (text: string): string => text.replace(/^[;#]/, '').trim();

/** Reads a line of a game; after a fault the rest of the game is passed over. */
function readInto(open: OpenGame, line: TextLine): void {
  const wrong = open.fault === null ? readLine(open, line) : null;
  if (wrong !== null)
    open.fault = { ...wrong.fault, at: placeIn(line, wrong.fault.at?.offset ?? 0) };
}

const placeIn = ({ at }: TextLine, column: number): FaultLocation => ({
  line: at.line,
  column: column + 1,
  offset: at.offset + column,
});

/** A fault has the column where it lies in `offset`. */
function readLine(open: OpenGame, line: TextLine): Fail | null {
  const { text } = line;
  if (text.length > MAX_LINE || open.items.length + open.remarks.length > MAX_ITEMS)
    return fail(
      'too-large',
      `a line has at most ${MAX_LINE} characters, a game ${MAX_ITEMS} parts`,
    );
  if (open.players === null) {
    open.players = parsePlayers(text);
    return open.players === null
      ? fail('malformed', 'after the number of a game come the players: white : 0  black : 0')
      : null;
  }
  if (/^[;#]/.test(text)) return readRemark(open, text);
  const number = Number(/^\s*(\d{1,5})\)/.exec(text)?.[1] ?? 1);
  if (open.items.length === 0 && number > 1)
    return fail(
      'broken-record',
      `the rolls begin with number ${number}: those before it are missing`,
      {
        rule: 'number',
      },
    );
  const halves = parseLine(text);
  if (!halves.ok) return halves;
  for (const { side, column, deed } of halves.value)
    open.items.push({ side, at: placeIn(line, column), ...deed });
  return null;
}

function readRemark(open: OpenGame, text: string): Fail | null {
  if (/^;\s*Set Pos=/i.test(text))
    return fail('unsupported', 'a position that was set up cannot be read', { rule: 'start' });
  open.remarks.push({ before: open.items.length, text: remarkOf(text) });
  return null;
}

function close({ heading, number, at, players, items, remarks, fault }: OpenGame): Result<MatGame> {
  if (fault !== null) return { ok: false, fault };
  if (players === null)
    return fail('malformed', 'a game has players: white : 0  black : 0', { at });
  if (heading.tags.length > MAX_TAGS || heading.remarks.length > MAX_ITEMS)
    return fail('too-large', `a match has at most ${MAX_TAGS} tags and ${MAX_ITEMS} remarks`, {
      at,
    });
  // what stands above a match is said once, with its first game
  const first = heading.remarks.splice(0).map(text => ({ before: 0, text }));
  return ok({
    tags: heading.tags,
    length: heading.length,
    number,
    ...players,
    items,
    remarks: [...first, ...remarks],
    at,
  });
}
