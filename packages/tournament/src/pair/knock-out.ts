/** Single elimination: a player who loses is out. */
import { playedBy, winnerOf } from '../score.ts';
import type { Pairing, Round, Tournament } from '../tournament.ts';
import { seatsFor } from './seats.ts';

/** Pairs the next round. Players who entered first meet last, and have a bye in the first round if there are too few players. */
export function pairKnockOut(tournament: Tournament): Round {
  const { players, rounds } = tournament;
  const played = playedBy(tournament);
  const slots = rounds.length === 0 ? firstSlots(players.length) : nextSlots(tournament);
  const pairings: Pairing[] = [];
  const byes: number[] = [];
  for (let i = 0; i < slots.length; i += 2) {
    const [a, b] = [slots[i] ?? null, slots[i + 1] ?? null];
    if (a === null || b === null) byes.push(...[a, b].filter(player => player !== null));
    else {
      const pair = seatsFor(Math.min(a, b), Math.max(a, b), played, rounds.length);
      const gone = pair.findIndex(player => players[player]!.isOut);
      const result =
        gone < 0 ? null : { match: null, winner: gone === 0 ? (1 as const) : (0 as const) };
      pairings.push({ players: pair, result });
    }
  }
  return { pairings, byes };
}

/** Players by their place in the tree; null in places that stay empty. */
function firstSlots(count: number): (number | null)[] {
  let slots = [0];
  while (slots.length < count) {
    const last = 2 * slots.length - 1;
    slots = slots.flatMap(player => [player, last - player]);
  }
  return slots.map(player => (player < count ? player : null));
}

/** Winners in the order of the tree: that of the first slots, since each round preserves it. */
function nextSlots({ terms, players, rounds }: Tournament): number[] {
  const { pairings, byes } = rounds.at(-1)!;
  const winners = new Set([
    ...pairings.map(pairing => pairing.players[winnerOf(terms.system, pairing.result!)!]),
    ...byes,
  ]);
  return firstSlots(players.length).filter(
    player => player !== null && winners.has(player),
  ) as number[];
}
