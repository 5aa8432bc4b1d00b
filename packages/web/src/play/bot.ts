/** Bots of this page: how strong they are, and asking them for a move. */
import { type Json, type Kit, type Seat, sightOf } from '@kifu/core';
import { gamesAddress } from '../engine/games.ts';
import type { BotAnswer, BotQuestion } from './bot-worker.ts';
import workerUrl from './bot-worker.ts?worker&url';

/** What a bot may try for one move, by level from 1 to 5; a server has the same. */
const BUDGETS: readonly { readonly nodes: number; readonly timeMs: number }[] = [
  { nodes: 20, timeMs: 100 },
  { nodes: 120, timeMs: 250 },
  { nodes: 600, timeMs: 1000 },
  { nodes: 3000, timeMs: 3000 },
  { nodes: 15_000, timeMs: 10_000 },
];

export const LEVELS = BUDGETS.length;

/** The bot that was made for a game, or the general one. */
const usualBot = ({ bots }: Kit): string => Object.keys(bots)[0] ?? 'mcts';

/** Asks bots, each question in its turn. */
export interface Bots {
  choose(kit: Kit, state: unknown, seat: Seat, level: number): Promise<Json | null>;
  close(): void;
}

/** Starts the worker with the first question. */
export function createBots(): Bots {
  const waiting = new Map<number, (move: Json | null) => void>();
  let worker: Worker | null = null;
  let last = 0;
  const start = (): Worker => {
    const made = new Worker(new URL(workerUrl, import.meta.url), { type: 'module' });
    made.onmessage = ({ data: { id, move } }: MessageEvent<BotAnswer>) => {
      waiting.get(id)?.(move);
      waiting.delete(id);
    };
    return made;
  };
  return {
    choose(kit, state, seat, level) {
      worker ??= start();
      const { game } = kit;
      const sight = sightOf(game, state, seat);
      const { nodes, timeMs } = BUDGETS[level - 1] ?? BUDGETS[2]!;
      const question: BotQuestion = {
        ...{
          id: ++last,
          games: gamesAddress(),
          game: game.name,
          version: game.version,
          bot: usualBot(kit),
          seat,
        },
        state:
          sight.state === null
            ? null
            : { canon: game.states.canon(sight.state), aside: game.states.aside(sight.state) },
        view: sight.view,
        legal: sight.legal.map(move => game.moves.json.encode(move)),
        seed: crypto.getRandomValues(new Uint32Array(1))[0]! >>> 1,
        nodes,
        // without turns the other player moves on while the bot thinks
        timeMs: game.pace === 'free' ? Math.min(120, timeMs) : timeMs,
      };
      return new Promise(resolve => {
        waiting.set(question.id, move => {
          const decoded = move === null ? null : game.moves.json.decode(move);
          resolve(decoded?.ok ? decoded.value : null);
        });
        worker!.postMessage(question);
      });
    },
    close() {
      worker?.terminate();
      worker = null;
      waiting.clear();
    },
  };
}
