/** One game: its tokens made a record, every move of it played. Faults have their offset in the text. */
import {
  endingOf,
  entryOf,
  type Fail,
  fail,
  type Header,
  type JsonObject,
  type Kifu,
  moveAct,
  type OnLoss,
  ok,
  type Result,
  setUp,
} from '@kifu/core';
import { startIn } from '../../formats/dates.ts';
import { splitJudged } from '../../formats/movetext/glyph-words.ts';
import {
  addGlyph,
  createLine,
  follow,
  type LineOfPlay,
  type LineWords,
  readMoves,
  refuseHeadless,
} from '../../formats/movetext/line.ts';
import { IGNORE_LOSSES } from '../../formats/movetext/read.ts';
import {
  agreeOn,
  FIRST_WINS,
  parseResult,
  plainDashes,
  RESULT_TEXTS,
  readWithDraws,
  SECOND_WINS,
  type Stated,
  settleEnd,
  statedBy,
  UNKNOWN,
} from '../../formats/movetext/results.ts';
import { eachTag, type Roster, setTag } from '../../formats/movetext/tags.ts';
import { resultOffset, type Tokens } from '../../formats/movetext/tokens.ts';
import { parseFen } from '../fen.ts';
import { legalPaths } from '../generate.ts';
import { fromPath } from '../move-codec.ts';
import { SIDE_NAMES } from '../names.ts';
import { findPath, MOVE_WORDS, parseSquares } from '../numbers.ts';
import { countOf, squaresOn } from '../path.ts';
import { play } from '../play.ts';
import { game } from '../rules.ts';
import type { State } from '../state.ts';
import { RESULTS } from './scan-word.ts';

/** The tags that every game should have, with their values for unknown. Black moves first and is named first. */
export const ROSTER: Roster = [
  ['Event', '?'],
  ['Site', '?'],
  ['Date', '????.??.??'],
  ['Round', '?'],
  ['Black', '?'],
  ['White', '?'],
  ['Result', '*'],
  ['GameType', '21'],
];

/** Days as files have them. */
export const DAY = /^(\d{4})[.-](\d\d)[.-](\d\d)$/;

/** Makes a record of the tokens of a game. */
export function parseGame(text: string, tokens: Tokens, lost: OnLoss): Result<Kifu> {
  const given = headerOf(text, tokens, lost);
  if (!given.ok) return given;
  const headless = given.value.header.start === null ? refuseHeadless(tokens) : null;
  if (headless !== null) return headless;
  return readWithDraws(
    (options, told) => parseWith(text, tokens, given.value, options, told),
    lost,
  );
}

function parseWith(
  text: string,
  tokens: Tokens,
  { header: usual, result, isTyped }: ParsedHeader,
  options: JsonObject,
  lost: OnLoss,
): Result<Kifu> {
  const header = { ...usual, options };
  const state = setUp(game, { options, start: header.start });
  if (!state.ok) return state;
  const main = createLine(state.value);
  const reading: Reading = { stated: UNKNOWN, begun: null, isTyped };
  const wrong = readMoves(text, tokens, main, wordsOf(reading, lost));
  if (wrong !== null) return wrong;
  const { state: last } = main;
  const said = {
    stated: shownWinner(reading.stated, last, lost),
    tag: shownWinner(result, last, reading.stated === UNKNOWN ? lost : IGNORE_LOSSES),
    termination: header.tags.Termination,
    state: last,
  };
  const outcome = settleEnd(game, said, options, lost);
  if (!outcome.ok)
    return { ok: false, fault: { ...outcome.fault, at: { offset: resultOffset(tokens) } } };
  const { entries, notes, variations } = main;
  const ending = outcome.value && endingOf(outcome.value);
  return ok({ header, entries, ending, notes, variations });
}

const contradiction = (moves: Stated, other: Stated): Fail =>
  fail(
    'broken-record',
    `the moves end with ${RESULT_TEXTS[moves]}, and ${RESULT_TEXTS[other]} is said elsewhere`,
    { rule: 'ending' },
  );

/** Files exist in which the first number of a result is white's, so where the board shows the other winner it counts. */
function shownWinner(stated: Stated, { outcome }: State, lost: OnLoss): Stated {
  const shown = outcome === null ? UNKNOWN : statedBy(outcome);
  if (!isWin(stated) || !isWin(shown) || stated === shown) return stated;
  const winner = SIDE_NAMES[shown === FIRST_WINS ? 0 : 1];
  lost(`the result ${RESULT_TEXTS[stated]}: on the board ${winner} has won`);
  return shown;
}

const isWin = (stated: Stated): boolean => stated === FIRST_WINS || stated === SECOND_WINS;

/** The header of a game, and what its tags state of result and game. */
interface ParsedHeader {
  readonly header: Header;
  readonly result: Stated;
  /** Whether a tag says that it is this game and no other kind of draughts. */
  readonly isTyped: boolean;
}

/** Makes a header of the tags among the tokens of a game. */
function headerOf(text: string, tokens: Tokens, lost: OnLoss): Result<ParsedHeader> {
  const tags: { [name: string]: string } = {};
  let start: Header['start'] = null;
  let result: Stated = UNKNOWN;
  let isTyped = false;
  const wrong = eachTag(text, tokens, (name, value, at) => {
    switch (name) {
      case 'FEN': {
        if (value === '' || value === '?') return null; // some programs write it always
        const found = startFrom(value, at, lost);
        if (!found.ok) return found;
        start = found.value;
        return null;
      }
      case 'SetUp':
        return null;
      case 'Result':
        result = readResult(value, lost);
        return null;
      case 'GameType':
        isTyped = /\d/.test(value);
        return refuseType(value, at);
    }
    if (!isUnknown(name, value)) setTag(tags, name, value, lost);
    return null;
  });
  if (wrong !== null) return wrong;
  const header: Header = {
    game: game.name,
    version: game.version,
    options: {},
    players: [
      { seat: 0, name: tags.Black ?? '' },
      { seat: 1, name: tags.White ?? '' },
    ],
    seed: null,
    start,
    startedAt: startIn(tags, DAY),
    tags,
  };
  return ok({ header, result, isTyped });
}

/** A position as a match would start from it, so that what is read can be played again. */
function startFrom(text: string, at: number, lost: OnLoss): Result<Header['start']> {
  const parsed = parseFen(text);
  if (!parsed.ok) {
    const { code, message, at: place } = parsed.fault;
    return fail(code, `FEN: ${message}`, { at: { offset: at + (place?.offset ?? 0) } });
  }
  if (/:\s*[HF]\d/i.test(text)) lost('the counters of the FEN');
  return ok({ canon: game.states.canon({ ...parsed.value, moveCount: 0 }), aside: null });
}

/** Game type 21 is ours, with or without its details: who begins, the size of the board, how squares are named. */
const refuseType = (value: string, at: number): Fail | null =>
  /^\s*(?:21\s*(?:,.*)?|\?)?$/.test(value)
    ? null
    : fail('unsupported', `game type ${JSON.stringify(value.slice(0, 40))} is not played here`, {
        rule: 'gameType',
        at: { offset: at },
      });

function readResult(value: string, lost: OnLoss): Stated {
  const result = parseResult(RESULTS, value);
  if (result === null && value !== '' && value !== '?')
    lost(`the result ${JSON.stringify(value.slice(0, 40))}`);
  return result ?? UNKNOWN;
}

/** The unknown is not kept: a record that lacks a tag and one that calls it unknown are the same. */
const isUnknown = (name: string, value: string): boolean =>
  ROSTER.some(([known, unknown]) => known === name && (value === unknown || value === '?')) ||
  (value === '' && (name === 'Black' || name === 'White'));

/** What is known while the moves of a game are read. */
interface Reading {
  /** The result that the moves have stated. */
  stated: Stated;
  /** Jumps that were written one by one and continue with the next word of the line. */
  begun: Begun | null;
  readonly isTyped: boolean;
}

/** The squares of a chain so far, and where its first word stands. */
interface Begun {
  readonly squares: readonly number[];
  readonly at: number;
}

const wordsOf = (reading: Reading, lost: OnLoss): LineWords<State> => ({
  play: (line, text, start, end) => playWord(reading, line, text.slice(start, end), start),
  // jumps that are written one by one may have remarks between them, but nothing else
  pause: line => refuseBegun(reading, line),
  end(line, result) {
    const agreed = agreeOn(result as Stated, reading.stated);
    if (line.opened !== null) lost('a result within a variation');
    else if (agreed === null) return contradiction(result as Stated, reading.stated);
    else reading.stated = agreed;
    return null;
  },
});

/** Letters name squares in other kinds of draughts, in which white begins, and has the first number of a result. */
const OTHER_DRAUGHTS = fail(
  'unsupported',
  'squares are named by letters, as in other kinds of draughts, and no GameType says 21',
  { rule: 'gameType' },
);

/** What messages show of a word. */
const MAX_SHOWN = 40;

/** Plays the move that a word means; null if it could be played, or is only begun. */
function playWord(
  reading: Reading,
  line: LineOfPlay<State>,
  word: string,
  at: number,
): Fail | null {
  const { state } = line;
  const { begun } = reading;
  // some programs write move numbers without a dot
  if (begun === null && word === String(numberOf(line))) return null;
  if (!reading.isTyped && /[a-h][1-8]/i.test(word)) return OTHER_DRAUGHTS;
  const judged = splitJudged(plainDashes(` ${word}`));
  if (judged !== null) {
    const move = judged.move.trim();
    const wrong = move === '' ? null : playWord(reading, line, move, at);
    if (wrong === null) addGlyph(line, judged.glyph);
    return wrong;
  }
  const named = parseSquares(word);
  if (named === null)
    return fail(
      'malformed',
      `${JSON.stringify(word.slice(0, MAX_SHOWN))} is not a move: ${MOVE_WORDS}`,
    );
  if (begun !== null && named[0] !== begun.squares.at(-1)) return refuseBegun(reading, line);
  const squares = begun === null ? named : [...begun.squares, ...named.slice(1)];
  const start = begun?.at ?? at;
  const path = findPath(state, squares);
  if (!path.ok) return placed(path, start);
  const move = fromPath(path.value);
  const played = play(state, state.turn, move);
  if (!played.ok) {
    const isPart = countOf(path.value) > 0 && isBeginning(state, squaresOn(path.value));
    if (!isPart) return placed(played, start);
    reading.begun = { squares, at: start };
    return null;
  }
  reading.begun = null;
  follow(line, entryOf(state.turn, moveAct(game, move)), played.value.state);
  return null;
}

const placed = ({ fault }: Fail, offset: number): Fail => ({
  ok: false,
  fault: { ...fault, at: { offset } },
});

/** The number of the next move: black's and white's have one together, and either may begin. */
function numberOf({ first, entries, state }: LineOfPlay<State>): number {
  const moves = first + entries.length;
  const isEven = moves % 2 === 0;
  const whiteBegan = isEven === (state.turn === 1);
  return 1 + Math.floor((moves + (whiteBegan ? 1 : 0)) / 2);
}

/** Whether a longer legal chain starts with these jumps. */
const isBeginning = (state: State, squares: readonly number[]): boolean =>
  state.outcome === null &&
  legalPaths(state).some(path => {
    const whole = squaresOn(path);
    return whole.length > squares.length && squares.every((square, i) => square === whole[i]);
  });

/** The fault of an unfinished chain of jumps; null if there is none. */
function refuseBegun({ begun }: Reading, { state }: LineOfPlay<State>): Fail | null {
  if (begun === null) return null;
  const path = findPath(state, begun.squares);
  const played = path.ok ? play(state, state.turn, fromPath(path.value)) : path;
  return played.ok ? null : placed(played, begun.at);
}
