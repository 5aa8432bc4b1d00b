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
import type { GameTexts } from '@kifu/texts/games';
import type { Option } from './hand.ts';

/** A position for a board. */
export interface BoardPosition {
  readonly kit: Kit;
  readonly scene: Scene;
  /** The state, or with hidden hands one that looks the same to the seat; null where neither is known. */
  readonly state: unknown;
  /** The seat that moves here; null for spectators. */
  readonly seat: Seat | null;
  /** The seat from whose side the board is seen, where it is not the seat that moves. */
  readonly from?: Seat | null;
  /** What the seat may do now. */
  readonly legal: readonly Json[];
  /** Premoves that it may choose. */
  readonly ahead?: readonly Json[];
  /** The premove that it has chosen. */
  readonly chosen?: Json | null;
  /** Whether `draw` shows moments of it, so that pieces are placed without gliding. */
  readonly isRunning?: boolean;
  /** Whether dice or tiles have just been drawn, which are then animated. */
  readonly isDrawn?: boolean;
  /** Effects that are shown for a moment at cells; the same array for the same moment. */
  readonly effects?: readonly Effect[];
  /** The position in words. */
  readonly label: string;
  /** Names a cell for screen readers, by its name and what is on it (empty for nothing, null where the name says it); by default with how it can move. */
  readonly cellLabel?: (name: string, pieces: string | null) => string;
}

/** The moves of a position, with how each is made on the board. */
export function optionsOf(
  { kit, scene, state, seat }: BoardPosition,
  moves: readonly Json[],
  texts: GameTexts = kit.texts,
): Option[] {
  if (seat === null) return [];
  const sight = { scene, seat, state, texts };
  return moves.map(move => ({ move, touch: touchOf(kit, sight, move) }));
}

/** By how much the board is turned. */
export function turnOf({ kit, scene, seat, from = seat }: BoardPosition, isFlipped: boolean): Turn {
  const turn = kit.side?.(from ?? 0, scene) ?? 0;
  return isFlipped && kit.side !== undefined ? (((turn + 180) % 360) as Turn) : turn;
}
