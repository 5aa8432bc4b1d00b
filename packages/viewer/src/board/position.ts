/** What a board shows, and what may be done on it. */
import {
  type Effect,
  type Json,
  type Kit,
  type Scene,
  type Seat,
  type Turn,
  touchOf,
} from '@kifu/core';
import type { Option } from './hand.ts';

/** A position for a board. */
export interface BoardPosition {
  readonly kit: Kit;
  readonly scene: Scene;
  /** The state, or where hands are hidden one that looks like it to the seat; null where neither is known. */
  readonly state: unknown;
  /** The seat that moves here; null for spectators. */
  readonly seat: Seat | null;
  /** From whose side the board is seen, where that is not the seat that moves. */
  readonly from?: Seat | null;
  /** What the seat may do now. */
  readonly legal: readonly Json[];
  /** What it may choose while it waits, to be played as soon as it is legal. */
  readonly ahead?: readonly Json[];
  /** What it has chosen so. */
  readonly chosen?: Json | null;
  /** Whether `draw` shows the moments of it, so that pieces are put where they are and do not glide there. */
  readonly isRunning?: boolean;
  /** Whether chance has just drawn something, which is then seen to fall. */
  readonly isDrawn?: boolean;
  /** What is seen for a moment at cells; the same array for the same moment. */
  readonly effects?: readonly Effect[];
  /** The position in words. */
  readonly label: string;
  /** What a cell says to people who listen, by its name and what stands there (empty for nothing); how it may move, unless told. */
  readonly sayCell?: (name: string, what: string) => string;
}

/** The moves of a position with how each is made. */
export function optionsOf(
  { kit, scene, state, seat }: BoardPosition,
  moves: readonly Json[],
): Option[] {
  if (seat === null) return [];
  const sight = { scene, seat, state };
  return moves.map(move => ({ move, touch: touchOf(kit, sight, move) }));
}

/** By how much the board is turned. */
export function turnOf({ kit, scene, seat, from = seat }: BoardPosition, isFlipped: boolean): Turn {
  const turn = kit.side?.(from ?? 0, scene) ?? 0;
  return isFlipped && kit.side !== undefined ? (((turn + 180) % 360) as Turn) : turn;
}
