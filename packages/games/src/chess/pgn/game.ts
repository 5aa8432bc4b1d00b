/** One game: its tokens made a record, every move of it played. Faults have their offset in the text at hand. */
import {
  type Entry,
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
  POSITION_SIGNS,
  type Result,
  setUp,
} from '@kifu/core';
import { DOTTED_DAY, startIn } from '../../formats/dates.ts';
import { splitJudged } from '../../formats/movetext/glyph-words.ts';
import {
  addGlyph,
  createLine,
  follow,
  type LineOfPlay,
  readMoves,
  refuseHeadless,
} from '../../formats/movetext/line.ts';
import { dropAddedOpening } from '../../formats/movetext/openings.ts';
import {
  CLAIMED,
  parseResult,
  plainDashes,
  readWithDraws,
  type Stated,
  settleEnd,
  UNKNOWN,
} from '../../formats/movetext/results.ts';
import { eachTag, type Roster, setTag } from '../../formats/movetext/tags.ts';
import { resultOffset, type Tokens } from '../../formats/movetext/tokens.ts';
import { initial, parseFen } from '../fen.ts';
import { fromPacked, type Move, toPacked } from '../move-codec.ts';
import { play } from '../play.ts';
import { game } from '../rules.ts';
import { parseSan } from '../san.ts';
import type { State } from '../state.ts';
import { parseUci } from '../uci.ts';
import { guessSan } from './guess.ts';
import { RESULTS } from './scan-word.ts';
import { squares } from './squares.ts';

/** The Seven Tag Roster in its order, with what stands for the unknown. PGN standard §8.1.1. */
export const ROSTER: Roster = [
  ['Event', '?'],
  ['Site', '?'],
  ['Date', '????.??.??'],
  ['Round', '?'],
  ['White', '?'],
  ['Black', '?'],
  ['Result', '*'],
];

/** Makes a record of the tokens of a game. */
export function parseGame(text: string, tokens: Tokens, lost: OnLoss): Result<Kifu> {
  const given = headerOf(text, tokens, lost);
  if (!given.ok) return given;
  const { header } = given.value;
  const headless = header.start === null ? refuseHeadless(tokens) : null;
  if (headless !== null) return headless;
  return readWithDraws(
    (options, told) => parseWith(text, tokens, given.value, options, told),
    lost,
  );
}

function parseWith(
  text: string,
  tokens: Tokens,
  { header: usual, state, result }: ParsedHeader,
  options: JsonObject,
  lost: OnLoss,
): Result<Kifu> {
  const header = options === CLAIMED ? { ...usual, options } : usual;
  const first = options === CLAIMED ? firstState(header) : ok(state);
  if (!first.ok) return first;
  const main = createLine(first.value);
  let stated: Stated = UNKNOWN;
  const wrong = readMoves(text, tokens, main, {
    play: playWord,
    squares,
    end(_line, value) {
      stated = value as Stated;
      return null;
    },
  });
  if (wrong !== null) return wrong;
  const { state: last } = main;
  const said = { stated, tag: result, termination: header.tags.Termination, state: last };
  const outcome = settleEnd(game, said, options, lost);
  if (!outcome.ok)
    return { ok: false, fault: { ...outcome.fault, at: { offset: resultOffset(tokens) } } };
  const { entries, notes, variations } = main;
  const ending = outcome.value && endingOf(outcome.value);
  return ok({ header, entries, ending, notes, variations });
}

const firstState = ({ options, start }: Header): Result<State> => setUp(game, { options, start });

/** The header of a game, the state it starts from, and the result that its tag states. */
interface ParsedHeader {
  readonly header: Header;
  readonly state: State;
  readonly result: Stated;
}

/** Makes a header of the tags among the tokens of a game. */
function headerOf(text: string, tokens: Tokens, lost: OnLoss): Result<ParsedHeader> {
  const tags: { [name: string]: string } = {};
  let fen: FenTag | null = null;
  let result: Stated = UNKNOWN;
  const wrong = eachTag(text, tokens, (name, value, at) => {
    switch (name) {
      case 'FEN':
        if (value !== '' && value !== '?') fen = { value, at }; // some programs write it always
        return null;
      case 'SetUp':
        return null;
      case 'Result':
        result = parseResult(RESULTS, value) ?? UNKNOWN;
        return null;
      case 'Variant':
        if (!isUsual(value)) return refuseVariant(value, at);
    }
    if (!isUnknown(name, value)) setTag(tags, name, value, lost);
    return null;
  });
  if (wrong !== null) return wrong;
  dropAddedOpening(tags);
  // not before all tags are known: the positions of other games are none of ours
  const start = startFrom(fen);
  if (!start.ok) return start;
  const header: Header = {
    game: game.name,
    version: game.version,
    options: NO_OPTIONS,
    players: [
      { seat: 0, name: tags.White ?? '' },
      { seat: 1, name: tags.Black ?? '' },
    ],
    seed: null,
    start: start.value.start,
    startedAt: startIn(tags, DOTTED_DAY),
    tags,
  };
  return ok({ header, state: start.value.state, result });
}

const NO_OPTIONS = Object.freeze({});

interface Start {
  readonly start: Header['start'];
  readonly state: State;
}

const USUAL = ok<Start>({ start: null, state: initial });

/** A position, and where it stands. */
interface FenTag {
  readonly value: string;
  readonly at: number;
}

/** The state as a match would start from it, so that what is read can be played again. */
function startFrom(fen: FenTag | null): Result<Start> {
  if (fen === null) return USUAL;
  const { value, at } = fen;
  const parsed = parseFen(value);
  if (!parsed.ok) return within(parsed, at);
  const start = { canon: game.states.canon(parsed.value), aside: null };
  const state = setUp(game, { start });
  return state.ok ? ok({ start, state: state.value }) : within(state, at);
}

const within = ({ fault }: Fail, at: number): Fail =>
  fail(fault.code, `FEN: ${fault.message}`, { at: { offset: at + (fault.at?.offset ?? 0) } });

/** Names under which servers file games with the usual rules. */
const isUsual = (variant: string): boolean =>
  ['', '?', 'standard', 'chess', 'normal', 'regular', 'classical', 'from position'].includes(
    variant.trim().toLowerCase(),
  );

const refuseVariant = (variant: string, at: number): Fail =>
  fail('unsupported', `${JSON.stringify(variant.slice(0, 40))} is not played here`, {
    rule: 'variant',
    at: { offset: at },
  });

/** The unknown is not kept: a record that lacks a tag and one that calls it unknown are the same. */
function isUnknown(name: string, value: string): boolean {
  if (value === '') return name === 'White' || name === 'Black';
  if (value.charCodeAt(0) !== QUESTION) return false;
  return ROSTER.some(([known, unknown]) => known === name && unknown === value);
}

const QUESTION = 63;

/** Plays the move that a stretch of text means; null if it could be played. */
function playWord(line: LineOfPlay<State>, text: string, start: number, end: number): Fail | null {
  const { state } = line;
  if (line.unread !== null) {
    line.unread.push(text.slice(start, end));
    return null;
  }
  const packed = guessSan(state, text, start, end);
  if (packed >= 0) {
    const played = play(state, state.turn, fromPacked(packed));
    if (played.ok) {
      follow(line, entryAt(state.turn, packed), played.value.state);
      return null;
    }
  }
  return playOddWord(line, text.slice(start, end));
}

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

const makeEntry = (seat: number, packed: number): Entry =>
  Object.freeze(entryOf(seat, Object.freeze(moveAct(game, fromPacked(packed)))));

/** Words that say nothing which `parseSan` would need. */
const IDLE = ['e.p.', 'ep', '+', '++', '#'];
/** A side passes: programs write it to show a threat. */
const NULL_MOVES = ['--', 'Z0', '0000', '@@@@'];
/** What messages show of a word. */
const MAX_SHOWN = 40;

/** Letters for the figures that stand for pieces in print; a pawn has none. */
const plainPieces = (word: string): string =>
  word.replace(/[♔-♟]/g, figure => 'KQRBN'[(figure.charCodeAt(0) - 0x2654) % 6] ?? '');

function playOddWord(line: LineOfPlay<State>, word: string): Fail | null {
  if (IDLE.includes(word)) return null;
  if (NULL_MOVES.includes(word)) return passOver(line, word);
  const plain = plainPieces(plainDashes(word));
  const glyph = POSITION_SIGNS.get(plain);
  if (glyph !== undefined) {
    addGlyph(line, glyph);
    return null;
  }
  const { state } = line;
  if (state.outcome !== null)
    return fail('game-over', `the game is over (${state.outcome.reason})`);
  const move = parseSan(state, plain);
  if (!move.ok) {
    if (playSquares(line, plain) || playJudged(line, plain)) return null;
    const { code, message, rule } = move.fault;
    if (code !== 'malformed') return fail(code, message, rule === undefined ? {} : { rule });
    return fail(code, `${JSON.stringify(word.slice(0, MAX_SHOWN))} is no move: ${message}`);
  }
  const played = play(state, state.turn, move.value);
  if (!played.ok) return played;
  follow(line, entryAt(state.turn, toPacked(move.value)), played.value.state);
  return null;
}

/** Plays a move with a word for a glyph close behind it, `Rxh7+-`; false where that cannot be. */
function playJudged(line: LineOfPlay<State>, word: string): boolean {
  const judged = splitJudged(word);
  const isPlayed = judged !== null && tryMove(line, parseSan(line.state, judged.move));
  if (isPlayed) addGlyph(line, judged.glyph);
  return isPlayed;
}

/** Plays what names two squares, `g1f3` as programs have it, or `g1-f3`; false where that cannot be. */
function playSquares(line: LineOfPlay<State>, word: string): boolean {
  const [, from = '', to = '', piece = ''] = SQUARES.exec(word) ?? [];
  return tryMove(line, parseUci(`${from}${to}${piece.toLowerCase()}`));
}

const SQUARES = /^([a-h][1-8])[-x]?([a-h][1-8])=?([qrbn])?[+#]*$/i;

function tryMove(line: LineOfPlay<State>, move: Result<Move>): boolean {
  const { state } = line;
  const played = move.ok ? play(state, state.turn, move.value) : move;
  if (!move.ok || !played.ok) return false;
  follow(line, entryAt(state.turn, toPacked(move.value)), played.value.state);
  return true;
}

/** No player can pass, so a variation ends here, and a main line cannot be. */
function passOver(line: LineOfPlay<State>, word: string): Fail | null {
  if (line.opened === null)
    return fail('illegal-move', `${word} is a null move, which nobody can play`, {
      rule: 'nullMove',
    });
  line.unread = [word];
  return null;
}
