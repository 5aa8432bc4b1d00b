/** What the rules report, as data. */
import type { GameEvent, Outcome, Seat } from '@kifu/core';
import { KIND_LETTERS } from './board.ts';
import type { Setting } from './setting.ts';
import { columnOf, rowOf } from './squares.ts';

const pair = (square: number) => [rowOf(square), columnOf(square)];

/** A piece was taken; without a taker where two destroyed each other. `square` is the nearest one. */
export function captureEvent(
  { ground }: Setting,
  tick: number,
  victim: number,
  by: number | null,
  square: number,
): GameEvent {
  const { id, seat } = ground.men[victim]!;
  return {
    type: 'capture',
    tick,
    seat,
    piece: id,
    by: by === null ? null : ground.men[by]!.id,
    at: pair(square),
  };
}

/** A pawn became a queen. */
export const promotionEvent = (
  { ground }: Setting,
  tick: number,
  man: number,
  square: number,
): GameEvent => {
  const { id, seat } = ground.men[man]!;
  return { type: 'promotion', tick, seat, piece: id, becomes: KIND_LETTERS[5]!, at: pair(square) };
};

/** A king and a rook have set out together. */
export const castleEvent = (
  { ground }: Setting,
  tick: number,
  king: number,
  rook: number,
): GameEvent => {
  const { id, seat } = ground.men[king]!;
  return { type: 'castle', tick, seat, piece: id, rook: ground.men[rook]!.id };
};

/** As things stand, a king will be taken at the tick `when`. */
export const dangerEvent = (
  { ground }: Setting,
  tick: number,
  king: number,
  by: number,
  when: number,
): GameEvent => {
  const { id, seat } = ground.men[king]!;
  return { type: 'danger', tick, seat, piece: id, by: ground.men[by]!.id, when };
};

/** A seat has lost its king. */
export const eliminationEvent = (tick: number, seat: Seat): GameEvent => ({
  type: 'elimination',
  tick,
  seat,
});

/** A seat has left. */
export const leftEvent = (tick: number, seat: Seat, how: string): GameEvent => ({
  type: 'left',
  tick,
  seat,
  how,
});

/** The match has ended. */
export const endEvent = (tick: number, { result, winners, reason }: Outcome): GameEvent => ({
  type: 'end',
  tick,
  result,
  winners: [...winners],
  reason,
});
