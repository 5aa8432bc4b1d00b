/** What an end, or a position where thinking stops, is worth to each seat: from 0 (lost) to 1 (won). */
import type { BotKit, Json, Outcome, Seat } from '@kifu/core';

/** Neither won nor lost: a draw, a void match, or a match cut off in a kit without a judge. */
const EVEN = 0.5;

/** What each seat gets, by seat number; seats that are not in the match get nothing. */
export function rewardsOf<State, Move extends Json>(
  { game, evaluate }: BotKit<State, Move>,
  state: State,
  outcome: Outcome | null,
): number[] {
  const rewards = new Array<number>(Math.max(...game.seated(state)) + 1).fill(0);
  for (const seat of game.seated(state))
    rewards[seat] = outcome !== null ? won(outcome, seat) : judged(evaluate?.(state, seat) ?? 0);
  return rewards;
}

/** Whether the match has ended and this seat has won it. */
export const isWin = (outcome: Outcome | null, seat: Seat): boolean =>
  outcome !== null && won(outcome, seat) === 1;

const won = ({ result, winners }: Outcome, seat: Seat) =>
  result !== 'win' ? EVEN : winners.includes(seat) ? 1 : 0;

/** A kit judges from −1000 to 1000. */
const judged = (points: number) => Math.min(1, Math.max(0, EVEN + points / 2000));
