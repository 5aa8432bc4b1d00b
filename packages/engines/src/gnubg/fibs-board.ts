/**
 * Positions as FIBS, the First Internet Backgammon Server, sends them to its clients, which is how GNU Backgammon is asked. The seat on turn
 * is the player: its checkers count positive and move from 24 to 1. http://www.fibs.com/fibs_interface.html#board_state
 */
import type { JsonObject } from '@kifu/core';

/** What a state of backgammon says of its board. */
export interface BackgammonState extends JsonObject {
  readonly bar: { readonly 0: number; readonly 1: number };
  readonly bearOff: { readonly 0: number; readonly 1: number };
  readonly points: readonly (readonly number[])[];
  readonly dice: readonly [number, number] | null;
  readonly remainingDice: readonly number[];
  readonly turn: 0 | 1;
}

const POINTS = 24;

/** Writes a position for the seat that is to move; without dice it is about to roll. */
export function formatFibsBoard(
  { bar, bearOff, points }: BackgammonState,
  seat: 0 | 1,
  dice: readonly [number, number] | null,
): string {
  const other = seat === 0 ? 1 : 0;
  // the seat's own point 1 comes first; seat 1 counts from the other end
  const own = Array.from({ length: POINTS }, (_, i) => {
    const stack = points[seat === 0 ? i : POINTS - 1 - i]!;
    return stack[0] === seat ? stack.length : -stack.length;
  });
  const [die1, die2] = dice ?? [0, 0];
  const unlimited = 0;
  // the opponent may double: with neither side allowed to, the program takes the position for an offered double
  const mayDouble = [0, 1, 0];
  return [
    ...['board:You:Opponent', unlimited, 0, 0],
    ...[-bar[other], ...own, bar[seat]],
    ...[1, die1, die2, 0, 0, 1, ...mayDouble],
    ...[1, -1, 0, 25, bearOff[seat], bearOff[other], bar[seat], bar[other], 2, 0, 0, 0],
  ].join(':');
}
