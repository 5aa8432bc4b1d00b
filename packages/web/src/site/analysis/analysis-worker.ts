/**
 * Worker that analyzes one record with the searcher of its game or an engine that is served, and posts its progress and the record with
 * the analysis as annotations.
 */
import { formatCid, type Game, type Kit, type PositionAnalysis } from '@kifu/core';
import { createPoints, timelineOf } from '@kifu/record';
import {
  analysisAuthor,
  analyzeRecord,
  type PlayerAnalysis,
  withAnalysis,
} from '@kifu/record/analysis';
import { findRecords, openSource, writeWhole } from '@kifu/record/file';
import type { TimelinePoints } from '@kifu/record/replay';
import { readerGames, useGames } from '@kifu/viewer/games';
import { type BestLine, bestLines, lineText, withArrows } from './best-lines.ts';
import { type EngineFailure, failureOf, hearPage, openSearcher } from './open-searcher.ts';
import type { EngineSearcher } from './searchers.ts';

/** A record to analyze. */
export interface AnalysisQuestion {
  /** The address of the module that games come from; null for the built-in ones. */
  readonly games: string | null;
  readonly name: string;
  readonly bytes: Uint8Array;
  /** As which form to read it; null to find out. */
  readonly form: string | null;
  /** Which record of the file, from 1. */
  readonly number: number;
  /** The engine that searches; null for the searcher of the game. */
  readonly searcher: EngineSearcher | null;
  /** After how many entries the page shows it: what is best there is found first. */
  readonly shown: number;
}

/** An analysis and the record that it is about. */
export interface StoredAnalysis {
  /** Content IDs of the match and of its newest node. */
  readonly match: string;
  readonly head: string;
  /** The record with the analysis as annotations: a CAR. */
  readonly bytes: Uint8Array;
  readonly analyzer: string;
  /** The most positions that were searched for a move; null where an engine searched for `timeMs`. */
  readonly nodes: number | null;
  readonly timeMs?: number;
  /** False if it was stopped: the moves from there on are not analyzed. */
  readonly isWhole: boolean;
  readonly players: readonly PlayerAnalysis[];
  /** By position: the best line, as far as it is known. */
  readonly lines: readonly BestLine[];
}

/** How far an analysis has come. */
export interface AnalysisProgress {
  /** Moves that are analyzed, of all. */
  readonly done: number;
  readonly total: number;
  /** Best lines that were found since. */
  readonly lines: readonly BestLine[];
}

/** What the page sends: the record at first, then at most one word. */
export type ToWorker = AnalysisQuestion | 'stop';

/** What the worker posts. */
export type FromWorker =
  | ({ readonly type: 'progress' } & AnalysisProgress)
  | {
      readonly type: 'done';
      readonly analysis: StoredAnalysis;
      /** Why the engine did not finish; null where it did, or was stopped. */
      readonly failure: EngineFailure | null;
    }
  | { readonly type: 'fault'; readonly message: string };

/** How much memory the timeline may take. */
const BUDGET_BYTES = 1 << 26;

/** Enough for a first look at one position within some milliseconds. */
const FIRST_NODES = 2000;

const NOT_SEARCHED: PositionAnalysis = { seat: null, lines: [], depth: 0, nodes: 0, timeMs: 0 };

const stopped = new AbortController();

self.onmessage = async ({ data }: MessageEvent<ToWorker>) => {
  if (data === 'stop') {
    stopped.abort();
    return;
  }
  const tell = (message: FromWorker) => self.postMessage(message);
  const failed = (cause: unknown): FromWorker => ({
    type: 'fault',
    message: cause instanceof Error ? cause.message : String(cause),
  });
  tell(await analyze(data, tell).catch(failed));
};

async function analyze(
  question: AnalysisQuestion,
  tell: (message: FromWorker) => void,
): Promise<FromWorker> {
  const { kit, line, opened } = await openLine(question);
  const { analyzer, limits } = openSearcher(kit, question.searcher);
  const { signal } = stopped;
  let failure: EngineFailure | null = null;
  // our own searcher answers at once; an engine's first position comes soon enough
  if (question.searcher === null) {
    const { shown } = question;
    const { state } = line.at(Math.min(shown, line.length));
    const [best] = (await analyzer.analyze({ state }, { nodes: FIRST_NODES })).lines;
    const total = line.entries.filter(({ act }) => act.type === 'move').length;
    if (best !== undefined) {
      const text = lineText(kit, state, best.moves);
      const first = { n: shown, grade: null, played: shown + 1, text };
      tell({ type: 'progress', done: 0, total, lines: [first] });
    }
  }
  let last: Promise<unknown> = Promise.resolve();
  let done = 0;
  const analysis = await analyzeRecord({
    ...{ kit, line, limits },
    analyze(position, wanted) {
      // one after the other; a position that the stop cut short would be judged by too little
      const found = last.then(async () => {
        await hearPage();
        if (signal.aborted) return NOT_SEARCHED;
        const searched = await analyzer.analyze(position, wanted, { signal }).catch(cause => {
          // what was found before counts
          failure = failureOf(cause);
          stopped.abort();
          return NOT_SEARCHED;
        });
        return signal.aborted ? NOT_SEARCHED : searched;
      });
      last = found;
      return found;
    },
    onMove(move, total) {
      done++;
      const lines = bestLines(kit, line, { moves: [move] });
      if (!signal.aborted) tell({ type: 'progress', done, total, lines });
    },
  });
  const game = kit.game as Game;
  const author = analysisAuthor(analyzer, limits);
  const annotated = withAnalysis(game, line, opened.remarks, analysis, author);
  const kifu = { ...opened.kifu, ...withArrows(kit, line, annotated, analysis, author) };
  const bytes = writeWhole({ kit, kifu, nodes: opened.nodes, head: opened.head }, 'car');
  if (!bytes.ok) throw new Error(bytes.fault.message);
  const { nodes = null, timeMs } = limits;
  return {
    ...{ type: 'done', failure },
    analysis: {
      ...{ match: formatCid(opened.replay.match), head: formatCid(opened.head) },
      bytes: bytes.value as Uint8Array,
      ...{ analyzer: `${analyzer.name} ${analyzer.version}`.trim(), nodes },
      ...(nodes === null && timeMs !== undefined ? { timeMs } : {}),
      isWhole: !signal.aborted,
      players: analysis.players,
      lines: bestLines(kit, line, analysis),
    },
  };
}

/** Opens a record so that every position of it can be searched. */
async function openLine({ games: module, name, bytes, form, number }: AnalysisQuestion) {
  useGames(module);
  const games = await readerGames();
  let count = 0;
  for await (const source of findRecords(games, name, bytes, form)) {
    if (++count < number) continue;
    if (!source.ok) throw new Error(source.fault.message);
    const made: { points?: TimelinePoints } = {};
    const opened = await openSource(games, source.value, ({ game }) => {
      made.points = createPoints(game as Game, BUDGET_BYTES);
      return [made.points];
    });
    if (!opened.ok) throw new Error(opened.fault.message);
    return { kit: opened.value.kit as Kit, line: timelineOf(made.points!), opened: opened.value };
  }
  throw new Error('the file has fewer records');
}
