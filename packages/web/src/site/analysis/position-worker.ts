/** Worker that searches positions one after the other, and posts each better result. */
import { type Game, type Kit, type PositionAnalysis, unwrap } from '@kifu/core';
import { type PortableAnalysis, toPortable } from '@kifu/record/analysis';
import { readerGames, useGames } from '@kifu/viewer/games';
import { type EngineFailure, failureOf, openSearcher } from './open-searcher.ts';
import type { EngineSearcher } from './searchers.ts';

/** A position to search; it ends the search before. */
export interface PositionQuestion {
  readonly id: number;
  /** The address of the module that games come from; null for the built-in ones. */
  readonly games: string | null;
  readonly game: string;
  readonly canon: unknown;
  readonly aside: unknown;
  readonly searcher: EngineSearcher | null;
}

/** What is known so far. */
export interface PositionAnswer {
  readonly id: number;
  readonly isDone: boolean;
  readonly name: string;
  readonly analysis: PortableAnalysis | null;
  readonly failure: EngineFailure | null;
}

const LINES = 3;
let running = new AbortController();

self.onmessage = async ({ data }: MessageEvent<PositionQuestion>) => {
  running.abort();
  running = new AbortController();
  const { signal } = running;
  useGames(data.games);
  const kit = unwrap(await (await readerGames()).load(data.game)) as Kit;
  const game = kit.game as Game;
  const state = unwrap(game.states.restore(data.canon as never, data.aside as never));
  const { analyzer, limits } = openSearcher(kit, data.searcher);
  const name = `${analyzer.name} ${analyzer.version}`.trim();
  const tell = (found: PositionAnalysis | null, isDone: boolean, failure: EngineFailure | null) => {
    const analysis = found === null ? null : toPortable(game, found);
    if (!signal.aborted)
      self.postMessage({ id: data.id, isDone, name, analysis, failure } satisfies PositionAnswer);
  };
  await analyzer
    .analyze(
      { state },
      { ...limits, lines: LINES },
      { signal, onProgress: found => tell(found, false, null) },
    )
    .then(
      found => tell(found, true, null),
      cause => tell(null, true, failureOf(cause)),
    );
};
