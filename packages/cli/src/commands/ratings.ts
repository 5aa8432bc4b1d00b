/** `kifu ratings`: how strong players are, by the matches of the library, and why. */
import {
  type Fault,
  fail,
  formatFault,
  type Json,
  ok,
  parseCid,
  type Result,
  unwrap,
} from '@kifu/core';
import { GLICKO_PARAMETERS } from '@kifu/core/glicko2';
import {
  findRatingDrift,
  type Ladder,
  type LadderStanding,
  type RatedPlayer,
  type RatedWeek,
  rateMatches,
  SPEEDS,
  type StoredLadder,
  toStoredLadders,
} from '@kifu/record/ratings';
import { Command, Option } from 'commander';
import type { Context, Io } from '../io.ts';
import { formatId } from '../library/ids.ts';
import { addExamples, wholeNumber } from '../options.ts';
import { type RatedMatches, readRatedMatches } from '../ratings/read-rated.ts';
import { loadRatings, saveRatings } from '../ratings/stored-ratings.ts';
import { type CommandReport, EXIT, type Handle } from '../run-command.ts';
import { counted, oneLine, printable, tableLines } from '../text.ts';

interface LadderOptions {
  readonly game?: string;
  readonly speed?: string;
}

interface ArchiveOptions {
  readonly archive?: readonly string[];
}

interface RebuildOptions extends ArchiveOptions {
  readonly check?: boolean;
}

/** How many players of a ladder are listed without `--limit`. */
const LISTED = 20;
/** Letters of a key that are enough to name it. */
const KEY_LETTERS = 8;

/** The command. */
export function ratingsCommand(handle: Handle): Command {
  const ratings = new Command('ratings')
    .description(
      'Ratings of players by the rated matches of the library: Glicko-2, for each game and speed class. Each can be made again from its receipt.',
    )
    .summary('Ratings of players, and why.');
  for (const part of [listCommand, explainCommand, rebuildCommand])
    ratings.addCommand(part(handle));
  return addExamples(
    ratings,
    ['kifu ratings rebuild', 'rate everybody by the library'],
    ['kifu ratings list', 'the strongest first'],
  );
}

const addLadderOptions = (command: Command): Command =>
  command
    .addOption(new Option('--game <NAME>', 'of this game'))
    .addOption(new Option('--speed <CLASS>', 'of this speed class').choices(SPEEDS));

const archiveOption = (): Option =>
  new Option(
    '--archive <PLACE...>',
    'count matches that were moved to archives too: their addresses, or folders',
  );

const isWanted =
  ({ game, speed }: LadderOptions) =>
  (ladder: { readonly game: string; readonly speed: string }): boolean =>
    (game ?? ladder.game) === ladder.game && (speed ?? ladder.speed) === ladder.speed;

const listCommand = (handle: Handle): Command =>
  addExamples(
    addLadderOptions(
      new Command('list')
        .description('List ratings as they were kept by kifu ratings rebuild, the highest first.')
        .summary('List ratings, the highest first.'),
    )
      .addOption(
        new Option('--limit <N>', 'list so many of each')
          .argParser(wholeNumber(1, 1_000_000))
          .default(LISTED),
      )
      .action(
        handle<LadderOptions & { readonly limit: number }>(
          async ({ io, colors }, _words, options) => {
            const stored = await loadRatings(io);
            if (!stored.ok) return stored;
            if (stored.value === null) return NONE;
            const ladders = stored.value
              .filter(isWanted(options))
              .map(ladder => ({ ...ladder, standings: ladder.standings.slice(0, options.limit) }));
            const [head, ...rows] = listLines(ladders);
            return ok({
              json: { ladders: ladders as unknown as Json },
              text:
                rows.length === 0 ? 'nobody is rated' : [colors.bold(head!), ...rows].join('\n'),
            });
          },
        ),
      ),
    ['kifu ratings list --game chess --speed blitz', 'one ladder'],
  );

const NONE = fail('not-found', 'there are no ratings yet; kifu ratings rebuild makes them');

const listLines = (ladders: readonly StoredLadder[]): string[] =>
  tableLines([
    ['GAME', 'SPEED', 'PLAYER', 'RATING', 'DEV', 'MATCHES'],
    ...ladders.flatMap(({ game, speed, standings }) =>
      standings.map(({ id, name, rating, deviation, matches }) => [
        ...[oneLine(game), speed, playerText({ key: id.startsWith('@') ? null : id, name })],
        ...[Math.round(Number(rating)), Math.round(Number(deviation)), matches],
      ]),
    ),
  ]);

/** A name, and the beginning of the key that tells it from others of that name. */
const playerText = ({ key, name }: RatedPlayer): string =>
  key === null ? oneLine(name) : `${oneLine(name) || '(no name)'} ${key.slice(0, KEY_LETTERS)}`;

const rebuildCommand = (handle: Handle): Command =>
  addExamples(
    new Command('rebuild')
      .description(
        'Rate everybody anew by all rated matches of the library, and keep that beside it. With --check nothing is kept: exits with 1 where what is kept is something else.',
      )
      .summary('Rate everybody anew, or check.')
      .option('--check', 'compare with what is kept, and change nothing')
      .addOption(archiveOption())
      .action(
        handle<RebuildOptions>(async ({ io, colors }, _words, { check = false, archive }) => {
          const read = await readRatedMatches(io, archive);
          if (!read.ok) return read;
          const made = toStoredLadders(rateMatches(read.value.matches));
          return check ? checkKept(io, read.value, made, colors) : keep(io, read.value, made);
        }),
      ),
    ['kifu ratings rebuild', 'after matches were played or imported'],
    ['kifu ratings rebuild --archive archive/', 'with matches that have left the library'],
    ['kifu ratings rebuild --check', 'is every rating the one that its matches give?'],
  );

async function keep(
  io: Io,
  found: RatedMatches,
  made: readonly StoredLadder[],
): Promise<Result<CommandReport>> {
  const saved = await saveRatings(io, made);
  if (!saved.ok) return saved;
  return ok({ json: { file: saved.value, ...figuresOf(found, made) }, text: summary(found, made) });
}

async function checkKept(
  io: Io,
  found: RatedMatches,
  made: readonly StoredLadder[],
  colors: Context['colors'],
): Promise<Result<CommandReport>> {
  const stored = await loadRatings(io);
  if (!stored.ok) return stored;
  if (stored.value === null) return NONE;
  const drifts = findRatingDrift(stored.value, made);
  return ok({
    json: { ...figuresOf(found, made), drifts: drifts as unknown as Json },
    text: [
      ...drifts.map(fault => `${colors.red('drift')}  ${printable(formatFault(fault))}`),
      drifts.length === 0
        ? `${summary(found, made)}: all is well`
        : `${counted(drifts.length, 'drift', 'drifts')}; kifu ratings rebuild makes them anew`,
    ].join('\n'),
    exitCode: drifts.length === 0 ? EXIT.good : EXIT.fault,
  });
}

const figuresOf = ({ matches, notCounted }: RatedMatches, made: readonly StoredLadder[]) => ({
  matches: matches.length,
  notCounted: Object.fromEntries(notCounted),
  ladders: made.map(({ standings, ...ladder }) => ({ ...ladder, players: standings.length })),
});

function summary({ matches, notCounted }: RatedMatches, made: readonly StoredLadder[]): string {
  const ratings = made.reduce((sum, { standings }) => sum + standings.length, 0);
  const others = [...notCounted].map(([why, count]) => `${count} ${why}`).join(', ');
  const left = others === '' ? '' : ` (not counted: ${others})`;
  return `${counted(ratings, 'rating', 'ratings')} of ${counted(matches.length, 'match', 'matches')}${left}`;
}

const explainCommand = (handle: Handle): Command =>
  addExamples(
    addLadderOptions(
      new Command('explain')
        .description(
          'Tell how the ratings of a player came about: week by week, match by match, with the receipt. They are made anew from the library and compared with what is kept.',
        )
        .summary('Tell how a rating came about.')
        .argument('<PLAYER>', `a name, or a key or its first ${KEY_LETTERS} digits at least`)
        .addOption(archiveOption()),
    ).action(
      handle<LadderOptions & ArchiveOptions>(async (context, [word], options) => {
        const { io } = context;
        const { archive } = options;
        const read = await readRatedMatches(io, archive);
        if (!read.ok) return read;
        const ladders = rateMatches(read.value.matches).filter(isWanted(options));
        const found = ladders.flatMap(ladder =>
          ladder.standings
            .filter(({ player }) => isMeant(player, word as string))
            .map(standing => ({ ladder, standing })),
        );
        if (found.length === 0)
          return fail('not-found', `no rated match of ${printable(word as string)} counts`);
        const stored = await loadRatings(io);
        if (!stored.ok) return stored;
        const drifts =
          stored.value === null
            ? []
            : findRatingDrift(
                stored.value.filter(isWanted(options)).filter(isOneOf(found)),
                toStoredLadders(found.map(({ ladder }) => ladder)),
              );
        return ok(explain(context, found, drifts));
      }),
    ),
    ['kifu ratings explain Ann', 'all of a player'],
    ['kifu ratings explain Ann --game chess --json', 'for programs: with the whole receipt'],
  );

/** Whether the player was found in a ladder. */
const isOneOf =
  (found: readonly FoundStanding[]) =>
  ({ game, speed }: StoredLadder): boolean =>
    found.some(({ ladder }) => ladder.game === game && ladder.speed === speed);

const isMeant = ({ key, name }: RatedPlayer, word: string): boolean =>
  name.toLowerCase() === word.toLowerCase() ||
  (word.length >= KEY_LETTERS && key?.startsWith(word.toLowerCase()) === true);

interface FoundStanding {
  readonly ladder: Ladder;
  readonly standing: LadderStanding;
}

function explain(
  { colors }: Context,
  found: readonly FoundStanding[],
  drifts: readonly Fault[],
): CommandReport {
  const [fault] = drifts;
  return {
    json: {
      ratings: found.map(({ ladder: { game, speed, receipt }, standing }) => ({
        ...{ game, speed, receipt },
        ...toStoredLadders([{ game, speed, receipt, standings: [standing] }])[0]!.standings[0],
        history: standing.history.map(weekData),
      })) as unknown as Json,
    },
    text: found
      .flatMap(({ ladder, standing }, i) => [
        ...(i === 0 ? [] : ['']),
        colors.bold(`${oneLine(ladder.game)} ${ladder.speed}: ${playerText(standing.player)}`),
        `${ratingText(standing.rating)}, volatility ${standing.rating.volatility.toFixed(4)}, ${counted(standing.matches, 'match', 'matches')}`,
        ...standing.history.flatMap(weekLines),
        `receipt  ${ladder.receipt.hash}`,
        colors.dim(
          `of ${counted(ladder.receipt.matches.length, 'match', 'matches')} of this ladder, Glicko-2 with tau ${GLICKO_PARAMETERS.tau}, periods of a week`,
        ),
      ])
      .join('\n'),
    ...(fault === undefined ? {} : { fault }),
  };
}

const ratingText = ({ R, RD }: { readonly R: number; readonly RD: number }): string =>
  `${Math.round(R)} ± ${Math.round(RD)}`;

const WORDS: { readonly [score: string]: string } = {
  1: 'won against',
  0.5: 'drew with',
  0: 'lost to',
};

const weekLines = ({ period, before, games, after }: RatedWeek): string[] => [
  `week of ${mondayOf(period)}: ${ratingText(before)} → ${ratingText(after)}`,
  ...games.map(
    ({ match, opponent, score, ...rating }) =>
      `  ${formatId(unwrap(parseCid(match)))}  ${WORDS[score]} ${playerText(opponent)}, ${ratingText(rating)}`,
  ),
];

const weekData = ({ period, before, games, after }: RatedWeek) => ({
  week: mondayOf(period),
  before: ratingText(before),
  after: ratingText(after),
  games: games.map(({ match, opponent, score, ...rating }) => ({
    ...{ match, opponent: opponent.name, key: opponent.key },
    ...{ rating: ratingText(rating), halfPoints: 2 * score },
  })),
});

/** The day on which a rating period begins. */
const mondayOf = (period: number): string =>
  new Date((GLICKO_PARAMETERS.epochS + period * GLICKO_PARAMETERS.periodS) * 1000)
    .toISOString()
    .slice(0, 10);
