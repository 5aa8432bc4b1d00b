/**
 * `npm run bench -- seasons`: how long it takes to rate everybody anew, with history and receipts, from a season of 100,000 matches of 2,000
 * players over two years. The peer rates the same games with no history and no receipts.
 */
import { luckFrom } from '@kifu/core';
import { periodOf, type RatedGame, rateAll } from '@kifu/core/glicko2';
import { type RatedMatch, ratedPlayerId, rateMatches } from '@kifu/record/ratings';
import { type Figure, measure } from './measure.ts';

const MATCHES = 100_000;
const PLAYERS = 2000;
const START_MS = Date.parse('2024-01-01');
const SEASON_MS = 2 * 365 * 86_400_000;

/** A season in which the player of the lower number wins more often; the same every time. */
function makeSeason(): RatedMatch[] {
  const luck = luckFrom(1);
  return Array.from({ length: MATCHES }, (_, i) => {
    const one = luck(PLAYERS);
    const other = (one + 1 + luck(PLAYERS - 1)) % PLAYERS;
    const chance = luck(100);
    const better = one < other ? 0 : 1;
    return {
      ...{ match: `m${i}`, game: 'chess', speed: 'blitz' },
      players: [playerOf(one), playerOf(other)],
      winner: chance < 10 ? null : chance < 75 ? better : better === 0 ? 1 : 0,
      endedAtMs: START_MS + Math.floor((SEASON_MS / MATCHES) * i),
    };
  });
}

const playerOf = (n: number) => ({ key: null, name: `p${n}` });

/** The season, rated. */
export function bench(): Figure[] {
  const season = makeSeason();
  const games = season.map(
    ({ players: [one, other], winner, endedAtMs }): RatedGame => ({
      players: [ratedPlayerId(one), ratedPlayerId(other)],
      score: winner === null ? 0.5 : 1 - winner,
      ...{ period: periodOf(endedAtMs / 1000), advantage: 0 },
    }),
  );
  return measure({
    ...{ bench: 'seasons', figure: 'rate', unit: 'matches/s', rounds: 3, roundMs: 1 },
    ours: () => rateMatches(season).length * MATCHES,
    peers: { 'ratings alone': () => (rateAll(games, games.at(-1)!.period).size > 0 ? MATCHES : 0) },
  });
}
