/** A bot as the player of a seat. It thinks when the event loop lets it; pages and servers wrap the same bot in a worker. */
import { type Bot, type BotOptions, type Json, type Kit, ok, type Result } from '@kifu/core';
import { makeBot } from './index.ts';

/** `SeatPlayer` of `@kifu/record/match`, by its shape, so that bots need only `core`. */
export interface BotPlayer {
  readonly name: string;
  decide(turn: {
    readonly view: Parameters<Bot<unknown, Json>['choose']>[0];
  }): Promise<{ readonly do: 'move'; readonly move: Json } | { readonly do: 'wait' }>;
}

/** Makes a bot of a kit that plays a seat. */
export function botPlayer(kit: Kit, name: string, options: BotOptions): Result<BotPlayer> {
  const made = makeBot(kit, name, options);
  if (!made.ok) return made;
  const bot = made.value;
  return ok({
    name: `bot:${name}`,
    async decide({ view }) {
      await null;
      const move = bot.choose(view);
      return move === null ? { do: 'wait' } : { do: 'move', move };
    },
  });
}
