/**
 * Analyses that were made before, by position: a file for each setup, analyzer and limits in the data directory, one position a line. An
 * analysis that was interrupted continues where it stopped, and positions that many games share are searched once.
 */
import { createHash } from 'node:crypto';
import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type AnalysisLimits,
  type AnalyzedPosition,
  type Analyzer,
  canonicalText,
  type Game,
  type Header,
  type Json,
  type Kit,
  type PositionAnalysis,
} from '@kifu/core';
import { fromPortable, toPortable } from '@kifu/record/analysis';
import { makeHome } from '../home.ts';
import type { Io } from '../io.ts';

/** A file that has grown beyond this is not read, and nothing is added to it. */
const MAX_BYTES = 1 << 27;
const FOLDER = 'analysis';

/** What is known of positions. */
export interface AnalysisCache {
  find(position: AnalyzedPosition): PositionAnalysis | null;
  keep(position: AnalyzedPosition, analysis: PositionAnalysis): Promise<void>;
}

/** What a result depends on besides the position. */
export interface AnalysisSource extends Pick<Analyzer, 'name' | 'version'> {
  /** How an engine was started; null for our own searchers. */
  readonly settings: Json;
  /** Of the match: a position does not say its komi, its rules or its stakes. */
  readonly setup: Pick<Header, 'options' | 'start'>;
}

/** Opens the cache of an analyzer; without a data directory, nothing is known and nothing kept. */
export async function openCache(
  io: Pick<Io, 'env'>,
  { game }: Kit,
  { name, version, settings, setup }: AnalysisSource,
  limits: AnalysisLimits,
): Promise<AnalysisCache> {
  const folder = await makeHome(io, FOLDER);
  const known = new Map<string, PositionAnalysis>();
  const { depth = null, nodes = null, timeMs = null, lines = 1 } = limits;
  const match = [game.name, game.version, setup.options, setup.start as Json];
  const about: Json = [match, [name, version, settings], [depth, nodes, timeMs, lines]];
  const path = folder.ok ? join(folder.value, `${hashOf(canonicalText(about))}.jsonl`) : null;
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
