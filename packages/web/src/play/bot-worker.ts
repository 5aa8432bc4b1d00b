/** A bot that thinks in a worker, away from the page that draws. It keeps nothing from one question to the next. */
import { budgetOf, makeBot, usualBot } from '@kifu/bots';
import type { Json, Kit } from '@kifu/core';
import { gamesNow, useGames } from '@kifu/viewer/games';

/** What a bot is asked. */
export interface BotQuestion {
  /** The address of the module that games come from; null for ours. */
  readonly games: string | null;
  readonly game: string;
  readonly version: number;
  /** From 1 to 5. */
  readonly level: number;
  readonly seat: number;
  /** The state it sees; null where hands are hidden. */
  readonly state: { readonly canon: Json; readonly aside: Json } | null;
  readonly view: Json;
  readonly legal: readonly Json[];
  readonly seed: number;
}

/** Its answer, null where it would rather wait; or why it has none. */
export type BotAnswer = { readonly move: Json | null } | { readonly error: string };

/** Without turns the other player moves on while the bot thinks; in milliseconds. */
const MAX_FREE_MS = 120;

self.onmessage = async ({ data }: MessageEvent<BotQuestion>) => {
  const answer = await choose(data).then(
    move => ({ move }),
    error => ({ error: String(error) }),
  );
  self.postMessage(answer satisfies BotAnswer);
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
  const { nodes, timeMs: levelMs } = budgetOf(question.level);
  const timeMs = kit.game.pace === 'free' ? Math.min(MAX_FREE_MS, levelMs) : levelMs;
  const now = () => performance.now();
  const bot = makeBot(kit, usualBot(kit), { seed: question.seed, nodes, timeMs, now });
  if (!bot.ok) throw new Error(bot.fault.message);
  const legal = question.legal.flatMap(move => {
    const decoded = moves.json.decode(move);
    return decoded.ok ? [decoded.value] : [];
  });
  const { seat, view } = question;
  const move = bot.value.choose({ seat, legal, state: state?.value ?? null, view });
  return move === null ? null : moves.json.encode(move);
}
