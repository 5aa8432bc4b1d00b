/** Every player meets every other once, by the tables of Johann Berger (FIDE Handbook C.05, annex 1). */
import type { PairingResult, Round, Tournament } from '../tournament.ts';

/** Pairs the next round. A player who has withdrawn loses without playing. */
export function pairRoundRobin({ players, rounds }: Tournament): Round {
  const pairs = bergerRound(players.length, rounds.length);
  const isThere = (player: number) => player < players.length;
  return {
    pairings: pairs.flatMap(pair =>
      pair.every(isThere)
        ? [{ players: pair, result: resultWithout(pair.map(player => players[player]!.isOut)) }]
        : [],
    ),
    byes: pairs.flatMap(pair => (pair.every(isThere) ? [] : pair.filter(isThere))),
  };
}

/** Where one of two or both have withdrawn, nothing is played; where both have, it makes no difference which of them wins. */
function resultWithout([first, second]: readonly boolean[]): PairingResult | null {
  return first || second ? { match: null, winner: first ? 1 : 0 } : null;
}

/** Round `round`, from 0, of `players` players; if that is odd, the opponent of the absent number `players` has a bye. */
export function bergerRound(players: number, round: number): [number, number][] {
  const count = players + (players % 2);
  const last = count - 1;
  const shift = (round * (count / 2)) % last;
  const around = (player: number) => (player + shift) % last;
  const first: [number, number] = round % 2 === 0 ? [shift, last] : [last, shift];
  return Array.from({ length: count / 2 }, (_, i) =>
    i === 0 ? first : [around(i), around(last - i)],
  );
}
