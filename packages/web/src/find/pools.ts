/** The time controls on which players look for each other. */
import type { TimeControl } from '@kifu/core';
import { text } from '../site/texts.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/** A time control to look for an opponent on. */
export interface Pool {
  /** Null in games without turns. */
  readonly clock: TimeControl | null;
  /** As ratings count it. */
  readonly speed: string;
}

const TIMED: readonly Pool[] = [
  { clock: { type: 'absolute', mainMs: MINUTE }, speed: 'bullet' },
  { clock: { type: 'fischer', mainMs: 3 * MINUTE, incrementMs: 2 * SECOND }, speed: 'blitz' },
  { clock: { type: 'fischer', mainMs: 5 * MINUTE, incrementMs: 3 * SECOND }, speed: 'blitz' },
  { clock: { type: 'fischer', mainMs: 10 * MINUTE, incrementMs: 5 * SECOND }, speed: 'rapid' },
  {
    clock: { type: 'byo-yomi', mainMs: 10 * MINUTE, periods: 3, periodMs: 30 * SECOND },
    speed: 'classical',
  },
  { clock: { type: 'fixed', moveMs: DAY }, speed: 'correspondence' },
];

const UNTIMED: readonly Pool[] = [{ clock: null, speed: 'untimed' }];

/** The pools of a game, its own where it has some; a game without turns has one, without a clock. */
export const poolsOf = ({
  isFree,
  pools = TIMED,
}: {
  readonly isFree: boolean;
  readonly pools?: readonly Pool[];
}): readonly Pool[] => (isFree ? UNTIMED : pools);

/** Whether players of a game with a clock come back every few hours or days, and wait elsewhere. */
export const isSlow = (clock: TimeControl | null): boolean =>
  clock?.type === 'fixed' && clock.moveMs >= DAY;

/** A short name of a clock: `5+3`; empty without one. */
export function clockLabel(clock: TimeControl | null): string {
  if (clock === null) return '';
  switch (clock.type) {
    case 'absolute':
      return `${minutesOf(clock.mainMs)}+0`;
    case 'fischer':
      return `${minutesOf(clock.mainMs)}+${clock.incrementMs / SECOND}`;
    case 'byo-yomi':
      return `${minutesOf(clock.mainMs)}+${clock.periods}×${clock.periodMs / SECOND}`;
    case 'fixed':
      return clock.moveMs === DAY ? text.play.days(1) : `${clock.moveMs / SECOND} s`;
  }
}

const minutesOf = (ms: number): string => `${Math.round((10 * ms) / MINUTE) / 10}`;
