/** `kifu ratings explain`: a rating match by match, and the matches that do not count. */
import { type Fault, fail, type Json, ok, parseCid, unwrap } from '@kifu/core';
import { GLICKO_PARAMETERS } from '@kifu/core/glicko2';
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
import { Command } from 'commander';
import type { Context } from '../io.ts';
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
} from '../ratings/options.ts';
import { type LookedAt, readRatedMatches } from '../ratings/read-rated.ts';
import { loadRatings } from '../ratings/stored-ratings.ts';
import type { CommandReport, Handle } from '../run-command.ts';
import { counted, oneLine, printable } from '../text.ts';

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
          text: left.map(one => leftLine(one, word as string)).join('\n'),
          fault: fail('not-found', `no rated match of ${printable(word as string)} counts`).fault,
        });
      const drifts =
        stored.value === null
          ? []
          : findRatingDrift(
              stored.value.ladders.filter(isWanted(options)).filter(isOneOf(found)),
              toStoredLadders(found.map(({ ladder }) => ladder)),
            );
      const notCounted = left.map(one => leftLine(one, word as string));
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

function leftLine({ match, why, verdict, rated }: LeftMatch, word: string): string {
  const seat = isMeant(rated.players[0], word) ? 0 : 1;
  const score = rated.winner === null ? 0.5 : rated.winner === seat ? 1 : 0;
  const opponent = playerText(rated.players[seat === 0 ? 1 : 0]);
  return `not counted: ${formatId(unwrap(parseCid(match)))}  ${WORDS[score]} ${opponent}, ${verdict}: ${why}`;
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
  { colors }: Context,
  found: readonly FoundStanding[],
  looked: ReadonlyMap<string, LookedAt>,
  drifts: readonly Fault[],
): CommandReport {
  const [fault] = drifts;
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
        colors.bold(`${oneLine(ladder.game)} ${ladder.speed}: ${playerText(standing.player)}`),
        `${ratingText(standing.rating)}, volatility ${standing.rating.volatility.toFixed(4)}, ${counted(standing.matches, 'match', 'matches')}`,
        ...standing.history.flatMap(week => weekLines(week, looked)),
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

const weekLines = (
  { period, before, games, after }: RatedWeek,
  looked: ReadonlyMap<string, LookedAt>,
): string[] => [
  `week of ${mondayOf(period)}: ${ratingText(before)} → ${ratingText(after)}`,
  ...games.map(
    ({ match, opponent, score, ...rating }) =>
      `  ${formatId(unwrap(parseCid(match)))}  ${WORDS[score]} ${playerText(opponent)}, ${ratingText(rating)}, ${looked.get(match)?.verdict}`,
  ),
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
