/**
 * Time between two peers: each says how long it took by its own stopwatch, from the entry before to its own, so that it does not matter
 * how clocks are set. The opponent has a stopwatch too, and accepts what lag could explain, up to a budget for the match.
 */
import { fail, ok, type Result, type TimeControl } from '@kifu/core';

const MIN_BUDGET_MS = 5000;
const MAX_BUDGET_MS = 30_000;
/** What of each turn the way may take without being counted. */
const FREE_MS = 250;
/** How much more than our stopwatch the opponent may report. */
const AHEAD_MS = 2000;

/** How late the opponent may be in a whole match with clocks: a twentieth of its time, from 5 to 30 seconds. */
export function lagBudget(clock: TimeControl | null): number {
  const { mainMs = 0 } = (clock ?? {}) as { readonly mainMs?: number };
  return Math.min(MAX_BUDGET_MS, Math.max(MIN_BUDGET_MS, mainMs / 20));
}

/**
 * The newest moment that both know, a node that was written here: its time in the match, and on the own stopwatch. From there on the other's
 * stopwatch can have counted no more than ours, however late its nodes come.
 */
export interface LagMark {
  readonly ms: number;
  readonly at: number;
  /** What has been granted since, in milliseconds. */
  readonly grantedMs: number;
}

/** How much of the budget a node of the opponent uses, by its time `ms` and arrival `now`; a fault if it is in the future, or too late. */
export function judgeTime(
  mark: LagMark,
  ms: number,
  now: number,
  leftMs: number,
): Result<{ readonly mark: LagMark; readonly lagMs: number }> {
  const [saidMs, seenMs] = [ms - mark.ms, Math.max(0, Math.floor(now - mark.at))];
  if (saidMs > seenMs + AHEAD_MS)
    return fail(
      'past-time',
      `clock mismatch: the opponent reports ${saidMs} ms, measured ${seenMs} ms`,
      {
        rule: 'ahead',
      },
    );
  const lagMs = Math.max(0, seenMs - saidMs - FREE_MS - mark.grantedMs);
  if (lagMs > leftMs)
    return fail(
      'out-of-time',
      `clock mismatch: the opponent reports ${saidMs} ms, measured ${seenMs} ms, more than lag explains`,
      { rule: 'lag' },
    );
  return ok({ mark: { ...mark, grantedMs: mark.grantedMs + lagMs }, lagMs });
}
