/** Several analyzers of one kind at work on many positions: threads for our own searchers, processes for engines. */
import { makeAnalyzer } from '@kifu/bots';
import {
  type AnalysisLimits,
  type AnalyzedPosition,
  type Analyzer,
  type Json,
  type Kit,
  ok,
  type PositionAnalysis,
  type Result,
} from '@kifu/core';
import { openAnalyzer } from '@kifu/engines';
import { type EngineOptions, findEngine } from '../engines/find-engine.ts';
import { engineFault } from '../engines/open-engines.ts';
import type { Io } from '../io.ts';
import { type AnalysisSource, openCache } from './cache.ts';
import { openThreadAnalyzer } from './thread-analyzer.ts';

/** Which analyzer, and how many of it. */
export interface AnalyzerChoice extends EngineOptions {
  /** `uci:stockfish`, `engine:NAME`; our own searcher if absent. */
  readonly engine?: string;
  readonly jobs: number;
  /** Of the match that the positions are from. */
  readonly setup: AnalysisSource['setup'];
}

/** Analyzers with one queue and one cache. */
export interface AnalyzerPool extends Pick<Analyzer, 'name' | 'version' | 'close'> {
  analyze(position: AnalyzedPosition, limits: AnalysisLimits): Promise<PositionAnalysis>;
  /** How many positions were known before. */
  cached(): number;
}

/** Opens the first analyzer, so that what cannot start is reported at once; the others follow when there is work for them. */
export async function openAnalyzers(
  io: Io,
  kit: Kit,
  choice: AnalyzerChoice,
  signal: AbortSignal,
): Promise<Result<AnalyzerPool>> {
  const open = await openerFor(io, kit, choice);
  if (!open.ok) return open;
  let first: Analyzer;
  try {
    first = await open.value.open();
  } catch (cause) {
    return engineFault(choice.engine ?? kit.game.name, cause);
  }
  return ok(poolOf(io, kit, first, { ...choice, ...open.value }, signal));
}

/** How analyzers are started, and what makes one of them differ from others of its name. */
interface Opener {
  readonly settings: Json;
  open(): Promise<Analyzer>;
}

async function openerFor(
  io: Io,
  kit: Kit,
  { engine, ...options }: AnalyzerChoice,
): Promise<Result<Opener>> {
  if (engine !== undefined) {
    const spec = await findEngine(io, engine, options);
    if (!spec.ok) return spec;
    const { protocol, command, options: own = {}, elo = null } = spec.value;
    return ok({
      settings: { protocol, command: [...command], options: own, elo },
      open: () => openAnalyzer(spec.value, { kit, env: io.env }),
    });
  }
  const { module } = io.games;
  return ok({
    settings: null,
    open: async () =>
      module === undefined || io.threads === 0
        ? makeAnalyzer(kit, { now: () => performance.now() })
        : openThreadAnalyzer(kit, module),
  });
}

function poolOf(
  io: Io,
  kit: Kit,
  first: Analyzer,
  { open, settings, setup, jobs }: Opener & Pick<AnalyzerChoice, 'jobs' | 'setup'>,
  signal: AbortSignal,
): AnalyzerPool {
  const { name, version } = first;
  const source = { name, version, settings, setup };
  const idle: Analyzer[] = [first];
  /** Those that are still starting, too. */
  const all = new Set<Promise<Analyzer>>([Promise.resolve(first)]);
  const waiting: ((analyzer: Analyzer | Promise<Analyzer>) => void)[] = [];
  const caches = new Map<string, ReturnType<typeof openCache>>();
  /** Positions that are searched now: two of them that are the same are searched once. */
  const busy = new Map<string, Promise<PositionAnalysis>>();
  let known = 0;
  let isClosed = false;

  const take = async (): Promise<Analyzer> => {
    if (isClosed) throw new Error('the analysis has ended');
    const free = idle.pop();
    if (free !== undefined) return free;
    if (all.size >= jobs) return new Promise(resolve => waiting.push(resolve));
    const opened = open();
    all.add(opened);
    opened.catch(() => all.delete(opened));
    return opened;
  };
  const give = (analyzer: Analyzer): void => {
    const next = waiting.shift();
    if (next === undefined) idle.push(analyzer);
    else next(analyzer);
  };
  const search = async (position: AnalyzedPosition, limits: AnalysisLimits) => {
    const analyzer = await take();
    try {
      return await analyzer.analyze(position, limits, { signal });
    } finally {
      give(analyzer);
    }
  };

  return {
    ...{ name, version, cached: () => known },
    async analyze(position, limits) {
      const about = JSON.stringify(limits);
      const opened = caches.get(about) ?? openCache(io, kit, source, limits);
      caches.set(about, opened);
      const cache = await opened;
      const found = cache.find(position);
      if (found !== null) {
        known++;
        return found;
      }
      const key = `${about} ${kit.game.states.position(position.state)}`;
      const running = busy.get(key) ?? search(position, limits);
      busy.set(key, running);
      try {
        const analysis = await running;
        // a search that was stopped has no complete result
        if (!signal.aborted && busy.get(key) === running) await cache.keep(position, analysis);
        return analysis;
      } finally {
        busy.delete(key);
      }
    },
    async close() {
      isClosed = true;
      const started = await Promise.allSettled(all);
      await Promise.all(
        started.map(one => (one.status === 'fulfilled' ? one.value.close() : null)),
      );
    },
  };
}
