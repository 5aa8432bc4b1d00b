/** Writing PGN and its kin: tags, moves, and the result, in lines. */
import {
  fail,
  type Header,
  type Json,
  type JsonObject,
  type Kifu,
  type OpeningName,
  type Outcome,
  ok,
  type Result,
  setUp,
  type WriteResult,
} from '@kifu/core';
import { startIn, startTags } from '../dates.ts';
import { addEndingLosses, createLosses, type Losses } from '../losses.ts';
import { BY_POSITION, OPENING_SOURCE, OPENING_TAGS } from './openings.ts';
import { type GameForm, readGames } from './read.ts';
import {
  type Ended,
  outcomeOf,
  RESULT_TEXTS,
  type ResultWord,
  type Stated,
  statedBy,
  terminationOf,
  UNKNOWN,
} from './results.ts';
import { formatTags, type Roster, replaceTag, type Tags } from './tags.ts';
import { MAX_GAME, MAX_TAGS } from './tokens.ts';
import { formatMoves, type MoveForm } from './write-moves.ts';

/** How a dialect writes. */
export interface TextForm<State extends Ended, Move extends Json> extends MoveForm<State, Move> {
  /** What is said to records of other games: `PGN is for chess`. */
  readonly purpose: string;
  readonly roster: Roster;
  /** Tags that are not kept as such: the record says the same elsewhere, and in one spelling. */
  readonly elsewhere: readonly string[];
  /** The tags with the names of seats 0 and 1. */
  readonly names: readonly [string, string];
  readonly results: readonly ResultWord[];
  /** How days are written. */
  readonly day: RegExp;
  /** The text of a start position, for the FEN tag; what is lost of it is counted. */
  formatStart(state: State, header: Header, losses: Losses): Result<string>;
}

/** Writes a record; what the text has no room for is listed. The same record gives the same bytes. */
export function writeText<State extends Ended, Move extends Json>(
  form: GameForm & TextForm<State, Move>,
  kifu: Kifu,
  opening: OpeningName | null,
): Result<WriteResult> {
  const { header, ending } = kifu;
  const { game, roster } = form;
  if (header.game !== game.name || header.version !== game.version)
    return fail('unsupported', `${form.purpose}, not for ${header.game} ${header.version}`);
  const { options, start } = header;
  const state = setUp(game, { options, start });
  if (!state.ok) return state;
  const losses = createLosses();
  const moves = formatMoves(form, kifu, state.value, losses);
  if (!moves.ok) return moves;
  const tags = tagsOf(form, header, state.value, losses);
  if (!tags.ok) return tags;
  if (opening !== null) nameOpening(tags.value, opening);
  const result = endWith(form, tags.value, ending, moves.value.state, losses);
  if (!result.ok) return result;
  const lines = formatTags(tags.value, roster, losses);
  const text = `${lines.join('')}\n${wrap([...moves.value.words, result.value])}\n\n`;
  if (text.length > MAX_GAME || lines.length > MAX_TAGS)
    return fail('too-large', `a game has at most ${MAX_GAME} characters and ${MAX_TAGS} tags`);
  addOptionLosses(form, options, text, losses);
  return ok({ output: text, losses: losses.list() });
}

/** Tells what the opening is called, and who says so, unless the record says something of it itself. */
function nameOpening(tags: Tags, { eco, name }: OpeningName): void {
  if (OPENING_TAGS.some(tag => tags.has(tag))) return;
  tags.set('ECO', eco);
  tags.set('Opening', name);
  tags.set(OPENING_SOURCE, BY_POSITION);
}

/** No text says by which options a game is played: they are what the moves show, or lost. */
function addOptionLosses(form: GameForm, options: JsonObject, text: string, losses: Losses): void {
  if (Object.keys(options).length === 0) return;
  const [again] = readGames(form, text);
  const found = again?.ok ? again.value.header.options : {};
  for (const name of Object.keys(options))
    if (found[name] !== options[name]) losses.add(`the option ${name}`);
}

/** All tags but the result. */
function tagsOf<State extends Ended, Move extends Json>(
  form: TextForm<State, Move>,
  header: Header,
  state: State,
  losses: Losses,
): Result<Tags> {
  const tags: Tags = new Map(Object.entries(header.tags));
  for (const name of form.elsewhere) if (tags.delete(name)) losses.add(`the tag ${name}`);
  for (const [seat, name] of form.names.entries()) {
    const player = header.players.find(player => player.seat === seat)?.name ?? '';
    if (player !== '') replaceTag(tags, name, player, losses);
  }
  if (header.startedAt !== null && header.startedAt !== startIn(header.tags, form.day))
    for (const [name, value] of Object.entries(startTags(header.startedAt, losses)))
      replaceTag(tags, name, value, losses);
  if (header.seed !== null) losses.add('the seed');
  if (header.start === null) return ok(tags);
  const start = form.formatStart(state, header, losses);
  if (!start.ok) return start;
  tags.set('SetUp', '1');
  tags.set('FEN', start.value);
  return ok(tags);
}

/** Puts the result into the tags, with a reason where the text would not tell it otherwise; gives its text. */
function endWith<State extends Ended, Move extends Json>(
  { game, results }: TextForm<State, Move>,
  tags: Tags,
  ending: Kifu['ending'],
  state: State,
  losses: Losses,
): Result<string> {
  const outcome = ending?.outcome ?? state.outcome;
  const meant = outcome === null ? UNKNOWN : statedBy(outcome);
  const stated: Stated = results.some(([, known]) => known === meant) ? meant : UNKNOWN;
  const read = (termination: string | undefined) => outcomeOf(game, stated, termination, state);
  const told = read(tags.get('Termination'));
  if (!told.ok) return told;
  tags.set('Result', RESULT_TEXTS[stated]);
  if (outcome !== null && told.value?.reason !== outcome.reason)
    writeReason(tags, outcome, read, losses);
  if (outcome !== null && outcome.points !== null) losses.add('points');
  addEndingLosses(ending, losses);
  return ok(RESULT_TEXTS[stated]);
}

function writeReason(
  tags: Tags,
  { reason, result }: Outcome,
  read: (termination: string) => Result<Outcome | null>,
  losses: Losses,
): void {
  const termination = terminationOf(reason);
  const again = read(termination);
  if (again.ok && again.value?.reason === reason)
    replaceTag(tags, 'Termination', termination, losses);
  else losses.add(`how it ended: ${result}, ${reason}`);
}

/** Lines with 80 or more characters are discouraged: PGN standard §4.3. */
const MAX_COLUMNS = 79;

/** Words in lines, as many in each as fit. */
function wrap(words: readonly string[]): string {
  let text = '';
  let column = 0;
  for (const word of words) {
    const fits = column + 1 + word.length <= MAX_COLUMNS;
    text += column === 0 ? word : fits ? ` ${word}` : `\n${word}`;
    column = fits && column > 0 ? column + 1 + word.length : word.length;
  }
  return text;
}
