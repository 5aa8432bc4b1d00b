/** An engine in a separate process as an `Analyzer`. */
import {
  type AnalyzedPosition,
  type Analyzer,
  type Json,
  type PositionAnalysis,
  playerViewOf,
  type SearchResult,
} from '@kifu/core';
import type { Turn } from '@kifu/record/match';
import { nameOf, OPENERS } from './player.ts';
import { EngineError } from './process/engine-error.ts';
import type { EngineContext } from './session.ts';
import type { EngineSpec } from './spec.ts';

/**
 * Starts an engine to analyze positions of a game; rejects with an `EngineError`, also where the engine can play but not evaluate.
 * Positions are searched one after the other.
 */
export async function openAnalyzer(spec: EngineSpec, context: EngineContext): Promise<Analyzer> {
  const { game } = context.kit;
  let first: unknown;
  const session = await OPENERS[spec.protocol](spec, {
    ...context,
    get first() {
      return first;
    },
  });
  const { analyze } = session;
  if (analyze === undefined) {
    await session.close();
    throw new EngineError(
      'protocol',
      'it can play, but it does not say what it thinks of a position',
    );
  }
  let isBusy: Promise<unknown> = Promise.resolve();

  async function search(...[position, limits = {}, options = {}]: AnalyzeArguments) {
    const since = performance.now();
    const { state } = position;
    const [seat = null] = game.outcome(state) === null ? game.active(state) : [];
    const whole = (result: SearchResult): PositionAnalysis => ({
      ...{ seat, ...result, timeMs: performance.now() - since },
    });
    const { signal = new AbortController().signal, onProgress } = options;
    if (seat === null || signal.aborted) return whole({ lines: [], depth: 0, nodes: 0 });
    first = position.first;
    const result = await analyze!.call(session, turnOf(context, position, seat), {
      ...{ limits, signal },
      ...(onProgress && { onProgress: found => onProgress(whole(found)) }),
    });
    return whole(result);
  }

  return {
    ...{ name: nameOf(session.name, spec), version: session.version },
    close: () => session.close(),
    analyze(...given) {
      const found = isBusy.then(() => search(...given));
      isBusy = found.catch(() => {});
      return found;
    },
  };
}

type AnalyzeArguments = Parameters<Analyzer['analyze']>;

/** A position as engines are asked about it when they play. */
const turnOf = (
  { kit: { game } }: EngineContext,
  { state, moves }: AnalyzedPosition,
  seat: number,
): Turn => ({
  ...{ seat, n: moves?.length ?? 0, view: playerViewOf(game, state, seat) },
  moves: (): readonly Json[] | null => moves ?? null,
  budget: { moveMs: null, clocks: null, elapsedMs: 0 },
});
