/** An arena: free players are paired in waves, with others of about the same score. A player left over waits for the next wave. */
import { playedBy, scoreOf } from '../score.ts';
import { openPairings, type Round, type Tournament } from '../tournament.ts';
import { pairInOrder } from './matching.ts';
import { seatsFor } from './seats.ts';

/** Pairs the next wave: players who are free now. The same two meet twice in a row only if no other player is free. */
export function pairArena(tournament: Tournament): Round {
  const played = playedBy(tournament);
  const scores = played.map(scoreOf);
  const busy = new Set(openPairings(tournament).flatMap(({ players }) => players));
  const ranked = tournament.players
    .flatMap(({ isOut }, player) => (isOut || busy.has(player) ? [] : [player]))
    .sort((a, b) => scores[b]! - scores[a]! || a - b);
  // if the number is odd, the player who has waited least waits
  if (ranked.length % 2 === 1) {
    const most = Math.max(...ranked.map(player => played[player]!.length));
    ranked.splice(
      ranked.findLastIndex(player => played[player]!.length === most),
      1,
    );
  }
  const lastOf = (player: number) => played[player]!.at(-1)?.opponent;
  const mayMeet = (a: number, b: number) =>
    lastOf(ranked[a]!) !== ranked[b] || lastOf(ranked[b]!) !== ranked[a];
  const places = ranked.map((_, place) => place);
  const inOrder = (_: number, left: readonly number[]) => left;
  const pairs =
    pairInOrder(ranked.length, mayMeet, places, inOrder) ??
    pairInOrder(ranked.length, () => true, places, inOrder)!;
  return {
    pairings: pairs.map(([a, b]) => ({
      players: seatsFor(ranked[a]!, ranked[b]!, played, tournament.rounds.length),
      result: null,
    })),
    byes: [],
  };
}
