/**
 * Analysis for programs that ask from elsewhere, such as a page of the site: questions and answers as JSON, whatever carries them. The
 * answers come as lines, each better than the one before. `docs/analysis.md` describes both.
 */
import {
  type AnalysisLimits,
  fail,
  type Game,
  isObject,
  type Json,
  type JsonObject,
  ok,
  type PositionAnalysis,
  type Result,
} from '@kifu/core';
import { decodeQuestion, type MaxLimits, toPortable } from '@kifu/record/analysis';
import { EnginePool, type ServedEngine } from './engine-pool.ts';

/** Engines that answer questions. */
export interface AnalysisService {
  /** What is served, as JSON. */
  readonly about: JsonObject;
  /** Takes a question, or refuses it; what is returned searches, tells each line, and resolves after the last. */
  ask(question: Json): Result<Search>;
  close(): Promise<void>;
}

/** A question that was taken; an abort ends the search without a last line. */
export type Search = (signal: AbortSignal, tell: (line: JsonObject) => void) => Promise<void>;

/** How much is served at once. */
export interface ServiceLimits {
  /** Searches of an engine at once. */
  readonly jobs?: number;
  /** Questions that may wait for an engine. */
  readonly waiting?: number;
  /** After this time a search ends in any case, in milliseconds. */
  readonly searchMs?: number;
  /** How often the service tells a question that it waits, in milliseconds: one that is silent for longer has stalled. */
  readonly beatMs?: number;
}

const MAX_SEARCH_MS = 300_000;
const MAX_WAITING = 32;
const BEAT_MS = 5000;
const MOST: MaxLimits = { depth: 99, nodes: 1e12, timeMs: MAX_SEARCH_MS, lines: 100 };
const USUAL: AnalysisLimits = { timeMs: 1000 };
/** Shortest time between two lines about progress, in milliseconds. */
const PROGRESS_MS = 100;

/** Starts engines to serve; rejects with the failure of the first that does not start. */
export async function openAnalysisService(
  engines: readonly ServedEngine[],
  {
    jobs = 1,
    waiting = MAX_WAITING,
    searchMs = MAX_SEARCH_MS,
    beatMs = BEAT_MS,
  }: ServiceLimits = {},
): Promise<AnalysisService> {
  const pools: EnginePool[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(pools.map(pool => pool.close()));
  };
  try {
    for (const engine of engines) pools.push(await EnginePool.open(engine, jobs));
  } catch (cause) {
    await close();
    throw cause;
  }

  function ask(question: Json): Result<Search> {
    if (!isObject(question))
      return fail('malformed', 'a question is an object with game and state');
    const pool = findPool(pools, question);
    if (!pool.ok) return pool;
    const { kit } = pool.value;
    const game = kit.game as Game;
    const read = decodeQuestion(game, question, MOST, USUAL);
    if (!read.ok) return read;
    if (pool.value.waiting >= waiting)
      return fail('too-large', `${waiting} questions are waiting; ask again later`, {
        rule: 'queue',
      });
    const { position, limits } = read.value;
    return ok(async (stopped, tell) => {
      const line = (found: PositionAnalysis, done: boolean): void =>
        tell({ ok: true, done, ...(toPortable(game, found) as unknown as JsonObject) });
      let toldMs = performance.now();
      const { ahead } = pool.value;
      const beat = setInterval(() => {
        // those that came later are not ahead
        tell({ ok: true, waiting: Math.min(ahead, pool.value.ahead) });
      }, beatMs);
      try {
        tell({ ok: true, waiting: ahead });
        const found = await pool.value.use(stopped, analyzer => {
          clearInterval(beat);
          if (ahead > 0) tell({ ok: true, waiting: 0 });
          return analyzer.analyze(position, limits, {
            signal: AbortSignal.any([stopped, AbortSignal.timeout(searchMs)]),
            onProgress(better) {
              if (performance.now() - toldMs < PROGRESS_MS) return;
              toldMs = performance.now();
              line(better, false);
            },
          });
        });
        if (found !== null && !stopped.aborted) line(found, true);
      } catch (cause) {
        const why = cause instanceof Error ? cause.message : String(cause);
        const { fault } = fail('unreadable', `${pool.value.name} failed: ${why}`, {
          rule: 'seat-player',
        });
        tell({ ok: false, fault: fault as unknown as JsonObject });
      } finally {
        clearInterval(beat);
      }
    });
  }

  const about = pools.map(({ kit: { game }, name, version }) => ({
    ...{ name, version, game: game.name, gameVersion: game.version },
  }));
  return { about: { kifu: 1, engines: about }, ask, close };
}

/** The engine that a question names; else the first of its game. */
function findPool(pools: readonly EnginePool[], question: JsonObject): Result<EnginePool> {
  const { game = null, version, engine } = question;
  const found = pools.find(
    ({ name, kit }) =>
      kit.game.name === game &&
      (version === undefined || kit.game.version === version) &&
      (engine === undefined || name === engine),
  );
  return found === undefined
    ? fail('not-found', `no such engine for ${JSON.stringify(game).slice(0, 80)} is served`)
    : ok(found);
}
