/** Searchers of a worker: that of the game, or an engine that is served; and how far each looks at a position. */
import { makeAnalyzer, usualNodesOf } from '@kifu/bots';
import type { AnalysisLimits, Analyzer, Kit } from '@kifu/core';
import { type EngineProblem, EngineServiceError, openServedEngine } from './engine-service.ts';
import type { EngineSearcher } from './searchers.ts';

/** What an engine did instead of an answer, and what its service said of it. */
export interface EngineFailure {
  readonly problem: EngineProblem;
  readonly detail: string;
}

/** What an engine takes for a position, in milliseconds. */
const ENGINE_MS = 500;
/** On slow machines a move takes no longer than this, in milliseconds. */
const MAX_MS = 3000;

/** Who searches, and how far; null for the searcher of the game. */
export function openSearcher(
  kit: Kit,
  searcher: EngineSearcher | null,
): { readonly analyzer: Analyzer; readonly limits: AnalysisLimits } {
  if (searcher !== null)
    return {
      analyzer: openServedEngine(kit, searcher.service, searcher.engine),
      limits: { timeMs: ENGINE_MS },
    };
  return {
    analyzer: makeAnalyzer(kit, { now: () => performance.now(), rest: hearPage }),
    limits: { nodes: usualNodesOf(kit), timeMs: MAX_MS },
  };
}

/** The failure of an engine; throws what is none. */
export function failureOf(cause: unknown): EngineFailure {
  if (!(cause instanceof EngineServiceError)) throw cause;
  return { problem: cause.problem, detail: cause.message };
}

/** Lets messages of the page in. */
export const hearPage = (): Promise<void> =>
  new Promise(resolve => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
