/** Players that need only the Game interface, and a way to find any bot of a game by its name. */
import {
  type Bot,
  type BotOptions,
  fail,
  isInteger,
  isSeed,
  type Json,
  type Kit,
  type MakeBot,
  ok,
  type Result,
} from '@kifu/core';
import { mctsBot } from './mcts.ts';
import { randomBot } from './random.ts';

export { type AnalyzerOptions, makeAnalyzer, usualNodesOf } from './analysis/analyzer.ts';
export { type Decided, decidedBy, mayWait, NONE_DECIDED, nextSeat, passing } from './flow.ts';
export { budgetOf, LEVEL_COUNT } from './levels.ts';
export { type BotStep, type PlayOptions, playBots } from './match.ts';
export { mctsBot } from './mcts.ts';
export { randomBot } from './random.ts';
export { type BotPlayer, botPlayer } from './seat-player.ts';

/** The names that `makeBot` knows for a game: the players of every game, then those made for this one. */
export const botNames = <State, Move extends Json>(kit: Kit<State, Move>): string[] =>
  Object.keys(botsOf(kit));

/** The bot that plays where the caller names none: one that was made for the game, else the general one. */
export const usualBot = (kit: Kit): string => Object.keys(kit.bots)[0] ?? 'mcts';

/** The bot of that name. Name and options may come from anywhere. */
export function makeBot<State, Move extends Json>(
  kit: Kit<State, Move>,
  name: string,
  options: BotOptions,
): Result<Bot<State, Move>> {
  const bots = botsOf(kit);
  const make = Object.hasOwn(bots, name) ? bots[name] : undefined;
  if (make === undefined) {
    const names = Object.keys(bots).join(', ');
    return fail('unknown-bot', `${kit.game.name} has no bot of that name, only ${names}`);
  }
  const wrong = wrongOption(options);
  return wrong === null ? ok(make(kit, options)) : fail('malformed', wrong);
}

/** A bot made for the game may take the name of a general one, and its place. */
const botsOf = <State, Move extends Json>({
  bots,
}: Kit<State, Move>): { readonly [name: string]: MakeBot<State, Move> } => ({
  random: randomBot,
  mcts: mctsBot,
  ...bots,
});

function wrongOption({ seed, nodes, timeMs, now }: BotOptions): string | null {
  if (!isSeed(seed)) return 'a bot needs a seed';
  if (nodes !== undefined && !isInteger(nodes, 1, Number.MAX_SAFE_INTEGER))
    return 'a bot looks at a whole number of positions, at least 1';
  if (timeMs !== undefined && !(timeMs >= 0)) return 'a bot thinks for 0 milliseconds or more';
  if (timeMs !== undefined && now === undefined)
    return 'a bot with a limit of time needs a clock, now';
  return null;
}
