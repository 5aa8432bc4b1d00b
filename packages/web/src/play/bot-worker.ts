/** A bot that thinks in a worker, away from the page that draws. It keeps nothing from one question to the next. */
import { makeBot } from '@kifu/bots';
import type { Json, Kit } from '@kifu/core';
import { gamesNow, useGames } from '../engine/games.ts';

/** What a bot is asked. */
export interface BotQuestion {
  readonly id: number;
  /** The address of the module that games come from; null for ours. */
  readonly games: string | null;
  readonly game: string;
  readonly version: number;
  readonly bot: string;
  readonly seat: number;
  /** The state it sees; null where hands are hidden. */
  readonly state: { readonly canon: Json; readonly aside: Json } | null;
  readonly view: Json;
  readonly legal: readonly Json[];
  readonly seed: number;
  readonly nodes: number;
  readonly timeMs: number;
}

/** Its answer: null where it would rather wait. */
export interface BotAnswer {
  readonly id: number;
  readonly move: Json | null;
}

self.onmessage = async ({ data }: MessageEvent<BotQuestion>) => {
  const move = await choose(data);
  self.postMessage({ id: data.id, move } satisfies BotAnswer);
};

async function choose(question: BotQuestion): Promise<Json | null> {
  useGames(question.games);
  const loaded = await (await gamesNow()).loadKit(question.game, question.version);
  if (!loaded.ok) throw new Error(loaded.fault.message);
  const kit = loaded.value as Kit;
  const { states, moves } = kit.game;
  const state =
    question.state === null ? null : states.restore(question.state.canon, question.state.aside);
  if (state?.ok === false) throw new Error(state.fault.message);
  const { seed, nodes, timeMs } = question;
  const now = () => performance.now();
  const bot = makeBot(kit, question.bot, { seed, nodes, timeMs, now });
  if (!bot.ok) throw new Error(bot.fault.message);
  const legal = question.legal.flatMap(move => {
    const decoded = moves.json.decode(move);
    return decoded.ok ? [decoded.value] : [];
  });
  const { seat, view } = question;
  const move = bot.value.choose({ seat, legal, state: state?.value ?? null, view });
  return move === null ? null : moves.json.encode(move);
}
