/** Which of two players has the first seat. */
import { type PlayedRound, seatBalance } from '../score.ts';

/**
 * The two by seat: the first is for the player who had it less often; if equal, for the one who did not have it last, by the latest round in which they differ;
 * else the better ranked has it in one round and the other in the next.
 */
export function seatsFor(
  better: number,
  other: number,
  played: readonly (readonly PlayedRound[])[],
  round: number,
): [number, number] {
  const [a, b] = [played[better]!, played[other]!];
  const balance = seatBalance(a) - seatBalance(b);
  if (balance !== 0) return balance < 0 ? [better, other] : [other, better];
  const [seatsA, seatsB] = [a, b].map(games =>
    games.map(({ seat }) => seat).filter(seat => seat !== null),
  );
  for (let back = 1; back <= Math.min(seatsA!.length, seatsB!.length); back++) {
    const [seatA, seatB] = [seatsA!.at(-back), seatsB!.at(-back)];
    if (seatA !== seatB) return seatA === 1 ? [better, other] : [other, better];
  }
  return round % 2 === 0 ? [better, other] : [other, better];
}
