/** Our own searchers as an `Analyzer`: that of the game where it has one, else alpha-beta or playouts through the Game interface. */
import type {
  AnalysisLimits,
  Analyzer,
  Json,
  Kit,
  PositionAnalysis,
  PositionSearch,
  SearchRequest,
  Seed,
} from '@kifu/core';
import { alphaBetaFor, isForAlphaBeta } from './alpha-beta.ts';
import { playoutsFor } from './playouts.ts';

/** What an analyzer takes from its host. */
export interface AnalyzerOptions {
  /** A clock in milliseconds. */
  readonly now: () => number;
  /** For searches that need randomness (default: 1): the same seed and limits give the same result. */
  readonly seed?: Seed;
  /** Lets other work run, and the signal abort; called between the results of a search. */
  readonly rest?: () => Promise<void>;
}

/** Raised whenever a search changes so that the same limits may give another result. */
const VERSION = '2';
/** Nodes where the limits name nothing: about a second. */
const USUAL_NODES = { search: 200_000, playouts: 3000 } as const;
/** Limits of what a caller may ask for. */
const MAX_LINES = 100;
const MAX_DEPTH = 60;
const MAX_NODES = 1_000_000_000;

/** Makes the analyzer of a game. Every game has one; without an evaluation it plays matches out. */
export function makeAnalyzer<State, Move extends Json>(
  kit: Kit<State, Move>,
  { now, seed = 1, rest = async () => {} }: AnalyzerOptions,
): Analyzer<State, Move> {
  const { search, usualNodes } = searchOf(kit);
  return {
    name: `Kifu ${kit.game.name}`,
    version: VERSION,
    async analyze({ state }, limits = {}, { signal, onProgress } = {}) {
      const since = now();
      const [seat = null] = kit.game.outcome(state) === null ? kit.game.active(state) : [];
      let found: PositionAnalysis<Move> = { seat, lines: [], depth: 0, nodes: 0, timeMs: 0 };
      if (seat === null) return found;
      const request = requestOf(limits, { since, now, seed, usualNodes, signal });
      for (const result of search(state, request)) {
        found = { seat, ...result, timeMs: now() - since };
        onProgress?.(found);
        await rest();
        // a result without lines is not enough: the search continues to its first line
        if (signal?.aborted === true && found.lines.length > 0) break;
      }
      return found;
    },
    async close() {},
  };
}

/** The search for a game, and how many nodes it usually takes. */
function searchOf<State, Move extends Json>(
  kit: Kit<State, Move>,
): { readonly search: PositionSearch<State, Move>; readonly usualNodes: number } {
  if (kit.search !== undefined)
    return { search: kit.search, usualNodes: kit.usualNodes ?? USUAL_NODES.search };
  return isForAlphaBeta(kit)
    ? { search: alphaBetaFor(kit), usualNodes: USUAL_NODES.search }
    : { search: playoutsFor(kit), usualNodes: USUAL_NODES.playouts };
}

/** How many nodes a search of a game takes where nothing limits it: about a second. */
export const usualNodesOf = (kit: Kit): number => searchOf(kit).usualNodes;

interface RequestContext {
  readonly since: number;
  readonly now: () => number;
  readonly seed: Seed;
  readonly usualNodes: number;
  readonly signal: AbortSignal | undefined;
}

/** Looking at the clock costs as much as some nodes. */
const CLOCK_EVERY = 64;

function requestOf(
  { lines = 1, depth, nodes, timeMs }: AnalysisLimits,
  { since, now, seed, usualNodes, signal }: RequestContext,
): SearchRequest {
  const isFree = depth === undefined && nodes === undefined && timeMs === undefined;
  const most = clamp(nodes ?? (isFree ? usualNodes : MAX_NODES), MAX_NODES);
  let due = 0;
  return {
    seed,
    lines: clamp(lines, MAX_LINES),
    depth: clamp(depth ?? MAX_DEPTH, MAX_DEPTH),
    isOver(done) {
      if (done >= most) return true;
      if (done < due) return false;
      due = done + CLOCK_EVERY;
      return signal?.aborted === true || (timeMs !== undefined && now() - since >= timeMs);
    },
  };
}

const clamp = (value: number, most: number): number =>
  Math.max(1, Math.min(most, Math.floor(value) || 1));
