/** What is worked on in the course of a tick. */
import type { GameEvent } from '@kifu/core';
import type { Moving } from './motion.ts';
import type { Setting } from './setting.ts';

/** A state in the making, in the course of one tick. */
export interface TickDraft {
  readonly setting: Setting;
  readonly tick: number;
  readonly men: number[];
  readonly ready: number[];
  /** As they were before the tick; the bits of the pieces tell which are over. */
  readonly moves: readonly Moving[];
  lastCapture: number;
  readonly events: GameEvent[];
}

/** Whether a pawn that gets to a square becomes a queen there. */
export const isLastLine = ({ ground }: Setting, man: number, square: number): boolean =>
  ground.armies[ground.seatOf[man]!]!.isLastLine[square] === 1;
