/**
 * Analyses that were made before, by position: a file for each game, analyzer and limits in the data directory, one position a line. An
 * analysis that was interrupted continues where it stopped, and positions that many games share are searched once.
 */
import { createHash } from 'node:crypto';
import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  AnalysisLimits,
  AnalyzedPosition,
  Analyzer,
  Game,
  Kit,
  PositionAnalysis,
} from '@kifu/core';
import { makeHome } from '../home.ts';
import type { Io } from '../io.ts';
import { fromPortable, toPortable } from './portable.ts';

/** A file that has grown beyond this is not read, and nothing is added to it. */
const MAX_BYTES = 1 << 27;
const FOLDER = 'analysis';

/** What is known of positions. */
export interface AnalysisCache {
  find(position: AnalyzedPosition): PositionAnalysis | null;
  keep(position: AnalyzedPosition, analysis: PositionAnalysis): Promise<void>;
}

/** Opens the cache of an analyzer; without a data directory, nothing is known and nothing kept. */
export async function openCache(
  io: Pick<Io, 'env'>,
  { game }: Kit,
  { name, version }: Pick<Analyzer, 'name' | 'version'>,
  limits: AnalysisLimits,
): Promise<AnalysisCache> {
  const folder = await makeHome(io, FOLDER);
  const known = new Map<string, PositionAnalysis>();
  const { depth = null, nodes = null, timeMs = null, lines = 1 } = limits;
  const about = [game.name, game.version, name, version, depth, nodes, timeMs, lines];
  const path = folder.ok ? join(folder.value, `${hashOf(JSON.stringify(about))}.jsonl`) : null;
  let isFull = path === null;
  if (path !== null) {
    const bytes = await readFile(path).catch(() => null);
    isFull = bytes !== null && bytes.length > MAX_BYTES;
    for (const line of isFull ? [] : (bytes?.toString('utf8').split('\n') ?? [])) {
      const entry = readLine(game as Game, line);
      if (entry !== null) known.set(...entry);
    }
  }
  return {
    find: ({ state }) => known.get(keyOf(game, state)) ?? null,
    async keep({ state }, analysis) {
      const key = keyOf(game, state);
      known.set(key, analysis);
      if (isFull || path === null) return;
      const line = JSON.stringify([key, toPortable(game as Game, analysis)]);
      // a full disk costs the cache, not the analysis
      await appendFile(path, `${line}\n`, { mode: 0o600 }).catch(() => {
        isFull = true;
      });
    },
  };
}

const keyOf = ({ states }: Kit['game'], state: unknown): string => hashOf(states.position(state));

const hashOf = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 32);

/** Reads a line; null for one that was cut off or damaged. */
function readLine(game: Game, line: string): [string, PositionAnalysis] | null {
  try {
    const [key, value] = JSON.parse(line) as [unknown, unknown];
    const analysis = fromPortable(game, value);
    return typeof key === 'string' && analysis !== null ? [key, analysis] : null;
  } catch {
    return null;
  }
}
