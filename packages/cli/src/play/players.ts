/** Who plays: people at this terminal and bots. */
import { makeBot } from '@kifu/bots';
import {
  type Bot,
  type BotOptions,
  type Json,
  type Kit,
  ok,
  type Result,
  type Seat,
} from '@kifu/core';
import { InvalidArgumentError } from 'commander';

/**
 * The bot that plays where only `bot` was asked for: in games of free pace one that was made for the game, since there nobody waits
 * until a search is over.
 */
const defaultBot = ({ game, bots }: Kit): string =>
  (game.pace === 'free' ? Object.keys(bots)[0] : undefined) ?? 'mcts';

/** Someone at this terminal, or a bot by its name; `bot` alone is the usual one. */
export interface Role {
  readonly bot: string | null;
}

/** What stands for the usual bot of a game. */
export const USUAL = '';

/** A person where `bot` is null. */
interface Player {
  /** As the record names it: `human`, `bot:mcts`. */
  readonly name: string;
  readonly bot: Bot<unknown, Json> | null;
}

/** The players of a match by seat. */
export type Players = ReadonlyMap<Seat, Player>;

/** Reads `human,bot:mcts`. */
export function rolesText(text: string): Role[] {
  return text.split(',').map(word => {
    const role = parseRole(word.trim());
    if (role === null)
      throw new InvalidArgumentError(
        'Seats are human, bot or bot:NAME, with commas between them: human,bot:random.',
      );
    return role;
  });
}

/** The role that a record's player name stands for; null for the names of real people. */
export function parseRole(name: string): Role | null {
  if (name === 'human') return { bot: null };
  const found = /^bot(?::([\w-]+))?$/.exec(name);
  return found === null ? null : { bot: found[1] ?? USUAL };
}

/** The name of a role in a record. */
export const roleName = ({ bot }: Role): string => (bot === null ? 'human' : `bot:${bot}`);

/** The usual: somebody against bots. */
export const usualRoles = (seats: number): Role[] =>
  Array.from({ length: seats }, (_, i) => ({ bot: i === 0 ? null : USUAL }));

/** The roles with the names of all bots. */
export const namedRoles = (kit: Kit, roles: readonly Role[]): Role[] =>
  roles.map(role => (role.bot === USUAL ? { bot: defaultBot(kit) } : role));

/** Seats the players; bots on different seats think differently. */
export function seatPlayers(
  kit: Kit,
  seats: readonly Seat[],
  roles: readonly Role[],
  seed: number,
  budget: Pick<BotOptions, 'nodes' | 'timeMs' | 'now'>,
): Result<Players> {
  const players = new Map<Seat, Player>();
  for (const [i, seat] of seats.entries()) {
    const role = roles[i]!;
    const options = { ...budget, seed: (seed + seat) % 2 ** 31 };
    const bot = role.bot === null ? ok(null) : makeBot(kit, role.bot, options);
    if (!bot.ok) return bot;
    players.set(seat, { name: roleName(role), bot: bot.value });
  }
  return ok(players);
}

/** The seats of the people. */
export const peopleOf = (players: Players): Seat[] =>
  [...players].filter(([, { bot }]) => bot === null).map(([seat]) => seat);
