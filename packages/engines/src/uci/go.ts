/** The `go` command of UCI: how much time an engine has. */
import type { AnalysisLimits } from '@kifu/core';
import type { Turn } from '@kifu/record/match';
import { timeLeft } from '@kifu/record/match-state';
import { clockTermsOf } from '../clock-terms.ts';
import { analysisTime, moveMsOf } from '../session.ts';
import type { EngineSpec } from '../spec.ts';

/** Time reserved for the way to the engine and back, in milliseconds. */
const OVERHEAD_MS = 20;

/** Returns the command for a turn: by the clocks where there are some, by the engine's own limits elsewhere. */
export function goCommand(turn: Turn, spec: EngineSpec): string {
  const { nodes, depth } = spec.limits ?? {};
  const counts = [
    ...(nodes === undefined ? [] : ['nodes', nodes]),
    ...(depth === undefined ? [] : ['depth', depth]),
  ];
  const times = describeClock(turn);
  if (times !== null) return ['go', ...times, ...counts].join(' ');
  const isTimed = counts.length === 0 || spec.limits?.moveMs !== undefined;
  return ['go', ...counts, ...(isTimed ? ['movetime', moveMsOf(turn, spec)] : [])].join(' ');
}

/** Returns the command for an analysis. */
export function analyzeCommand(limits: AnalysisLimits): string {
  const { depth, nodes } = limits;
  const timeMs = analysisTime(limits);
  return [
    'go',
    ...(depth === undefined ? [] : ['depth', depth]),
    ...(nodes === undefined ? [] : ['nodes', nodes]),
    ...(timeMs === null ? [] : ['movetime', timeMs]),
  ].join(' ');
}

/** The clocks in the words of UCI; null where no clock limits this seat. Seat 0 is White. */
function describeClock(turn: Turn): (string | number)[] | null {
  const { clocks, elapsedMs } = turn.budget;
  if (clocks === null) return null;
  const { isPerMove, incrementMs, periodMs } = clockTermsOf(clocks.control);
  const own = timeLeft(clocks, turn.seat, elapsedMs);
  if (own === null) return null;
  if (isPerMove) return ['movetime', Math.max(1, own.mainMs - OVERHEAD_MS)];
  // UCI has no byo-yomi: an engine in its last periods has one period for the move
  if (periodMs !== null && own.mainMs <= periodMs)
    return ['movetime', Math.max(1, own.mainMs + periodMs - OVERHEAD_MS)];
  const leftOf = (seat: number): number =>
    Math.max(1, Math.round(timeLeft(clocks, seat, elapsedMs)?.mainMs ?? 1));
  return ['wtime', leftOf(0), 'btime', leftOf(1), 'winc', incrementMs, 'binc', incrementMs];
}
