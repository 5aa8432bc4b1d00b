/** An engine that runs and speaks its protocol: what all protocols have in common. */
import type { AnalysisLimits, Json, Kit, SearchResult } from '@kifu/core';
import type { Decision, Turn } from '@kifu/record/match';
import { timeLeft } from '@kifu/record/match-state';
import { EngineProcess, type Environment } from './process/engine-process.ts';
import type { OutputLimits } from './process/line-splitter.ts';
import type { EngineSpec } from './spec.ts';

/** An option that an engine offers. */
export interface EngineOption {
  readonly name: string;
  readonly type: 'check' | 'spin' | 'combo' | 'button' | 'string';
  readonly default: string | null;
  readonly min: number | null;
  readonly max: number | null;
  /** Allowed values of a `combo`. */
  readonly values: readonly string[];
}

/** A conversation with an engine. Everything it rejects with is an `EngineError`. */
export interface EngineSession {
  /** Without its version: `Stockfish`. */
  readonly name: string;
  /** `15.1`; empty where it gives none. */
  readonly version: string;
  readonly author: string | null;
  readonly options: readonly EngineOption[];
  /** Chooses for a seat; stops soon after the signal aborts. */
  choose(turn: Turn, signal: AbortSignal): Promise<Decision>;
  /** Searches the position of a turn; absent where the engine cannot say what it thinks of a position. */
  analyze?(turn: Turn, request: AnalysisRequest): Promise<SearchResult>;
  close(): Promise<void>;
}

/** What an engine is asked to find out. */
export interface AnalysisRequest {
  readonly limits: AnalysisLimits;
  readonly signal: AbortSignal;
  /** Called with the lines so far; absent where nobody wants them. */
  onProgress?(result: SearchResult): void;
}

/** What a session is opened with. */
export interface EngineContext {
  readonly kit: Kit;
  /** The first state of the match; undefined where it is not known yet. */
  readonly first?: unknown;
  /** Variables of the caller; only harmless ones reach the engine. */
  readonly env: Environment;
  readonly output?: OutputLimits;
  /** How long the process may take to exit before it is killed, in milliseconds. */
  readonly exitMs?: number;
  /** How long an engine may take to start, and to answer after its time is over, in milliseconds. */
  readonly startMs?: number;
  readonly graceMs?: number;
}

export type OpenSession = (spec: EngineSpec, context: EngineContext) => Promise<EngineSession>;

/** Neural networks may have to be loaded. */
export const START_MS = 30_000;
export const GRACE_MS = 5000;
/** How long an engine thinks where nothing else limits it. */
const MOVE_MS = 1000;
/** An engine that counts nodes or plies needs no clock, but must answer some time. */
const COUNTED_MS = 600_000;

/** Returns how long an engine may take for its answer, in milliseconds. */
export function answerMs(
  turn: Turn,
  spec: EngineSpec,
  { graceMs = GRACE_MS }: EngineContext,
): number {
  const { clocks, elapsedMs } = turn.budget;
  const left = clocks === null ? null : timeLeft(clocks, turn.seat, elapsedMs);
  if (clocks !== null && left !== null) {
    const { control } = clocks;
    const periodMs = control.type === 'byo-yomi' ? control.periodMs : 0;
    return left.mainMs + left.periods * periodMs + graceMs;
  }
  const { moveMs, nodes, depth } = spec.limits ?? {};
  if (moveMs === undefined && (nodes ?? depth) !== undefined) return COUNTED_MS;
  return moveMsOf(turn, spec) + graceMs;
}

/** Returns how long an engine is asked to think where no clock runs, in milliseconds. */
export const moveMsOf = (turn: Turn, { limits = {} }: EngineSpec): number =>
  Math.min(
    limits.moveMs ?? turn.budget.moveMs ?? MOVE_MS,
    turn.budget.moveMs ?? Number.POSITIVE_INFINITY,
  );

/** How long an engine may take to analyze a position, in milliseconds. */
export const analysisMs = (
  { timeMs, nodes, depth }: AnalysisLimits,
  { graceMs = GRACE_MS }: EngineContext,
): number => {
  if (timeMs !== undefined) return timeMs + graceMs;
  return (nodes ?? depth) === undefined ? MOVE_MS + graceMs : COUNTED_MS;
};

/** How long an engine analyzes a position where nothing limits it, in milliseconds; null where nodes or depth do. */
export const analysisTime = ({ timeMs, nodes, depth }: AnalysisLimits): number | null =>
  timeMs ?? ((nodes ?? depth) === undefined ? MOVE_MS : null);

/** Starts the process of an engine. */
export const startProcess = (
  { command }: Pick<EngineSpec, 'command'>,
  { env, output, exitMs }: EngineContext,
): EngineProcess =>
  new EngineProcess({
    ...{ command, env },
    ...(output === undefined ? {} : { output }),
    ...(exitMs === undefined ? {} : { exitMs }),
  });

/** A decision to make a move. */
export const moveDecision = (move: Json): Decision => ({ do: 'move', move });
/** A decision to resign. */
export const resignation = (turn: Turn): Decision => ({
  do: 'action',
  action: { type: 'leave', of: turn.seat, how: 'resignation' },
});
