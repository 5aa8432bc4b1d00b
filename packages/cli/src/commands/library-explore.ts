/** `kifu library explore`: what was played next at a position, and with what result. */
import { formatCid, type Json, type Kit, ok, type Result, start, step } from '@kifu/core';
import { type ExplorerAnswer, explorePosition } from '@kifu/record/replay';
import type { Tally } from '@kifu/record/store';
import { Command, Option } from 'commander';
import { readPosition, readTyped } from '../input.ts';
import type { Context, Io } from '../io.ts';
import { openArchiveAt } from '../library/archives.ts';
import { ask } from '../library/find.ts';
import { attempt, readLibrary } from '../library/open.ts';
import { addQueryOptions, onlyOne, type QueryOptions, readQuery } from '../library/query.ts';
import { tableFor } from '../library/table.ts';
import { voiceFor } from '../match-words.ts';
import { wholeNumber } from '../options.ts';
import { type CommandReport, type Handle, misused } from '../run-command.ts';
import { tableLines } from '../text.ts';

type ExploreOptions = QueryOptions & { readonly limit: number; readonly archive?: string };
type Explore = Parameters<typeof explorePosition>[0];

/** How many moves are shown without `--limit`. */
const MOVES = 12;

/** The command. */
export const exploreCommand = (handle: Handle): Command =>
  addQueryOptions(new Command('explore').argument('[POSITION...]'), ['position', 'opening'])
    .addOption(new Option('--limit <N>').argParser(wholeNumber(1, 4096)).default(MOVES))
    .addOption(new Option('--archive <PLACE>').conflicts('hidden'))
    .action(
      handle<ExploreOptions>((context, [words], options) =>
        explore(context, (words as readonly string[]).join(' '), options),
      ),
    );

async function explore(
  context: Context,
  text: string,
  options: ExploreOptions,
): Promise<Result<CommandReport>> {
  const { io } = context;
  const query = await readQuery(io, options);
  if (!query.ok) return misused(query);
  const named = options.game === undefined ? ok(null) : await io.games.load(options.game);
  if (!named.ok) return named;
  const found = await onlyOne(io, named.value, 'position', kit => stateOf(kit, text));
  if (!found.ok) return misused(found);
  const { kit, value: state } = found.value;
  const { game: _, ...filters } = query.value;
  const answerBy = async (of: Explore): Promise<Result<CommandReport>> => {
    const answer = await ask(() => explorePosition(of, kit, state, filters));
    return answer.ok
      ? ok(await reportOf(context, kit, answer.value, options.limit))
      : misused(answer);
  };
  if (options.archive === undefined)
    return readLibrary(io, ({ library }) => answerBy(question => library.explore(question)));
  const archive = await openArchiveAt(options.archive);
  if (!archive.ok) return archive;
  return attempt(() => answerBy(question => archive.value.explore(question)));
}

/** A position in a notation of the game or as JSON, or moves from the start. */
function stateOf(kit: Kit, text: string): Result<unknown> {
  const position = text === '' ? null : readPosition(kit, text);
  if (position?.ok) return position;
  const words = text.split(/[\s,]+/).map(word => word.replace(/^\d+\.+/, ''));
  const begun = start(kit.game, kit.game.chance === undefined ? {} : { seed: 1 });
  if (!begun.ok) return begun;
  let { state } = begun.value;
  for (const word of words.filter(Boolean)) {
    const move: Result<Json> = readTyped(kit, state, word);
    if (!move.ok) return move;
    const [seat = 0] = kit.game.active(state);
    const next = step(kit.game, state, { do: 'move', seat, move: move.value });
    if (!next.ok) return next;
    ({ state } = next.value);
  }
  return ok(state);
}

async function reportOf(
  { io, colors }: Context,
  kit: Kit,
  { reached, rows, notable, isWhole }: ExplorerAnswer,
  limit: number,
): Promise<CommandReport> {
  const json = {
    game: kit.game.name,
    isWhole,
    ...tallyData(reached),
    moves: rows.map(({ written, move, seat, tally }) => ({
      ...{ move: written, hex: kit.game.moves.hex.encode(move), seat },
      ...tallyData(tally),
    })),
    notable: notable.map(({ match, players }) => ({ match: formatCid(match), players })),
  };
  const t = io.texts.reports.library.explore;
  if (reached.games === 0) return { json, text: t.nothingFound };
  const seats = voiceFor(io, kit).game.seats.slice(0, Math.max(2, reached.wins.length));
  const [head, ...lines] = tableLines([
    [
      ...[
        t.columns.move,
        t.columns.games,
        ...seats.map(name => name.toLocaleUpperCase(io.language)),
      ],
      ...[t.columns.drawn, t.columns.rating, t.columns.last],
    ],
    ...rows
      .slice(0, limit)
      .map(({ written, tally }) => [written, ...cells(io, tally, seats.length)]),
  ]);
  const left = rows.length - limit;
  return {
    json,
    text: [
      (isWhole ? t.all : t.newest)(reached.games),
      ...(lines.length === 0 ? [] : ['', colors.bold(head!), ...lines]),
      ...(left > 0 ? [colors.dim(t.more(left))] : []),
      '',
      ...(await notableLines(io, notable, colors.bold)),
    ].join('\n'),
  };
}

const cells = ({ texts }: Io, { games, wins, draws, ...more }: Tally, seats: number): string[] => {
  const share = (n: number): string => `${Math.round((100 * n) / games)}%`;
  const { rating, last } = tallyData({ games, wins, draws, ...more });
  return [
    texts.counts.number(games),
    ...Array.from({ length: seats }, (_, seat) => share(wins[seat] ?? 0)),
    share(draws),
    rating === null ? '–' : `${rating}`,
    last?.slice(0, 10) ?? '–',
  ];
};

const tallyData = ({ games, wins, draws, ratingSum, ratedGames, lastSecond }: Tally) => ({
  games,
  wins: [...wins],
  draws,
  rating: ratedGames === 0 ? null : Math.round(ratingSum / ratedGames),
  last: lastSecond === null ? null : new Date(1000 * lastSecond).toISOString(),
});

async function notableLines(
  io: Io,
  notable: ExplorerAnswer['notable'],
  bold: (text: string) => string,
): Promise<string[]> {
  const { head, row } = tableFor(io, true);
  return [bold(head), ...(await Promise.all(notable.map(row)))];
}
