/** Writing PGN in its export format: the same record gives the same bytes. */
import {
  fail,
  type Header,
  type Kifu,
  type Outcome,
  ok,
  type Result,
  setUp,
  type Written,
} from '@kifu/core';
import { formatFen } from '../fen.ts';
import { squareName } from '../move-codec.ts';
import { game } from '../rules.ts';
import type { State } from '../state.ts';
import { formatStart, parseStart } from './date.ts';
import { outcomeOf, RESULT_TEXTS, statedBy, terminationOf } from './ending.ts';
import { ELSEWHERE, escapeTag, ROSTER } from './header.ts';
import { createLosses, type Losses } from './losses.ts';
import { formatMoves } from './movetext.ts';
import { isNamePart } from './scan-tag.ts';
import { MAX_COMMENT, MAX_GAME, MAX_TAGS, type Stated, UNKNOWN } from './tokens.ts';

/** Writes a record of chess; what PGN has no room for is listed. */
export function writePgn(kifu: Kifu): Result<Written> {
  const { header, ending } = kifu;
  if (header.game !== game.name || header.version !== game.version)
    return fail('unsupported', `PGN is for chess, not for ${header.game} ${header.version}`);
  const { options, start } = header;
  const state = setUp(game, { options, start });
  if (!state.ok) return state;
  const losses = createLosses();
  const moves = formatMoves(kifu, state.value, losses);
  if (!moves.ok) return moves;
  const tags = tagsOf(header, state.value, losses);
  const result = endWith(tags, ending, moves.value.state, losses);
  if (!result.ok) return result;
  const lines = formatTags(tags, losses);
  const text = `${lines.join('')}\n${wrap([...moves.value.words, result.value])}\n\n`;
  if (text.length > MAX_GAME || lines.length > MAX_TAGS)
    return fail('too-large', `a game has at most ${MAX_GAME} characters and ${MAX_TAGS} tags`);
  return ok({ output: text, losses: losses.list() });
}

type Tags = Map<string, string>;

/** All tags but the result. */
function tagsOf(header: Header, state: State, losses: Losses): Tags {
  const tags: Tags = new Map(Object.entries(header.tags));
  for (const name of ELSEWHERE) if (tags.delete(name)) losses.add(`the tag ${name}`);
  for (const [seat, name] of ['White', 'Black'].entries()) {
    const player = header.players.find(player => player.seat === seat)?.name ?? '';
    if (player !== '') replaceTag(tags, name, player, losses);
  }
  if (header.startedAt !== null && header.startedAt !== parseStart(header.tags))
    writeStart(tags, header.startedAt, losses);
  if (header.seed !== null) losses.add('the seed');
  if (header.start !== null) {
    tags.set('SetUp', '1');
    tags.set('FEN', formatStartFen(state));
    if (header.start.aside !== null) losses.add('positions before the start');
  }
  return tags;
}

/** What is said twice, in a field and in a tag, is written as the field says. */
function replaceTag(tags: Tags, name: string, value: string, losses: Losses): void {
  if ((tags.get(name) ?? value) !== value) losses.add(`the tag ${name}`);
  tags.set(name, value);
}

function writeStart(tags: Tags, startedAt: string, losses: Losses): void {
  const start = formatStart(startedAt);
  if (start === null) losses.add('when it began');
  else if (!start.whole) losses.add('when it began, to less than a second');
  for (const [name, value] of Object.entries(start?.tags ?? {}))
    replaceTag(tags, name, value, losses);
}

/** With the square that a pawn has passed even where nothing can be taken there: PGN standard §16.1.3.4, and our state. */
function formatStartFen(state: State): string {
  const fields = formatFen(state).split(' ');
  if (state.passed >= 0) fields[3] = squareName(state.passed);
  return fields.join(' ');
}

/** Puts the result into the tags, with a reason where the file would not tell it otherwise; gives its text. */
function endWith(tags: Tags, ending: Kifu['ending'], state: State, losses: Losses): Result<string> {
  const outcome = ending?.outcome ?? state.outcome;
  const stated: Stated = outcome === null ? UNKNOWN : statedBy(outcome);
  const read = outcomeOf(stated, tags.get('Termination'), state);
  if (!read.ok) return read;
  tags.set('Result', RESULT_TEXTS[stated]);
  if (outcome === null) return ok(RESULT_TEXTS[stated]);
  if (read.value?.reason !== outcome.reason) writeReason(tags, outcome, stated, state, losses);
  if (outcome.points !== null) losses.add('points');
  if (ending?.hash) losses.add('a state hash');
  if (ending?.ms != null) losses.add('the time of the ending');
  return ok(RESULT_TEXTS[stated]);
}

function writeReason(
  tags: Tags,
  { reason, result }: Outcome,
  stated: Stated,
  state: State,
  losses: Losses,
): void {
  const termination = terminationOf(reason) ?? 'normal';
  const read = outcomeOf(stated, termination, state);
  if (read.ok && read.value?.reason === reason)
    replaceTag(tags, 'Termination', termination, losses);
  else losses.add(`how it ended: ${result}, ${reason}`);
}

/** The roster first and in order, the others in the order of their names. PGN standard §8.1.1 and §8.1.2. */
function formatTags(tags: Tags, losses: Losses): string[] {
  const roster = ROSTER.map(([name, unknown]) =>
    formatTag(name, tags.get(name) ?? unknown, losses),
  );
  const others = [...tags]
    .filter(([name]) => !ROSTER.some(([known]) => known === name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => formatTag(name, value, losses));
  return [...roster, ...others].filter(line => line !== '');
}

function formatTag(name: string, value: string, losses: Losses): string {
  const shown = JSON.stringify(name.slice(0, 40));
  const line = value.replace(/[\n\r]/g, ' ').toWellFormed();
  const text = `[${name} "${escapeTag(line)}"]\n`;
  const isName = name !== '' && Array.from(name, char => char.charCodeAt(0)).every(isNamePart);
  if (!isName || text.length > MAX_COMMENT) {
    losses.add(`the tag ${shown}`);
    return '';
  }
  if (line !== value) losses.add(`line ends in the tag ${shown}`);
  return text;
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
