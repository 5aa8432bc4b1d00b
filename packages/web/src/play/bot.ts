/** A bot of this page as the player of a seat. It thinks in a worker, which is ended as soon as its answer is no longer wanted. */
import type { Json, Kit } from '@kifu/core';
import type { Decision, SeatPlayer, Turn } from '@kifu/record/match';
import { gamesAddress } from '@kifu/viewer/games';
import type { BotAnswer, BotQuestion } from './bot-worker.ts';
import workerUrl from './bot-worker.ts?worker&url';

/** Makes the player of a level; its worker starts with the first question. */
export function workerBot(kit: Kit, level: number): SeatPlayer {
  let worker: Worker | null = null;
  const end = (): void => {
    worker?.terminate();
    worker = null;
  };
  const ask = (question: BotQuestion, signal: AbortSignal): Promise<Json | null> => {
    worker ??= new Worker(new URL(workerUrl, import.meta.url), { type: 'module' });
    const asked = worker;
    return new Promise<Json | null>((resolve, reject) => {
      const fail = (reason: unknown): void => {
        end();
        reject(reason);
      };
      const abort = (): void => fail(signal.reason);
      asked.onmessage = ({ data }: MessageEvent<BotAnswer>) => {
        signal.removeEventListener('abort', abort);
        if ('error' in data) fail(new Error(data.error));
        else resolve(data.move);
      };
      asked.onerror = event => {
        event.preventDefault();
        fail(new Error(event.message || 'the worker could not be started'));
      };
      signal.addEventListener('abort', abort, { once: true });
      asked.postMessage(question);
    });
  };
  return {
    name: `bot:${level}`,
    async decide(turn, signal): Promise<Decision> {
      const move = await ask(questionOf(kit, level, turn), signal);
      return move === null ? { do: 'wait' } : { do: 'move', move };
    },
    restart: async () => workerBot(kit, level),
    close: async () => end(),
  };
}

function questionOf({ game }: Kit, level: number, { seat, view }: Turn): BotQuestion {
  const { state } = view;
  return {
    ...{ games: gamesAddress(), game: game.name, version: game.version, level, seat },
    state:
      state === null ? null : { canon: game.states.canon(state), aside: game.states.aside(state) },
    view: view.view,
    legal: view.legal.map(move => game.moves.json.encode(move)),
    seed: crypto.getRandomValues(new Uint32Array(1))[0]! >>> 1,
  };
}
