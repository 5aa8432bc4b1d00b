/** Time in a match between two peers, by the own stopwatch: how long it has lasted, what the opponent may report, and who is out of time. */
import { ok, type Result, type Seat } from '@kifu/core';
import type { Timer } from '@kifu/record/match';
import {
  fallsAt,
  hasFallen,
  hzOf,
  isDrawDue,
  type MatchState,
  tickAt,
} from '@kifu/record/match-state';
import type { EntryNode } from '@kifu/record/node';
import { judgeTime, type LagMark, lagBudget } from './lag.ts';

/** Ways of leaving that others can claim. */
const CLAIMS = ['flag', 'withheld-link'] as const;
/** Grace added to every time limit before we report the opponent as out of time. */
export const GRACE_MS = 5000;

/** How much of the allowed delay a node of the opponent uses up. */
type TimeGrant = { readonly mark: LagMark; readonly lagMs: number };

/** Runs from the newest node on. */
export class Stopwatch {
  readonly #timer: Timer;
  /** When the newest node came or was written. */
  #since: number;
  /** The same for the opponent as known here: what it did while this program was stopped is unknown. */
  #watched: number;
  #mark: LagMark;
  #lagLeftMs: number;

  /** Continues from when the newest node arrived, if that is known; `lagMs` as in the options of the match. */
  constructor(timer: Timer, table: MatchState, since: number | null, lagMs?: number) {
    this.#timer = timer;
    const now = timer.now();
    this.#since = Math.min(since ?? now, now);
    this.#watched = now;
    this.#mark = { ms: table.ms, at: this.#since, grantedMs: now - this.#since };
    this.#lagLeftMs = lagMs ?? lagBudget(table.terms.clock);
  }

  /** Called on each new node; returns when that was. */
  restart(): number {
    this.#since = this.#timer.now();
    this.#watched = this.#since;
    return this.#since;
  }

  /** The newest node is our own, with this time. */
  wrote(ms: number): void {
    this.#mark = { ms, at: this.#since, grantedMs: 0 };
  }

  /** Milliseconds of the match until now. */
  elapsedMs({ ms }: MatchState): number {
    return ms + Math.max(0, Math.floor(this.#timer.now() - this.#since));
  }

  /** Whether the opponent's entry may have its time; null if no clock depends on it. */
  judge({ clocks, anchor }: MatchState, { ms }: EntryNode): Result<TimeGrant | null> {
    if (clocks === null && anchor === null) return ok(null);
    const leftMs = clocks === null ? Infinity : this.#lagLeftMs;
    return judgeTime(this.#mark, ms!, this.#timer.now(), leftMs);
  }

  /** The entry was taken. */
  grant({ mark, lagMs }: TimeGrant): void {
    this.#mark = mark;
    this.#lagLeftMs -= lagMs;
  }

  /** Whether the opponent may report our seat as out of time. */
  isOut(table: MatchState, own: Seat, how: string, elapsedMs: number): boolean {
    return isOverdue(table, own, how, elapsedMs + this.#lagLeftMs);
  }

  /** How the opponent is out of time by our stopwatch, with some allowance; undefined while it is not. */
  claimOn(table: MatchState, other: Seat): (typeof CLAIMS)[number] | undefined {
    const watchedMs = table.ms + this.#timer.now() - this.#watched;
    const ms = watchedMs - this.#lagLeftMs - GRACE_MS;
    return CLAIMS.find(how => isOverdue(table, other, how, ms));
  }

  /** In how many milliseconds time alone brings something about; null where it does not. */
  dueMs(table: MatchState): number | null {
    const { clocks, anchor, terms, ms } = table;
    const elapsed = this.elapsedMs(table);
    const falls = clocks === null ? null : fallsAt(clocks);
    const link = clocks === null && isDrawDue(table) ? ms + terms.fair!.waitMs : null;
    const tick = anchor === null ? null : elapsed + 1000;
    const grace = this.#lagLeftMs + GRACE_MS;
    const times = [falls, falls && falls + grace + 1, link && link + grace + 1, tick];
    const next = Math.min(...times.filter(time => time !== null && time > elapsed).map(Number));
    return next === Infinity ? null : next - elapsed;
  }
}

/** The tick that an entry of some time has; null in games without ticks. */
export function tickOf({ anchor, game, state }: MatchState, ms: number): number | null {
  if (anchor === null) return null;
  return Math.max(tickAt(anchor, hzOf(game, state), ms), game.time!.now(state));
}

/** Whether a seat can be reported as out of time. */
function isOverdue(table: MatchState, seat: Seat, how: string, ms: number): boolean {
  const { clocks, terms, talk, ms: lastMs, outcome } = table;
  if (outcome !== null || talk.isPaused) return false;
  if (how === 'flag') return clocks !== null && hasFallen(clocks, seat, ms);
  const isWaiting = how === 'withheld-link' && clocks === null && isDrawDue(table);
  return isWaiting && ms - lastMs >= terms.fair!.waitMs;
}
