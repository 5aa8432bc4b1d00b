/** Clocks in the words of GTP: time settings once, and what is left before each move. */
import type { Turn } from '@kifu/record/match';
import { type Clocks, timeLeft } from '@kifu/record/match-state';
import { clockTermsOf } from '../clock-terms.ts';
import { moveMsOf } from '../session.ts';
import type { EngineSpec } from '../spec.ts';

const seconds = (ms: number): number => Math.max(0, Math.floor(ms / 1000));
const COLORS = ['black', 'white'] as const;

/** `time_settings MAIN PERIOD STONES`: without a clock, the engine's own time for each move. */
export function timeSettings(turn: Turn, spec: EngineSpec): string | null {
  const { clocks } = turn.budget;
  if (clocks === null)
    return spec.limits?.moveMs === undefined && turn.budget.moveMs === null
      ? null
      : `time_settings 0 ${Math.max(1, seconds(moveMsOf(turn, spec)))} 1`;
  const { isPerMove, mainMs, periodMs } = clockTermsOf(clocks.control);
  const main = seconds(mainMs);
  if (isPerMove) return `time_settings 0 ${Math.max(1, main)} 1`;
  // GTP has Canadian byo-yomi: a period for one stone is the Japanese one; an increment is known by what is left before each move
  return periodMs === null
    ? `time_settings ${main} 0 0`
    : `time_settings ${main} ${seconds(periodMs)} 1`;
}

/** `time_left COLOR TIME STONES` for both sides. */
export function timesLeft(turn: Turn): string[] {
  const { clocks, elapsedMs } = turn.budget;
  return clocks === null ? [] : [0, 1].map(seat => leftOf(clocks, seat, elapsedMs));
}

function leftOf(clocks: Clocks, seat: number, elapsedMs: number): string {
  const { isPerMove, periodMs } = clockTermsOf(clocks.control);
  const { mainMs = 0 } = timeLeft(clocks, seat, elapsedMs) ?? {};
  const color = COLORS[seat];
  if (isPerMove) return `time_left ${color} ${seconds(mainMs)} 1`;
  return periodMs !== null && mainMs === 0
    ? `time_left ${color} ${seconds(periodMs)} 1`
    : `time_left ${color} ${seconds(mainMs)} 0`;
}
