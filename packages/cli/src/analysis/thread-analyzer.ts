/** Our own searchers in a worker thread, as an `Analyzer`: the process stays free, and several work at once. */
import { Worker } from 'node:worker_threads';
import { makeAnalyzer } from '@kifu/bots';
import type { Analyzer, Game, Kit, PositionAnalysis } from '@kifu/core';
import { fromPortable } from '@kifu/record/analysis';
import type { ThreadQuestion } from './thread.ts';

/** The thread beside this file: as source or as built, like this one. */
const IS_SOURCE = import.meta.url.endsWith('.ts');
const THREAD = new URL(`./thread${IS_SOURCE ? '.ts' : '.js'}`, import.meta.url);

/** Starts a thread that analyzes positions of a game. An abort ends the thread, and the next position starts another. */
export function openThreadAnalyzer(kit: Kit, module: string): Analyzer {
  const { name, version } = makeAnalyzer(kit, { now: () => 0 });
  const { game } = kit;
  let worker: Worker | null = null;
  /** The question in progress; there is one at a time. */
  let asked: { done(answer: unknown): void; failed(cause: Error): void } | null = null;
  const start = (): Worker => {
    const started = new Worker(THREAD, {
      ...{ name: 'kifu-analysis', workerData: { module, name: game.name } },
      execArgv: IS_SOURCE ? ['--conditions=source', '--no-warnings'] : [],
    });
    const fail = (cause: Error): void => {
      if (worker !== started) return; // it was ended here
      worker = null;
      asked?.failed(cause);
    };
    started.on('message', answer => asked?.done(answer));
    started.on('error', fail);
    started.on('exit', code => fail(new Error(`the analysis thread ended (${code})`)));
    return started;
  };
  const stop = async (): Promise<void> => {
    const stopped = worker;
    worker = null;
    await stopped?.terminate();
  };
  return {
    name,
    version,
    close: stop,
    async analyze({ state }, limits = {}, { signal } = {}) {
      const [seat = null] = game.outcome(state) === null ? game.active(state) : [];
      const nothing: PositionAnalysis = { seat, lines: [], depth: 0, nodes: 0, timeMs: 0 };
      if (seat === null || signal?.aborted === true) return nothing;
      const question: ThreadQuestion = {
        ...{ canon: game.states.canon(state), aside: game.states.aside(state) },
        limits,
      };
      worker ??= start();
      const { promise, resolve, reject } = Promise.withResolvers<PositionAnalysis>();
      const abort = (): void => void stop().then(() => resolve(nothing));
      asked = {
        failed: reject,
        done(answer) {
          const found = fromPortable(game as Game, answer);
          if (found === null) reject(new Error('the thread gave no analysis'));
          else resolve(found);
        },
      };
      signal?.addEventListener('abort', abort, { once: true });
      worker.postMessage(question);
      try {
        return await promise;
      } finally {
        asked = null;
        signal?.removeEventListener('abort', abort);
      }
    },
  };
}
