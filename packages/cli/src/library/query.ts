/** What to look for in the library, as people say it. */
import { fail, type Json, type Kit, ok, type Result, start, step } from '@kifu/core';
import { positionKey } from '@kifu/record/replay';
import {
  FILTER_NAMES,
  FILTERS,
  type FilterName,
  filterOf,
  type Query,
  SORTS,
  type Sort,
  splitTag,
} from '@kifu/record/store';
import { type Command, Option } from 'commander';
import { readPosition, readTyped } from '../input.ts';
import type { Io } from '../io.ts';
import { refuse } from '../misuse.ts';
import { wholeNumber } from '../options.ts';
import { frameOf, openSeekable } from '../record-options.ts';
import { hasLibrary, readLibrary } from './open.ts';
import { writerOf } from './prepare.ts';
import { tagOrField } from './tags.ts';

/** How a query is asked for: what needs more than its filter's flag. */
export interface QueryOptions {
  readonly game?: string;
  readonly open?: boolean;
  readonly reason?: string;
  readonly rated?: boolean;
  readonly unrated?: boolean;
  readonly public?: boolean;
  readonly private?: boolean;
  readonly hidden?: boolean;
  readonly position?: string;
  readonly positionOf?: string;
  readonly opening?: string;
  readonly text?: string;
  readonly site?: string;
  /** A tag of the annotations, or `NAME=VALUE`. */
  readonly tag?: string;
}

/** How what was found is put in order and cut into pages. */
export interface PageOptions {
  readonly sort?: Sort;
  readonly limit?: number;
  readonly all?: boolean;
  readonly after?: string;
}

const MOST = 1_000_000_000;
/** How many matches are listed without `--limit`. */
const LIMIT = 50;

/** Options beside a filter's flag. */
const BESIDE: { readonly [Name in FilterName]?: readonly (() => Option)[] } = {
  result: [() => new Option('--open').conflicts('result')],
  rated: [() => new Option('--unrated').conflicts('rated')],
  visibility: [() => new Option('--private').conflicts('public'), () => new Option('--hidden')],
  position: [() => new Option('--position-of <FILE@N>').conflicts('position')],
};

/** The options that say which matches are meant. `--tag` also takes tags of annotations: commands that look at matches one by one have it. */
export function addQueryOptions(command: Command, without: readonly FilterName[] = []): Command {
  for (const name of FILTER_NAMES.filter(one => one !== 'tag' && !without.includes(one)))
    for (const make of [() => flagOf(name), ...(BESIDE[name] ?? [])]) command.addOption(make());
  return command;
}

/** The flag of a filter, which reads what kind of value it takes. */
function flagOf(name: FilterName): Option {
  const { kind, flag, help } = filterOf(name);
  const option = new Option(flag, help);
  if (kind.type === 'date') return option.argParser(date);
  if (kind.type === 'count') return option.argParser(wholeNumber(0, kind.max));
  return kind.values !== undefined && option.required ? option.choices(kind.values) : option;
}

/** What the flags that take a value as it is were given. */
const flagValues = (options: { readonly [attribute: string]: unknown }): Query =>
  Object.fromEntries(
    FILTER_NAMES.flatMap(name => {
      const { kind, flag } = filterOf(name);
      const option = new Option(flag);
      const isRead = !option.required || ['position', 'moves', 'tag'].includes(kind.type);
      const value = options[option.attributeName()];
      return isRead || value === undefined ? [] : [[name, value]];
    }),
  );

/** `--tag`, for commands that look at matches one by one. */
export const addTagOption = (command: Command): Command =>
  command.addOption(new Option('--tag <WORD|NAME=VALUE>').argParser(tagOrField));

/** Options for the order and number of results. */
export const addPageOptions = (command: Command, limit: number | null = LIMIT): Command =>
  command
    .addOption(new Option('--sort <ORDER>').choices(SORTS).default('newest'))
    .addOption(
      new Option('--limit <N>').argParser(wholeNumber(1, MOST)).default(limit ?? undefined),
    )
    .addOption(new Option('--all').conflicts('limit'))
    .addOption(new Option('--after <PAGE>').argParser(page));

/** A year, a month, a day or a moment. */
function date(text: string): string {
  const parsed = FILTERS.from.kind.parse(text);
  if (parsed.ok) return parsed.value;
  return refuse(texts => texts.date);
}

/** Where a page begins, as it was shown. */
function page(text: string): string {
  const place = Buffer.from(text, 'base64url').toString('utf8');
  if (/^\[.*\]$/.test(place) && showPage(place) === text) return place;
  return refuse(texts => texts.page);
}

/** Where a page begins, as a word. */
export const showPage = (place: string): string => Buffer.from(place).toString('base64url');

/** The query that the options ask for. Faults lie in the options. */
export async function readQuery(io: Io, options: QueryOptions): Promise<Result<Query>> {
  const { game, reason, hidden } = options;
  const text = narrowed(options);
  if (text !== undefined && !/[\p{L}\p{N}]/u.test(text))
    return fail('malformed', 'nothing to search for: enter letters or digits');
  const kit = game === undefined ? ok(null) : await io.games.load(game);
  if (!kit.ok) return kit;
  const position = await readPositionKey(io, kit.value, options);
  if (!position.ok) return position;
  const opening = await readOpening(io, kit.value, options.opening);
  if (!opening.ok) return opening;
  const asked = {
    game: opening.value?.game,
    result: options.open ? 'open' : undefined,
    reason: reason === undefined ? undefined : joined(reason),
    rated: options.rated ? true : options.unrated ? false : undefined,
    visibility: options.public ? 'public' : options.private ? 'private' : undefined,
    hidden,
    text,
    position: position.value,
    opening: opening.value?.moves,
    tag: wordTagOf(options) === null ? options.tag : undefined,
  } as const;
  return ok({ ...flagValues({ ...options }), ...present(asked) });
}

/** What to search for by words: a tag of annotations is a word of a comment, so that fewer matches are looked at one by one. */
function narrowed({ text, tag }: QueryOptions): string | undefined {
  const words = [text, wordTagOf({ tag }) ?? undefined].filter(word => word !== undefined);
  return words.length === 0 ? undefined : words.join(' ');
}

/** The tag of annotations that is asked for; null where none is, or one of the record. */
export const wordTagOf = ({ tag }: { readonly tag?: string | undefined }): string | null =>
  tag === undefined || splitTag(tag)[1] !== null ? null : tag;

/** The query without fields that are undefined. */
const present = (query: { readonly [field in keyof Query]: Query[field] | undefined }): Query =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));

/** `threefold repetition` as `threefoldRepetition`. */
const joined = (words: string): string =>
  words.trim().replace(/[\s-]+(\S)/g, (_, letter: string) => letter.toUpperCase());

async function readPositionKey(
  io: Io,
  kit: Kit | null,
  { position, positionOf }: QueryOptions,
): Promise<Result<Uint8Array | undefined>> {
  if (position !== undefined) {
    const found = await onlyOne(io, kit, 'position', each => readPosition(each, position));
    return found.ok ? ok(positionKey(found.value.kit.game, found.value.value)) : found;
  }
  if (positionOf === undefined) return ok(undefined);
  const [, file, n] = /^(.*?)(?:@(\d{1,9}))?$/s.exec(positionOf)!;
  const opened = await openSeekable(io, file!);
  if (!opened.ok) return opened;
  const found = frameOf(opened.value, n === undefined ? undefined : Number(n));
  return found.ok ? ok(positionKey(opened.value.kit.game, found.value.state)) : found;
}

/** First moves as listings have them, and their game. */
interface Opening {
  readonly game: string;
  readonly moves: readonly string[];
}

async function readOpening(
  io: Io,
  kit: Kit | null,
  text: string | undefined,
): Promise<Result<Opening | undefined>> {
  const words = text?.split(/\s+/).map(word => word.replace(/^\d+\.+/, '')) ?? [];
  const moves = words.filter(word => word !== '');
  if (moves.length === 0)
    return text === undefined ? ok(undefined) : fail('malformed', 'the opening has no moves');
  const chess = CHESS_ONLY.test(text!) ? await io.games.load('chess') : null;
  const named = kit ?? (chess?.ok && playOpening(chess.value, moves).ok ? chess.value : null);
  const found = await onlyOne(io, named, 'opening', each => playOpening(each, moves));
  return found.ok ? ok({ game: found.value.kit.game.name, moves: found.value.value }) : found;
}

/** Numbers with dots, and letters of pieces: other games that read the same moves write none of them. */
const CHESS_ONLY = /(?:^|\s)\d+\.|(?:^|[\s.])(?:[KQRBN][a-h1-8x]|O-O)/;

/** Moves in any notation, written as listings have them. After the first chance the position is not known: words are taken as they are. */
function playOpening(kit: Kit, words: readonly string[]): Result<string[]> {
  const { game } = kit;
  if (game.chance !== undefined) return ok([...words]);
  const begun = start(game, {});
  if (!begun.ok) return begun;
  let { state } = begun.value;
  const write = writerOf(kit);
  const moves: string[] = [];
  for (const word of words) {
    const move: Result<Json> = readTyped(kit, state, word);
    if (!move.ok) return move;
    const [seat] = game.active(state);
    const next = step(game, state, { do: 'move', seat: seat ?? 0, move: move.value });
    if (!next.ok) return next;
    moves.push(write(state, move.value));
    ({ state } = next.value);
  }
  return ok(moves);
}

/** Reads something by the game that is named, else by the only game that can; of several by the only one that the library has matches of. */
export async function onlyOne<T>(
  io: Io,
  named: Kit | null,
  what: string,
  read: (kit: Kit) => Result<T>,
): Promise<Result<{ readonly kit: Kit; readonly value: T }>> {
  if (named !== null) {
    const value = read(named);
    return value.ok ? ok({ kit: named, value: value.value }) : value;
  }
  const able: { kit: Kit; value: T }[] = [];
  for (const name of io.games.names()) {
    const kit = await io.games.load(name);
    // words of a game of chance are taken as they are, so such a game must be named
    if (!kit.ok || (what === 'opening' && kit.value.game.chance !== undefined)) continue;
    const value = read(kit.value);
    if (value.ok) able.push({ kit: kit.value, value: value.value });
  }
  const here = able.length > 1 ? await gamesInLibrary(io, able) : able;
  if (here.length === 1) return ok(here[0]!);
  const names = able.map(({ kit }) => kit.game.name).join(' or ');
  return able.length === 0
    ? fail('malformed', `not a known ${what}; name the game with --game`)
    : fail('malformed', `ambiguous ${what} (${names}); choose with --game`);
}

/** Those of some games that the library has matches of. */
async function gamesInLibrary<T extends { readonly kit: Kit }>(
  io: Io,
  able: readonly T[],
): Promise<readonly T[]> {
  if (!(await hasLibrary(io))) return able;
  const found = await readLibrary(io, async ({ library }) => {
    const here: T[] = [];
    for (const one of able) {
      const { listings } = await library.find({ game: one.kit.game.name, limit: 1 });
      if (listings.length > 0) here.push(one);
    }
    return ok(here);
  });
  return found.ok ? found.value : able;
}
