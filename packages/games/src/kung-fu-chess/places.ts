/** Where everything is at any moment, also between two ticks: for pictures only. Nothing here is hashed or decides anything. */
import type { Seat } from '@kifu/core';
import { KIND_LETTERS } from './board.ts';
import type { Moving } from './motion.ts';
import { columnOf, rowOf } from './squares.ts';
import { kindOf, MOVING, type State, squareOf, TAKEN } from './state.ts';

/** A piece at a moment. */
export interface PiecePlace {
  readonly id: string;
  readonly seat: Seat;
  /** `P N B R Q K`, what it is now. */
  readonly kind: string;
  /** From the top and the left, in squares; whole for a piece at rest. */
  readonly row: number;
  readonly column: number;
  /** How much of its way it has gone, from 0 to 1; null for a piece at rest. */
  readonly progress: number | null;
  /** A knight that nothing can meet yet. */
  readonly isAirborne: boolean;
  /** How much of its rest is left, from 1 down to 0. */
  readonly cooldown: number;
}

/**
 * The pieces on the board at a tick, which may be a fraction: as things stand in the state, so that beyond the next happening it
 * is only what would be if nothing happened. After the end nothing moves.
 */
export function placesAt(state: State, tick: number): PiecePlace[] {
  const { setting, men, ready, moves, end } = state;
  const now = Math.min(tick, end?.tick ?? tick);
  return men.flatMap((word, man) => {
    if ((word & TAKEN) !== 0) return [];
    const { id, seat } = setting.ground.men[man]!;
    const moving = (word & MOVING) === 0 ? null : moves.find(other => other.man === man)!;
    const elapsed = moving === null ? 0 : Math.min(moving.ticks, Math.max(0, now - moving.start));
    const left = Math.max(0, ready[man]! - now);
    return [
      {
        id,
        seat,
        kind: KIND_LETTERS[kindOf(word)]!,
        ...pointAt(squareOf(word), moving, elapsed),
        progress: moving === null ? null : elapsed / moving.ticks,
        isAirborne: moving !== null && elapsed < moving.seen,
        cooldown: Math.min(1, left / setting.cooldownTicks),
      },
    ];
  });
}

function pointAt(square: number, moving: Moving | null, elapsed: number) {
  const [row, column] = [rowOf(square), columnOf(square)];
  if (moving === null) return { row, column };
  const part = elapsed / moving.ticks;
  return {
    row: row + (rowOf(moving.to) - row) * part,
    column: column + (columnOf(moving.to) - column) * part,
  };
}
