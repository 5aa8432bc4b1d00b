/** Who plays: people at this terminal and bots. */
import { budgetOf, makeBot, usualBot } from '@kifu/bots';
import {
  type Bot,
  type BotOptions,
  type Json,
  type Kit,
  ok,
  type Result,
  type Seat,
} from '@kifu/core';
import { refuse } from '../misuse.ts';

/** Lines of play that a bot tries for one move, without `--nodes`. */
export const NODES = 2000;

/** A person at this terminal, or a bot by its name and maybe its level; `bot` alone is the usual one. */
export interface SeatRole {
  readonly bot: string | null;
  readonly level?: number;
}

/** What stands for the usual bot of a game. */
export const USUAL = '';

/** A person where `bot` is null. */
interface SeatPlayer {
  /** As the record names it: `human`, `bot:mcts`. */
  readonly name: string;
  readonly bot: Bot<unknown, Json> | null;
}

/** The players of a match by seat. */
export type SeatPlayers = ReadonlyMap<Seat, SeatPlayer>;

/** Reads `human,bot:mcts`. */
export function rolesText(text: string): SeatRole[] {
  return text.split(',').map(word => {
    const role = parseRole(word.trim());
    return role ?? refuse(texts => texts.seats);
  });
}

/** The role that a record's player name stands for; null for the names of real people. */
export function parseRole(name: string): SeatRole | null {
  if (name === 'human') return { bot: null };
  const found = /^bot(?::([\w-]+?))?(?:-([1-5]))?$/.exec(name);
  if (found === null) return null;
  const [, bot = USUAL, level] = found;
  return { bot, ...(level === undefined ? {} : { level: Number(level) }) };
}

/** The name of a role in a record; of a person the given one. */
export const roleName = ({ bot, level }: SeatRole, person = 'human'): string =>
  bot === null ? person : `bot:${bot}${level === undefined ? '' : `-${level}`}`;

/** The usual: one person against bots. */
export const usualRoles = (seats: number): SeatRole[] =>
  Array.from({ length: seats }, (_, i) => ({ bot: i === 0 ? null : USUAL }));

/** The roles with the names of all bots, and the level of those that have none of their own. */
export const namedRoles = (kit: Kit, roles: readonly SeatRole[], level?: number): SeatRole[] =>
  roles.map(role =>
    role.bot === null
      ? role
      : {
          ...(level === undefined ? {} : { level }),
          ...role,
          bot: role.bot === USUAL ? usualBot(kit) : role.bot,
        },
  );

/** Seats the players; bots on different seats think differently. */
export function seatPlayers(
  kit: Kit,
  seats: readonly Seat[],
  roles: readonly SeatRole[],
  seed: number,
  budget: Pick<BotOptions, 'nodes' | 'timeMs' | 'now'>,
): Result<SeatPlayers> {
  const players = new Map<Seat, SeatPlayer>();
  for (const [i, seat] of seats.entries()) {
    const role = roles[i]!;
    const own = role.level === undefined ? {} : { nodes: budgetOf(role.level).nodes };
    const options = { ...budget, ...own, seed: (seed + seat) % 2 ** 31 };
    const bot = role.bot === null ? ok(null) : makeBot(kit, role.bot, options);
    if (!bot.ok) return bot;
    players.set(seat, { name: roleName(role), bot: bot.value });
  }
  return ok(players);
}

/** The seats of the people. */
export const peopleOf = (players: SeatPlayers): Seat[] =>
  [...players].filter(([, { bot }]) => bot === null).map(([seat]) => seat);
