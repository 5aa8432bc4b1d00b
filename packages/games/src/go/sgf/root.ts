/** The root of a game: rules, players, result and start. */
import { fail, type Header, type Kifu, type Outcome, ok, type Result } from '@kifu/core';
import { addEndingLosses, type Losses } from '../../formats/losses.ts';
import { BLACK, lay, WHITE } from '../board.ts';
import { cellsOf, type Point, pointOf } from '../grid.ts';
import { formatResult, parseResult } from '../result-text.ts';
import { namedLike } from '../ruleset.ts';
import { NONE, type State } from '../state.ts';
import { isSameOutcome, isTold } from './ending.ts';
import {
  formatKomi,
  handicapFrom,
  komiFrom,
  ODD_TAGS,
  rulesetNamed,
  TAGS,
  UNNAMED,
} from './info.ts';
import { formatList } from './nodes.ts';
import { dayOf, escapeText, isSimpleText, isText, parseDay } from './values.ts';

/** Where a match begins, and where its main line ends. */
export interface Ends {
  /** The state that the match was set up with. */
  readonly start: State;
  /** The stones that black placed as a free handicap, in order. */
  readonly placed: readonly Point[];
  /** The state with those stones, and the last of the main line. */
  readonly first: State;
  readonly last: State;
}

/** Writes the root. Properties come in one order: what the game is, who played it, and how it begins. */
export function formatRoot({ header, ending }: Kifu, ends: Ends, losses: Losses): Result<string> {
  const { grid, handicap, komiHalves } = ends.start.match;
  const { width, height } = grid;
  const result = formatEnding(header, ending?.outcome ?? ends.last.outcome, ends.last, losses);
  if (!result.ok) return result;
  addEndingLosses(ending, losses);
  if (header.seed !== null) losses.add('the seed');
  const names = ['PB', 'PW'].map((name, seat) =>
    textProperty(name, header.players.find(player => player.seat === seat)?.name ?? '', losses),
  );
  const properties = [
    'FF[4]GM[1]CA[UTF-8]',
    `SZ[${width === height ? width : `${width}:${height}`}]`,
    formatRules(header, ends.start, losses),
    formatOdd(header, 'KM', formatKomi(komiHalves), komiFrom, losses),
    formatOdd(
      header,
      'HA',
      handicap > 0 ? `${handicap}` : '',
      text => handicapFrom(text, grid),
      losses,
    ),
    ...names,
    result.value,
    ...formatTags(header, losses),
    formatSetup(header, ends, losses),
  ];
  return ok(`;${properties.join('')}`);
}

/** A property of one line; nothing where it would be empty. */
function textProperty(name: string, text: string, losses: Losses): string {
  const isGood = name === 'GC' ? isText(text) : isSimpleText(text);
  if (!isGood) losses.add(`tabs or line ends in ${name}`);
  const plain = text
    .toWellFormed()
    .replace(/\r\n?|\n\r/g, '\n')
    .replace(/[\t\v\f]/g, ' ');
  const line = name === 'GC' ? plain : plain.replaceAll('\n', ' ');
  return line === '' ? '' : `${name}[${escapeText(line)}]`;
}

/** What a tag says where it means the same as the record; else the record's own words. */
function formatOdd(
  { tags }: Header,
  name: string,
  own: string,
  parse: (text: string) => number | null,
  losses: Losses,
): string {
  const tag = tags[name];
  if (tag !== undefined && isSimpleText(tag) && (parse(tag) ?? 0) === (parse(own) ?? 0))
    return `${name}[${escapeText(tag)}]`;
  if (tag !== undefined) losses.add(`the tag ${name}`);
  return own === '' ? '' : `${name}[${own}]`;
}

function formatRules({ tags }: Header, { match: { rules } }: State, losses: Losses): string {
  const named = namedLike(rules);
  if (named === null) losses.add('rules that have no name');
  const own = named?.sgfName ?? '';
  const tag = tags.RU ?? own;
  const meant = rulesetNamed(tag) ?? UNNAMED;
  if (meant === named && isSimpleText(tag)) return `RU[${escapeText(tag)}]`;
  if (tag !== own) losses.add('the tag RU');
  return own === '' ? '' : `RU[${own}]`;
}

/** The result, if there is one; a tag may have more about it, or an invalid result. */
function formatEnding(
  { tags }: Header,
  outcome: Outcome | null,
  { outcome: counted }: State,
  losses: Losses,
): Result<string> {
  const tag = tags.RE;
  if (outcome === null) {
    const isKept = tag !== undefined && isSimpleText(tag) && !parseResult(tag).ok;
    if (tag !== undefined && !isKept) losses.add('the tag RE');
    return ok(isKept ? `RE[${escapeText(tag)}]` : '');
  }
  if (counted !== null && !isSameOutcome(counted, outcome))
    return fail(
      'broken-record',
      `the record ends with ${outcome.reason}, the count with another result`,
      {
        rule: 'ending',
        at: { path: '/ending/outcome' },
      },
    );
  if (tag !== undefined && counted === null && isTold(tag, outcome))
    return ok(`RE[${escapeText(tag)}]`);
  if (tag !== undefined) losses.add('the tag RE');
  const text = formatResult(outcome);
  if (counted === null && !isTold(text, outcome))
    losses.add(`how it ended: ${outcome.result}, ${outcome.reason}`);
  return ok(`RE[${text}]`);
}

/** Tags that are properties, in their order. */
function formatTags({ tags, startedAt }: Header, losses: Losses): string[] {
  for (const name of Object.keys(tags))
    if (!TAGS.includes(name) && !ODD_TAGS.includes(name))
      losses.add(`the tag ${JSON.stringify(name.slice(0, 40))}`);
  const day = startedAt === null || startedAt === parseDay(tags.DT ?? '') ? null : dayOf(startedAt);
  if (startedAt !== null && startedAt !== (day ?? parseDay(tags.DT ?? '')))
    losses.add(day === null ? 'when it began' : 'when it began, to less than a day');
  if (day !== null && tags.DT !== undefined) losses.add('the tag DT');
  return TAGS.map(name =>
    textProperty(name, (name === 'DT' ? day : null) ?? tags[name] ?? '', losses),
  );
}

/** The stones that are there before the first move, and where it is not clear from them who moves first. */
function formatSetup({ start: given }: Header, ends: Ends, losses: Losses): string {
  const { start, placed, first } = ends;
  const { grid } = start.match;
  const board = lay(grid, start.stones);
  const stonesOf = (stone: number) =>
    [...cellsOf(grid)].filter(cell => board[cell] === stone).map(cell => pointOf(grid, cell));
  const stones =
    formatList('AB', [...stonesOf(BLACK), ...placed]) + formatList('AW', stonesOf(WHITE));
  if (given === null) return stones;
  if (given.aside !== null) losses.add('positions before the start');
  if (start.blackTook + start.whiteTook > 0) losses.add('prisoners before the start');
  if (start.ko !== NONE) losses.add('a ko at the start');
  if (start.turns > 0) losses.add('the number of turns before the start');
  if (start.passes > 0) losses.add('passes before the start');
  return `${stones}PL[${'BW'[first.turn]}]`;
}
