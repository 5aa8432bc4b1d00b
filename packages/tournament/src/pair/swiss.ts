/** The Swiss system, by one rule that is exact: `docs/tournaments.md` has it in words. */
import { type PlayedRound, playedBy, scoreOf, seatBalance } from '../score.ts';
import type { Round, Tournament } from '../tournament.ts';
import { pairInOrder } from './matching.ts';
import { seatsFor } from './seats.ts';

/** A player who had one seat this many times more often than the other seat should not get it once more. */
const MOST_UNBALANCED = 2;

/** The next round. */
export function pairSwiss(tournament: Tournament): Round {
  const played = playedBy(tournament);
  const scores = played.map(scoreOf);
  const ranked = tournament.players
    .flatMap(({ isOut }, player) => (isOut ? [] : [player]))
    .sort((a, b) => scores[b]! - scores[a]! || a - b);
  const bye = ranked.length; // a place like that of a player: its opponent has a bye
  const isOdd = ranked.length % 2 === 1;
  const count = ranked.length + (isOdd ? 1 : 0);
  const penalties = Array.from({ length: count }, (_, a) =>
    Array.from({ length: count }, (_, b) =>
      penaltyOf(ranked[a] ?? null, ranked[b] ?? null, played),
    ),
  );
  const penaltyAt = (a: number, b: number) => penalties[a]![b]!;
  const places = Array.from({ length: ranked.length }, (_, place) => place);
  const order = isOdd ? [bye, ...places] : places;
  const wishes = (place: number, left: readonly number[]) =>
    (place === bye ? left.toReversed() : opponentsFor(place, left, at => scores[ranked[at]!]!))
      // stable: pairs with equal penalties stay in order
      .toSorted((a, b) => penaltyAt(place, a) - penaltyAt(place, b));
  for (let most = 0; ; most++) {
    const pairs = pairInOrder(count, (a, b) => penaltyAt(a, b) <= most, order, wishes);
    if (pairs === null) continue;
    const byes = pairs.flatMap(([a, b]) => (a === bye ? [ranked[b]!] : []));
    const pairings = pairs
      .filter(([a]) => a !== bye)
      .map(([a, b]) => ({
        players: seatsFor(ranked[a]!, ranked[b]!, played, tournament.rounds.length),
        result: null,
      }));
    return { pairings, byes };
  }
}

/** How bad it would be to pair two: 0 is good, 1 unbalances seats, 2 and more is how often they have met, or how often one had a bye. */
function penaltyOf(
  a: number | null,
  b: number | null,
  played: readonly (readonly PlayedRound[])[],
): number {
  const [one, other] = a === null ? [b, a] : [a, b];
  if (one === null) return 0;
  const games = played[one]!;
  const met = games.filter(({ opponent }) => opponent === other).length;
  if (other === null) return 2 * met;
  const [balance, theirs] = [seatBalance(games), seatBalance(played[other]!)];
  const isClash = balance === theirs && Math.abs(balance) >= MOST_UNBALANCED;
  return 2 * met + (isClash ? 1 : 0);
}

/**
 * A player's preferred opponents, the best first: of the same score the upper half meets the lower half, the first of one the first of the other;
 * then those nearer; then those of lower scores.
 */
function opponentsFor(
  place: number,
  left: readonly number[],
  scoreAt: (place: number) => number,
): number[] {
  const group = left.filter(other => scoreAt(other) === scoreAt(place));
  const half = Math.floor(group.length / 2);
  return [
    ...group.slice(half),
    ...group.slice(0, half).reverse(),
    ...left.filter(other => scoreAt(other) !== scoreAt(place)),
  ];
}
