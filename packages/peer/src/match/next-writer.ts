/**
 * Who writes the next node, where no referee orders what two players do: one of them has the pen, and only who has it signs. So no
 * act is ever signed that could not take its place, and no number is signed twice. Both know by the table who has it; who has it and is
 * asked for it hands it over.
 */
import type { Seat } from '@kifu/core';
import { holdersOf } from '@kifu/record/chance';
import { isDrawDue, type MatchState, moversOf } from '@kifu/record/match-state';

/**
 * The seat that has the pen after a node, before it is handed over: who has not yet agreed to the header; of a draw who did not write
 * the node before, as the other shows its link with that; else who may move. Of several the first.
 */
export function nextWriterOf(table: MatchState, lastWriter: Seat | null): Seat {
  const { header, talk, game, state } = table;
  const seats = header.players.map(({ seat }) => seat);
  if (talk.isOpening) return seats.find(seat => !talk.resume.includes(seat)) ?? seats[0]!;
  if (isDrawDue(table) && !talk.isPaused) {
    const holders = holdersOf(header, game.seated(state));
    return (holders.find(seat => seat !== lastWriter) ?? holders[0] ?? seats[0]!) as Seat;
  }
  return moversOf(table)[0] ?? seats[0]!;
}

/** The seat that has it after it was handed over so many times, between two. */
export const nextWriterAfter = (
  first: Seat,
  [a, b]: readonly [Seat, Seat],
  handed: number,
): Seat => (handed % 2 === 0 ? first : first === a ? b : a);
