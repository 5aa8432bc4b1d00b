/** `kifu ratings explain`: a rating match by match, and the matches that do not count. */

import { type Fault, fail, type Json, ok, parseCid, unwrap } from '@kifu/core';
import { GLICKO_PARAMETERS } from '@kifu/core/glicko2';
import type { Verdict } from '@kifu/record';
import {
  compareRated,
  findRatingDrift,
  type PoolStanding,
  type RatedMatch,
  type RatedPlayer,
  type RatedWeek,
  type RatingPool,
  rateMatches,
  type StoredRatingPool,
  toStoredLadders,
} from '@kifu/record/ratings';
import { verdicts as english } from '@kifu/texts/en/verdicts';
import { Command } from 'commander';
import type { Context, Io } from '../io.ts';
import { formatId } from '../library/ids.ts';

import {
  addCountingOptions,
  addLadderOptions,
  type CountingOptions,
  choiceOf,
  isWanted,
  KEY_LETTERS,
  type LadderOptions,
  playerText,
  type RatingTexts,
} from '../ratings/options.ts';
import { type LookedAt, readRatedMatches } from '../ratings/read-rated.ts';
import { loadRatings } from '../ratings/stored-ratings.ts';
import type { CommandReport, Handle } from '../run-command.ts';
import { oneLine, printable } from '../text.ts';

/** The command. */
export const explainCommand = (handle: Handle): Command =>
  addCountingOptions(addLadderOptions(new Command('explain').argument('<PLAYER>'))).action(
    handle<LadderOptions & CountingOptions>(async (context, [word], options) => {
      const { io } = context;
      const stored = await loadRatings(io);
      if (!stored.ok) return stored;
      const counting = choiceOf(options, stored.value);
      const read = await readRatedMatches(io, counting, options.archive);
      if (!read.ok) return read;
      const { looked } = read.value;
      const left = [...looked].flatMap(([match, one]) => {
        const isTheirs = one.rated?.players.some(player => isMeant(player, word as string));
        const isShown = isTheirs && one.why !== null && isWanted(options)(one.rated!);
        return isShown ? [{ match, ...one, rated: one.rated! }] : [];
      });
      left.sort((a, b) => compareRated(a.rated, b.rated));
      const ladders = rateMatches(read.value.matches).filter(isWanted(options));
      const found = ladders.flatMap(ladder =>
        ladder.standings
          .filter(({ player }) => isMeant(player, word as string))
          .map(standing => ({ ladder, standing })),
      );
      if (found.length === 0)
        return ok({
          json: { ratings: [], notCounted: left.map(leftData) },
          text: left.map(one => leftLine(io, one, word as string)).join('\n'),
          fault: fail('not-found', `no rated match of ${printable(word as string)} counts`).fault,
        });
      const drifts =
        stored.value === null
          ? []
          : findRatingDrift(
              stored.value.ladders.filter(isWanted(options)).filter(isOneOf(found)),
              toStoredLadders(found.map(({ ladder }) => ladder)),
            );
      const notCounted = left.map(one => leftLine(io, one, word as string));
      const { json, text, ...rest } = explain(context, found, looked, drifts);
      return ok({
        json: { ...json, notCounted: left.map(leftData) },
        text: [text, ...notCounted].join('\n'),
        ...rest,
      });
    }),
  );

/** A match that does not count. */
type LeftMatch = LookedAt & { readonly match: string; readonly rated: RatedMatch };

const leftData = ({ match, why, verdict }: LeftMatch) => ({ match, why, verdict });

function leftLine(io: Io, { match, why, verdict, rated }: LeftMatch, word: string): string {
  const t = io.texts.reports.players.ratings;
  const seat = isMeant(rated.players[0], word) ? 0 : 1;
  const score = rated.winner === null ? 0.5 : rated.winner === seat ? 1 : 0;
  const opponent = playerText(rated.players[seat === 0 ? 1 : 0], t);
  const told = scoreText(t, score, opponent);
  return t.left(formatId(unwrap(parseCid(match))), told, verdictText(io, verdict), t.reasons[why!]);
}

/** Whether the player was found in a ladder. */
const isOneOf =
  (found: readonly FoundStanding[]) =>
  ({ game, speed }: StoredRatingPool): boolean =>
    found.some(({ ladder }) => ladder.game === game && ladder.speed === speed);

const isMeant = ({ key, name }: RatedPlayer, word: string): boolean =>
  name.toLowerCase() === word.toLowerCase() ||
  (word.length >= KEY_LETTERS && key?.startsWith(word.toLowerCase()) === true);

interface FoundStanding {
  readonly ladder: RatingPool;
  readonly standing: PoolStanding;
}

function explain(
  { io, colors }: Context,
  found: readonly FoundStanding[],
  looked: ReadonlyMap<string, LookedAt>,
  drifts: readonly Fault[],
): CommandReport {
  const [fault] = drifts;
  const t = io.texts.reports.players.ratings;
  return {
    json: {
      ratings: found.map(({ ladder: { game, speed, receipt }, standing }) => ({
        ...{ game, speed, receipt },
        ...toStoredLadders([{ game, speed, receipt, standings: [standing] }])[0]!.standings[0],
        history: standing.history.map(week => weekData(week, looked)),
      })) as unknown as Json,
    },
    text: found
      .flatMap(({ ladder, standing }, i) => [
        ...(i === 0 ? [] : ['']),
        colors.bold(
          `${oneLine(ladder.game)} ${t.speeds[ladder.speed]}: ${playerText(standing.player, t)}`,
        ),
        t.standing(
          ratingText(standing.rating),
          io.texts.counts.decimal(standing.rating.volatility, 4),
          standing.matches,
        ),
        ...standing.history.flatMap(week => weekLines(io, week, looked)),
        `${t.receipt}  ${ladder.receipt.hash}`,
        colors.dim(t.calculated(ladder.receipt.matches.length, GLICKO_PARAMETERS.tau)),
      ])
      .join('\n'),
    ...(fault === undefined ? {} : { fault }),
  };
}

const ratingText = ({ R, RD }: { readonly R: number; readonly RD: number }): string =>
  `${Math.round(R)} ± ${Math.round(RD)}`;

const scoreText = ({ scores }: RatingTexts, score: number, opponent: string): string =>
  (score === 1 ? scores.won : score === 0 ? scores.lost : scores.drawn)(opponent);

const verdictText = ({ common }: Io, verdict: Verdict | null): string | null =>
  verdict === null ? null : (common?.verdicts ?? english).words[verdict];

const weekLines = (
  io: Io,
  { period, before, games, after }: RatedWeek,
  looked: ReadonlyMap<string, LookedAt>,
): string[] => [
  io.texts.reports.players.ratings.week(mondayOf(period), ratingText(before), ratingText(after)),
  ...games.map(({ match, opponent, score, ...rating }) => {
    const t = io.texts.reports.players.ratings;
    const told = scoreText(t, score, playerText(opponent, t));
    const verdict = verdictText(io, looked.get(match)?.verdict ?? null);
    return `  ${formatId(unwrap(parseCid(match)))}  ${told}, ${ratingText(rating)}, ${verdict}`;
  }),
];

const weekData = (
  { period, before, games, after }: RatedWeek,
  looked: ReadonlyMap<string, LookedAt>,
) => ({
  week: mondayOf(period),
  before: ratingText(before),
  after: ratingText(after),
  games: games.map(({ match, opponent, score, ...rating }) => ({
    ...{ match, opponent: opponent.name, key: opponent.key },
    ...{ rating: ratingText(rating), halfPoints: 2 * score },
    verdict: looked.get(match)?.verdict ?? null,
  })),
});

/** The day on which a rating period begins. */
const mondayOf = (period: number): string =>
  new Date((GLICKO_PARAMETERS.epochS + period * GLICKO_PARAMETERS.periodS) * 1000)
    .toISOString()
    .slice(0, 10);
