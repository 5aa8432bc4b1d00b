/**
 * Who writes the next node if no referee orders the actions of two players: one of them has the write token, and only that one signs. So
 * no action is ever signed that cannot be entered, and no number is signed twice. The match state tells both who has it; on request its
 * holder passes it to the other.
 */
import type { Seat } from '@kifu/core';
import { holdersOf } from '@kifu/record/chance';
import { isDrawDue, type MatchState, moversOf } from '@kifu/record/match-state';

/**
 * Returns the seat that has the write token after a node, before it is passed: a seat that has not yet agreed to the header; at a random
 * draw the seat that did not write the previous node, as that node reveals the other's link; else a seat that may move. Of several the
 * first.
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

/** The seat that has it after it was passed this many times between the two. */
export const nextWriterAfter = (
  first: Seat,
  [a, b]: readonly [Seat, Seat],
  handed: number,
): Seat => (handed % 2 === 0 ? first : first === a ? b : a);
