/** Points, seats and opponents of players, as pairings and standings read them. */
import type { System } from './entry.ts';
import type { PairingResult, Tournament } from './tournament.ts';

/** What a player did, in one round. Points are counted in halves: 2 for a win or a bye, 1 for a draw. */
export interface PlayedRound {
  readonly round: number;
  /** Null for a bye. */
  readonly opponent: number | null;
  /** Null for a bye. */
  readonly seat: 0 | 1 | null;
  /** Null while it is in progress. */
  readonly points: 0 | 1 | 2 | null;
  /** Whether there is a match: a bye and a game that one did not come to are none. */
  readonly isPlayed: boolean;
}

/** What each player did, by number, in order of rounds. */
export function playedBy({ terms, players, rounds }: Tournament): PlayedRound[][] {
  const all: PlayedRound[][] = players.map(() => []);
  for (const [round, { pairings, byes }] of rounds.entries()) {
    for (const { players: pair, result } of pairings)
      for (const seat of [0, 1] as const) {
        const winner = result === null ? null : winnerOf(terms.system, result);
        const won = winner === null ? 1 : winner === seat ? 2 : 0;
        all[pair[seat]]!.push({
          ...{ round, seat, opponent: pair[seat === 0 ? 1 : 0] },
          points: result === null ? null : won,
          isPlayed: result !== null && result.match !== null,
        });
      }
    for (const player of byes)
      all[player]!.push({ round, opponent: null, seat: null, points: 2, isPlayed: false });
  }
  return all;
}

/** The seat that a result counts for; null for a draw. If one of two must advance, a draw counts for the second seat, as in an Armageddon game. */
export const winnerOf = (system: System, { winner }: PairingResult): 0 | 1 | null =>
  winner ?? (system === 'knock-out' ? 1 : null);

/** The sum of the points, in halves. */
export const scoreOf = (played: readonly PlayedRound[]): number =>
  played.reduce((sum, { points }) => sum + (points ?? 0), 0);

/** How many times more often a player had the first seat than the second. */
export const seatBalance = (played: readonly PlayedRound[]): number =>
  played.reduce((sum, { seat }) => sum + (seat === null ? 0 : seat === 0 ? 1 : -1), 0);
