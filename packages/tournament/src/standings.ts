/** The standings of a tournament, and their tie-breaks. */
import { type PlayedRound, playedBy, scoreOf } from './score.ts';
import type { Tournament } from './tournament.ts';

/** Where a player stands. Points are in halves, Sonneborn–Berger in quarters: whole numbers, so that nothing is rounded. */
export interface Standing {
  /** From 1; players whom no tie-break separates share it. */
  readonly rank: number;
  readonly player: number;
  readonly score: number;
  /** Points against those of the same score, where all of them have met; else 0. */
  readonly directEncounter: number;
  /** The scores of all opponents but the lowest, added up. */
  readonly buchholzCut1: number;
  readonly buchholz: number;
  /** The scores of beaten opponents, and half of those of drawn ones. */
  readonly sonnebornBerger: number;
}

/** In which order tie-breaks count. */
const TIE_BREAKS = [
  'score',
  'directEncounter',
  'buchholzCut1',
  'buchholz',
  'sonnebornBerger',
] as const;

/** All players, the best first; if no tie-break separates them, in order of entry. Only games that were played count for tie-breaks. */
export function standingsOf(tournament: Tournament): Standing[] {
  const played = playedBy(tournament);
  const scores = played.map(scoreOf);
  const tied = Map.groupBy(scores.keys(), player => scores[player]!);
  const all = scores.map((score, player) => {
    const games = played[player]!.filter(({ isPlayed }) => isPlayed);
    const met = games.map(({ opponent }) => scores[opponent!]!);
    const buchholz = met.reduce((sum, value) => sum + value, 0);
    return {
      ...{ rank: 0, player, score, buchholz },
      directEncounter: directEncounter(player, tied.get(score)!, played),
      buchholzCut1: met.length === 0 ? 0 : buchholz - Math.min(...met),
      sonnebornBerger: games.reduce((sum, { points }, i) => sum + points! * met[i]!, 0),
    };
  });
  all.sort((a, b) => compare(a, b) || a.player - b.player);
  let rank = 1;
  return all.map((standing, i) => {
    if (i > 0 && compare(all[i - 1]!, standing) !== 0) rank = i + 1;
    return { ...standing, rank };
  });
}

function compare(a: Standing, b: Standing): number {
  for (const name of TIE_BREAKS) if (a[name] !== b[name]) return b[name] - a[name];
  return 0;
}

function directEncounter(
  player: number,
  tied: readonly number[],
  played: readonly (readonly PlayedRound[])[],
): number {
  const among = (one: number) =>
    played[one]!.filter(({ opponent, isPlayed }) => isPlayed && tied.includes(opponent!));
  const haveAllMet = tied.every(
    one => new Set(among(one).map(({ opponent }) => opponent)).size === tied.length - 1,
  );
  return haveAllMet ? scoreOf(among(player)) : 0;
}
