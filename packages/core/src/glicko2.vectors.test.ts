/** Ratings against figures that another program computed, and the example of the paper. */
import { describe, expect, test } from 'vitest';
import { eachVector, type VectorFile } from '../../../test/vectors.ts';
import {
  type GlickoGame,
  type GlickoRating,
  periodOf,
  rankOf,
  rate,
  ratePeriods,
  ratingOfRank,
} from './glicko2.ts';

interface Tolerances {
  readonly tolerance: { readonly R: number; readonly RD: number; readonly volatility: number };
}

const isGlicko = ({ data }: VectorFile) => data.schema === 'ipgs-glicko2/1';

function expectNear({ data }: VectorFile, ours: GlickoRating, theirs: GlickoRating): void {
  const { tolerance } = data.constants as Tolerances;
  for (const key of ['R', 'RD', 'volatility'] as const)
    expect(Math.abs(ours[key] - theirs[key]), `${key}: ${ours[key]}`).toBeLessThanOrEqual(
      tolerance[key],
    );
}

interface Single {
  readonly name: string;
  readonly player: GlickoRating;
  readonly games: readonly GlickoGame[];
  readonly expect: GlickoRating;
}

eachVector<readonly Single[]>(
  'ipgs',
  'single',
  (rows, file) => {
    test.each(rows)('$name', row => expectNear(file, rate(row.player, row.games), row.expect));
  },
  isGlicko,
);

interface Series {
  readonly name: string;
  readonly players: readonly string[];
  readonly untilPeriod: number;
  readonly firstPeriod: number;
  readonly games: readonly {
    readonly black: string;
    readonly white: string;
    readonly result: 'B' | 'W' | 'D';
    readonly end: string;
    readonly handicap: number;
    readonly komi: number;
    readonly bonus: number;
    readonly fair: number;
  }[];
  readonly history: readonly {
    readonly period: number;
    readonly ratings: { readonly [player: string]: GlickoRating };
  }[];
}

const SCORES = { B: 1, D: 0.5, W: 0 } as const;

/** Black's head start in ranks; go's own spelling of it is tested with go. */
const advantageOf = ({ handicap, komi, bonus, fair }: Series['games'][number]): number =>
  (handicap >= 2 ? handicap - 1 : 0) + (fair - (komi + bonus)) / (2 * fair);

eachVector<readonly Series[]>(
  'ipgs',
  'series',
  (rows, file) => {
    describe.each(rows)('$name', ({ games, untilPeriod, firstPeriod, history }) => {
      const periods = [
        ...ratePeriods(
          games.map(game => ({
            players: [game.black, game.white] as const,
            score: SCORES[game.result],
            period: periodOf(Date.parse(game.end) / 1000),
            advantage: advantageOf(game),
          })),
          untilPeriod,
        ),
      ];

      test('begins with the first game', () => expect(periods[0]?.period).toBe(firstPeriod));

      test.each(history)('period $period', ({ period, ratings }) => {
        const ours = periods.find(one => one.period === period)!.ratings;
        for (const [player, theirs] of Object.entries(ratings))
          expectNear(file, ours.get(player) ?? { R: 1500, RD: 350, volatility: 0.06 }, theirs);
      });
    });
  },
  isGlicko,
);

eachVector<readonly { R: number; rank: number; back: number }[]>(
  'ipgs',
  'rank',
  rows => {
    test.each(rows)('the rank of $R', ({ R, rank, back }) => {
      expect(rankOf(R)).toBeCloseTo(rank, 9);
      expect(ratingOfRank(rankOf(R))).toBeCloseTo(back, 6);
    });
  },
  isGlicko,
);
