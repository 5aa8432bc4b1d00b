/** `kifu ratings`: how strong players are, by the matches of the library, and why. */

import { type Json, ok, type Result } from '@kifu/core';
import {
  findRatingDrift,
  rateMatches,
  type StoredRatingPool,
  toStoredLadders,
} from '@kifu/record/ratings';
import { Command, Option } from 'commander';
import { faultText } from '../fault-text.ts';
import type { Context, Io } from '../io.ts';
import { wholeNumber } from '../options.ts';
import {
  addCountingOptions,
  addLadderOptions,
  type CountingOptions,
  choiceOf,
  isWanted,
  type LadderOptions,
  NO_RATINGS,
  playerText,
  type RatingTexts,
} from '../ratings/options.ts';
import { type RatedMatches, readRatedMatches } from '../ratings/read-rated.ts';
import { loadRatings, type StoredRatings, saveRatings } from '../ratings/stored-ratings.ts';
import { type CommandReport, EXIT, type Handle } from '../run-command.ts';
import { oneLine, tableLines } from '../text.ts';
import { explainCommand } from './ratings-explain.ts';

interface RebuildOptions extends CountingOptions {
  readonly check?: boolean;
}

/** How many players of a ladder are listed without `--limit`. */
const LISTED = 20;

/** The command. */
export function ratingsCommand(handle: Handle): Command {
  const ratings = new Command('ratings');
  for (const part of [listCommand, explainCommand, rebuildCommand])
    ratings.addCommand(part(handle));
  return ratings;
}

const listCommand = (handle: Handle): Command =>
  addLadderOptions(new Command('list'))
    .addOption(new Option('--limit <N>').argParser(wholeNumber(1, 1_000_000)).default(LISTED))
    .action(
      handle<LadderOptions & { readonly limit: number }>(
        async ({ io, colors }, _words, options) => {
          const stored = await loadRatings(io);
          if (!stored.ok) return stored;
          if (stored.value === null) return NO_RATINGS;
          const ladders = stored.value.ladders
            .filter(isWanted(options))
            .map(ladder => ({ ...ladder, standings: ladder.standings.slice(0, options.limit) }));
          const t = io.texts.reports.players.ratings;
          const [head, ...rows] = listLines(t, ladders);
          return ok({
            json: { ladders: ladders as unknown as Json },
            text: rows.length === 0 ? t.none : [colors.bold(head!), ...rows].join('\n'),
          });
        },
      ),
    );

const listLines = (t: RatingTexts, ladders: readonly StoredRatingPool[]): string[] =>
  tableLines([
    t.columns,
    ...ladders.flatMap(({ game, speed, standings }) =>
      standings.map(({ id, name, rating, deviation, matches }) => [
        ...[oneLine(game), speedText(t, speed)],
        playerText({ key: id.startsWith('@') ? null : id, name }, t),
        ...[Math.round(Number(rating)), Math.round(Number(deviation)), matches],
      ]),
    ),
  ]);

/** Files may name a speed that this version does not know. */
function speedText({ speeds }: RatingTexts, speed: string): string {
  const known: { readonly [speed: string]: string } = speeds;
  return known[speed] ?? oneLine(speed);
}

const makeRebuild = (handle: Handle): Command =>
  addCountingOptions(new Command('rebuild').option('--check')).action(
    handle<RebuildOptions>(async ({ io, colors }, _words, options) => {
      const stored = options.check ? await loadRatings(io) : ok(null);
      if (!stored.ok) return stored;
      if (options.check && stored.value === null) return NO_RATINGS;
      const counting = choiceOf(options, stored.value);
      const read = await readRatedMatches(io, counting, options.archive);
      if (!read.ok) return read;
      const ladders = toStoredLadders(rateMatches(read.value.matches));
      return stored.value === null
        ? store(io, read.value, { counting, ladders })
        : ok(compareStored(io, read.value, stored.value, ladders, colors));
    }),
  );

const rebuildCommand = (handle: Handle): Command => makeRebuild(handle);

async function store(
  io: Io,
  found: RatedMatches,
  ratings: StoredRatings,
): Promise<Result<CommandReport>> {
  const saved = await saveRatings(io, ratings);
  if (!saved.ok) return saved;
  const { counting, ladders } = ratings;
  const t = io.texts.reports.players.ratings;
  return ok({
    json: { file: saved.value, counting: { ...counting }, ...figuresOf(found, ladders) },
    text: [summary(t, found, ladders), ...hints(t, found)].join('\n'),
  });
}

function compareStored(
  io: Io,
  found: RatedMatches,
  { counting, ladders }: StoredRatings,
  made: readonly StoredRatingPool[],
  colors: Context['colors'],
): CommandReport {
  const drifts = findRatingDrift(ladders, made);
  const t = io.texts.reports.players.ratings;
  return {
    json: {
      ...{ counting: { ...counting }, ...figuresOf(found, made) },
      drifts: drifts as unknown as Json,
    },
    text: [
      ...drifts.map(fault => `${colors.red(t.drift)}  ${faultText(io, fault)}`),
      drifts.length === 0 ? t.noDrift(summary(t, found, made)) : t.drifts(drifts.length),
    ].join('\n'),
    exitCode: drifts.length === 0 ? EXIT.good : EXIT.fault,
  };
}

const figuresOf = (
  { matches, notCounted, looked, unknownReferees }: RatedMatches,
  made: readonly StoredRatingPool[],
) => ({
  matches: matches.length,
  notCounted: Object.fromEntries(notCounted),
  unknownReferees: Object.fromEntries(unknownReferees),
  left: [...looked].flatMap(([match, { why, verdict }]) =>
    why === null ? [] : [{ match, why, verdict }],
  ),
  ladders: made.map(({ standings, ...ladder }) => ({ ...ladder, players: standings.length })),
});

function summary(
  t: RatingTexts,
  { matches, notCounted }: RatedMatches,
  made: readonly StoredRatingPool[],
): string {
  const ratings = made.reduce((sum, { standings }) => sum + standings.length, 0);
  const others = [...notCounted].map(([why, count]) => `${count} ${t.reasons[why]}`);
  const counted = t.summary(ratings, matches.length);
  return others.length === 0 ? counted : t.notCounted(counted, others);
}

/** What the user can do about matches that do not count. */
const hints = (t: RatingTexts, { notCounted, unknownReferees }: RatedMatches): string[] => [
  ...[...unknownReferees].map(([key, count]) => t.unknownReferee(key, count)),
  ...(notCounted.has('unsigned') ? [t.unsigned] : []),
];
