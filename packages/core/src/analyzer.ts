/**
 * Analysis of positions: what a position is worth to each seat, and the best lines of play. Searchers of our own and engines in
 * separate processes are all an `Analyzer`; a search made for one game is a `PositionSearch` of its kit.
 */
import type { Seed } from './chance.ts';
import type { Seat } from './game.ts';
import type { Json } from './json.ts';
import type { Kit } from './kit.ts';
import type { Evaluation } from './note.ts';
import type { Cell } from './scene.ts';

/** Searches positions of one game. */
export interface Analyzer<State = unknown, Move extends Json = Json> {
  /** As annotations state it: `Stockfish 16.1`. */
  readonly name: string;
  /** Changes whenever the same limits may give another result; empty where the name says it. */
  readonly version: string;
  /**
   * Searches a position until a limit is reached or the signal aborts, and resolves with what was found by then. Positions are
   * searched one after the other. A position in which no seat can act has no lines.
   */
  analyze(
    position: AnalyzedPosition<State, Move>,
    limits?: AnalysisLimits,
    options?: AnalyzeOptions<Move>,
  ): Promise<PositionAnalysis<Move>>;
  close(): Promise<void>;
}

/** A position, and where known how the match came to it: engines learn of repetitions by it. */
export interface AnalyzedPosition<State = unknown, Move extends Json = Json> {
  readonly state: State;
  /** The state that the match began with (default: the usual one). */
  readonly first?: State;
  /** The moves that lead from there to the state. */
  readonly moves?: readonly Move[];
}

/** Limits of a search: it stops at the first that is reached. Without any, a searcher takes its usual number of nodes. */
export interface AnalysisLimits {
  /** Plies. Searches by playouts have no depth and count nodes alone. */
  readonly depth?: number;
  /** Search nodes. */
  readonly nodes?: number;
  readonly timeMs?: number;
  /** How many lines to return at most (default: 1). */
  readonly lines?: number;
}

export interface AnalyzeOptions<Move extends Json = Json> {
  readonly signal?: AbortSignal;
  /** Called with each better result, the deeper the later. */
  readonly onProgress?: (analysis: PositionAnalysis<Move>) => void;
}

/** What a search found out about a position. */
export interface PositionAnalysis<Move extends Json = Json> {
  /** Whose move it is; null where no seat can act. */
  readonly seat: Seat | null;
  /** The best lines for that seat, the best first. */
  readonly lines: readonly AnalysisLine<Move>[];
  /** The depth that was searched completely, in plies; 0 where the searcher counts none. */
  readonly depth: number;
  readonly nodes: number;
  readonly timeMs: number;
}

/** A line of play and what it leads to. */
export interface AnalysisLine<Move extends Json = Json> extends PositionValue {
  /** At least one move; the first is the seat's own. */
  readonly moves: readonly Move[];
}

/** What a position is worth. */
export interface PositionValue {
  /** Expected result by seat number, from 0 (lost) to 1 (won). */
  readonly chances: readonly number[];
  /** As notes have it, good for the first seat if positive; null where the match has more than two seats. */
  readonly evaluation: Evaluation | null;
}

/** A search made for one game: yields better and better results until the request is over. It has no clock of its own. */
export type PositionSearch<State = unknown, Move extends Json = Json> = {
  // taken from a method, as methods of all games fit one registry
  search(state: State, request: SearchRequest): Iterable<SearchResult<Move>>;
}['search'];

/** What a search is to do. */
export interface SearchRequest {
  readonly lines: number;
  readonly depth: number;
  /** For searches that need randomness; the same seed and nodes give the same result. */
  readonly seed: Seed;
  /** Whether to stop after a number of nodes; asked at every node or nearly so. */
  isOver(nodes: number): boolean;
}

/** A result of a search so far. */
export type SearchResult<Move extends Json = Json> = Omit<
  PositionAnalysis<Move>,
  'seat' | 'timeMs'
>;

/** Proves by a full search that one move alone reaches an aim, where chances would only be guessed. */
export interface Prover<State = unknown, Move extends Json = Json> {
  readonly name: string;
  readonly version: string;
  /** Looks at a number of positions for each aim; null where nothing is proved by then. */
  prove(state: State, nodes: number): ProvedLine<Move> | null;
}

/** A line in which each move of the seat to move is the only one that reaches the aim. */
export interface ProvedLine<Move extends Json = Json> {
  /** To take the pieces on the cells, or to save them. */
  readonly aim: 'kill' | 'live';
  readonly cells: readonly Cell[];
  /** The first and the last are the seat's own. */
  readonly moves: readonly Move[];
}

/** The chances of the first seat by an evaluation: as the kit translates scores, else by shares of a decided game. */
export function chanceFromEvaluation(
  { chanceOf = hundredths => 0.5 + hundredths / 2000 }: Pick<Kit, 'chanceOf'>,
  evaluation: Evaluation,
): number {
  if ('winIn' in evaluation) return evaluation.winIn >= 0 ? 1 : 0;
  return Math.min(1, Math.max(0, chanceOf(evaluation.score)));
}

/** What is won, in hundredths of a pawn, as winning chances: a logistic curve through the results of played games. */
export const chanceFromPawns = (hundredths: number): number =>
  1 / (1 + Math.exp(-hundredths / 271.6));
