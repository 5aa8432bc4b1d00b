/** What to look for in the library, as people say it. */
import { fail, type Json, type Kit, ok, parseDate, type Result, start, step } from '@kifu/core';
import { positionKey } from '@kifu/record/replay';
import { type Query, SORTS, type Sort } from '@kifu/record/store';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { readPosition, readTyped } from '../input.ts';
import type { Io } from '../io.ts';
import { wholeNumber } from '../options.ts';
import { frameOf, openSeekable } from '../record-options.ts';
import { hasLibrary, readLibrary } from './open.ts';
import { writerOf } from './prepare.ts';
import { tagText } from './tags.ts';

/** How a query is asked for. */
export interface QueryOptions {
  readonly game?: string;
  readonly player?: string;
  readonly result?: Query['result'];
  readonly open?: boolean;
  readonly reason?: string;
  readonly from?: string;
  readonly before?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly rated?: boolean;
  readonly unrated?: boolean;
  readonly source?: string;
  readonly public?: boolean;
  readonly private?: boolean;
  readonly hidden?: boolean;
  readonly position?: string;
  readonly positionOf?: string;
  readonly opening?: string;
  readonly text?: string;
  readonly event?: string;
  readonly round?: string;
  readonly timeControl?: string;
  readonly eco?: string;
  readonly minRating?: number;
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

/** The options that say which matches are meant. */
export const addQueryOptions = (command: Command): Command =>
  command
    .option('--game <NAME>', 'of this game')
    .option('--player <TEXT>', 'with this in the name of a player')
    .addOption(new Option('--result <HOW>', 'ended so').choices(['win', 'draw', 'void', 'open']))
    .addOption(new Option('--open', 'not ended yet').conflicts('result'))
    .option('--reason <WORD>', 'ended by this: checkmate, resignation, …')
    .addOption(
      new Option('--from <DATE>', 'started then or later: 2026, 2026-03, 2026-03-01, …').argParser(
        date,
      ),
    )
    .addOption(new Option('--before <DATE>', 'started before').argParser(date))
    .addOption(
      new Option('--min-length <N>', 'with at least so many entries').argParser(
        wholeNumber(0, MOST),
      ),
    )
    .addOption(
      new Option('--max-length <N>', 'with at most so many').argParser(wholeNumber(0, MOST)),
    )
    .option('--rated', 'rated')
    .addOption(new Option('--unrated', 'not rated').conflicts('rated'))
    .option('--source <NAME>', 'from there: play, record, a file, …')
    .option('--public', 'public')
    .addOption(new Option('--private', 'not public').conflicts('public'))
    .option('--hidden', 'hidden, and no others')
    .option(
      '--text <WORDS>',
      'with words that begin so in names, titles, events, sites, openings, other tags or comments',
    )
    .option('--position <TEXT>', 'that reached this position, such as a FEN')
    .addOption(
      new Option(
        '--position-of <FILE@N>',
        'that reached the position of a record after N entries',
      ).conflicts('position'),
    )
    .option('--opening <MOVES>', 'that began so: "e4 e5 Nf3"')
    .option('--eco <CODE>', 'with this code of the opening, or one that begins so: B90, B9')
    .addOption(
      new Option('--min-rating <N>', 'in which everybody has at least this rating').argParser(
        wholeNumber(0, 9999),
      ),
    )
    .option('--event <WORDS>', 'of an event with words that begin so')
    .option('--round <TEXT>', 'of this round')
    .option('--time-control <TEXT>', 'with this time control: 180+2, …');

/** `--tag`, where what was found is told one by one. */
export const tagOption = (): Option =>
  new Option('--tag <WORD>', 'with this tag').argParser(tagText);

/** The options that put what was found in order; as many as the limit unless told otherwise. */
export const addPageOptions = (command: Command, limit: number | 'all of them' = LIMIT): Command =>
  command
    .addOption(new Option('--sort <ORDER>', 'what comes first').choices(SORTS).default('newest'))
    .addOption(
      new Option('--limit <N>', 'at most so many')
        .argParser(wholeNumber(1, MOST))
        .default(limit === 'all of them' ? undefined : limit, `${limit}`),
    )
    .addOption(new Option('--all', 'all of them').conflicts('limit'))
    .addOption(new Option('--after <PAGE>', 'go on where the page before ended').argParser(page));

/** A year, a month, a day or a moment. */
function date(text: string): string {
  if (parseDate(text) !== null) return text;
  throw new InvalidArgumentError(
    'It must be a time such as 2026, 2026-03-01 or 2026-03-01T12:00Z.',
  );
}

/** Where a page begins, as it was shown. */
function page(text: string): string {
  const place = Buffer.from(text, 'base64url').toString('utf8');
  if (/^\[.*\]$/.test(place) && showPage(place) === text) return place;
  throw new InvalidArgumentError('It must be what the page before said.');
}

/** Where a page begins, as a word. */
export const showPage = (place: string): string => Buffer.from(place).toString('base64url');

/** The query that the options ask for. Faults lie in the options. */
export async function readQuery(io: Io, options: QueryOptions): Promise<Result<Query>> {
  const { game, player, reason, from, before, source, hidden, tag } = options;
  // a tag is a word of a comment: those that have the word are looked at
  const text = tag === undefined ? options.text : `${options.text ?? ''} ${tag}`;
  if (text !== undefined && !/[\p{L}\p{N}]/u.test(text))
    return fail('malformed', 'there is no word to search for: words have letters or digits');
  const kit = game === undefined ? ok(null) : await io.games.load(game);
  if (!kit.ok) return kit;
  const position = await readPositionKey(io, kit.value, options);
  if (!position.ok) return position;
  const opening = await readOpening(io, kit.value, options.opening);
  if (!opening.ok) return opening;
  const only = opening.value?.game ?? game;
  return ok(
    present({
      game: only,
      player,
      result: options.open ? 'open' : options.result,
      reason: reason === undefined ? undefined : joined(reason),
      from,
      before,
      minEntries: options.minLength,
      maxEntries: options.maxLength,
      rated: options.rated ? true : options.unrated ? false : undefined,
      source,
      visibility: options.public ? 'public' : options.private ? 'private' : undefined,
      hidden,
      text,
      event: options.event,
      round: options.round,
      timeControl: options.timeControl,
      eco: options.eco,
      minRating: options.minRating,
      position: position.value,
      opening: opening.value?.moves,
    }),
  );
}

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
async function onlyOne<T>(
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
    ? fail('malformed', `this is no ${what} of a game that is known here; --game says of which`)
    : fail('malformed', `this ${what} may be one of ${names}: --game says which`);
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
