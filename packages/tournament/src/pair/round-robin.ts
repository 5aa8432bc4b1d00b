/** Everybody meets everybody once, by the tables of Johann Berger (FIDE Handbook C.05, annex 1). */
import type { PairingResult, Round, Tournament } from '../tournament.ts';

/** The next round. Whoever has withdrawn loses without playing. */
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

/** Where one of two or both are gone, nothing is played; of two who are gone, nobody cares which is said to win. */
function resultWithout([first, second]: readonly boolean[]): PairingResult | null {
  return first || second ? { match: null, winner: first ? 1 : 0 } : null;
}

/** Round `round`, from 0, for so many players, or one more where they are odd: then who meets the one more is free. */
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
