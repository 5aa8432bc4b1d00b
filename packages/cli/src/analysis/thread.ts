/** A thread that analyzes positions with our own searchers, with the games of a module. */
import { parentPort, workerData } from 'node:worker_threads';
import { makeAnalyzer } from '@kifu/bots';
import {
  type AnalysisLimits,
  type Game,
  type Json,
  type Kit,
  type Result,
  unwrap,
} from '@kifu/core';
import { toPortable } from '@kifu/record/analysis';

/** A position that a thread is asked about. */
export interface ThreadQuestion {
  readonly canon: Json;
  readonly aside: Json;
  readonly limits: AnalysisLimits;
}

const { module, name } = workerData as { readonly module: string; readonly name: string };
const { loadKit } = (await import(module)) as { loadKit(name: string): Promise<Result<Kit>> };
const kit = unwrap(await loadKit(name));
const analyzer = makeAnalyzer(kit, { now: () => performance.now() });

parentPort!.on('message', async ({ canon, aside, limits }: ThreadQuestion) => {
  const state = unwrap(kit.game.states.restore(canon, aside));
  const found = await analyzer.analyze({ state }, limits);
  parentPort!.postMessage(toPortable(kit.game as Game, found));
});
