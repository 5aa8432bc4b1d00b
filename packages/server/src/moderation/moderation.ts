/**
 * Moderation on a server: restrictions of players and their ends, blocked players, and the log of all decisions.
 * Read from the store each time: several processes share it.
 */
import { type Fail, fail, isObject, type Json, ok, type Result } from '@kifu/core';
import type { Vault } from '@kifu/record/store';
import { type AdminLog, createAdminLog, type Decision, type LogEntry } from './log.ts';

/** Restrictions of a player: milliseconds since 1970, null if there is none. */
interface Sanction {
  readonly mutedUntil: number | null;
  readonly suspendedUntil: number | null;
}

/** Restrictions as stored for a key, with all keys that had them when they were stored. */
interface StoredSanction extends Sanction {
  readonly keys?: readonly string[];
}

/** Moderation for rooms and routes. Players are identified by id, and guests with a key by key. */
export interface Moderation {
  readonly log: AdminLog;
  /** Returns why a player cannot chat now; null if they can. */
  chatFault(who: string): Promise<Fail | null>;
  /** Checks whether a player may take a seat in a new match, with the players already in it. */
  checkJoin(who: string, others: readonly string[]): Promise<Result<null>>;
  /** Returns the current restrictions of a player. */
  sanctionOf(who: string): Promise<Sanction>;
  /** Logs a decision, and applies it to its player. */
  decide(decision: Decision): Promise<LogEntry>;
  /** Stores the restrictions of a player for each of their keys, before the account that joins the keys is deleted. */
  noteForKeys(player: string): Promise<void>;
}

const SANCTION = 'sanction';
const NONE: Sanction = { mutedUntil: null, suspendedUntil: null };

/** Account data, if there are accounts. */
interface KnownPlayers {
  /** Returns the players whom a player has blocked. */
  blocked(player: string): Promise<readonly string[]>;
  /** Returns all current and former keys of a player, by id or key; for a guest only the key. */
  keysOf(who: string): Promise<readonly string[]>;
}

/** Moderation in a vault. A decision about one key of a player applies to all their keys. */
export function createModeration(
  vault: Vault,
  now: () => number,
  { blocked, keysOf }: KnownPlayers,
): Moderation {
  const log = createAdminLog(vault, now);
  /** Returns the strictest restrictions of all keys of a player, and the keys that a decision about the player applies to. */
  const stored = async (who: string): Promise<Required<StoredSanction>> => {
    const keys = await keysOf(who);
    const found = await Promise.all(
      keys.map(async (key): Promise<StoredSanction> => {
        const value = await vault.get(SANCTION, key);
        return isObject(value ?? null) ? (value as unknown as StoredSanction) : NONE;
      }),
    );
    return {
      mutedUntil: latest(found.map(({ mutedUntil }) => mutedUntil)),
      suspendedUntil: latest(found.map(({ suspendedUntil }) => suspendedUntil)),
      // those of an account that was deleted are found only here
      keys: [...new Set([...keys, ...found.flatMap(({ keys: others = [] }) => others)])],
    };
  };
  const store = async (sanction: Required<StoredSanction>): Promise<void> => {
    for (const key of sanction.keys) await vault.put(SANCTION, key, sanction as unknown as Json);
  };
  const still = (untilMs: number | null): number | null =>
    untilMs !== null && untilMs > now() ? untilMs : null;
  const moderation: Moderation = {
    log,
    async sanctionOf(who) {
      const { mutedUntil, suspendedUntil } = await stored(who);
      return { mutedUntil: still(mutedUntil), suspendedUntil: still(suspendedUntil) };
    },
    async chatFault(who) {
      const { mutedUntil, suspendedUntil } = await moderation.sanctionOf(who);
      const until = Math.max(mutedUntil ?? 0, suspendedUntil ?? 0);
      return until === 0
        ? null
        : fail('unsupported', `you cannot chat here before ${dayOf(until)}`, { rule: 'muted' });
    },
    async checkJoin(who, others) {
      const { suspendedUntil } = await moderation.sanctionOf(who);
      if (suspendedUntil !== null)
        return fail('unsupported', `you cannot play here before ${dayOf(suspendedUntil)}`, {
          rule: 'suspended',
        });
      const own = await blocked(who);
      for (const other of others)
        if (own.includes(other) || (await blocked(other)).includes(who)) return BLOCKED;
      return ok(null);
    },
    async decide(decision) {
      // first, so that nothing takes effect that is not logged
      const entry = await log.add(decision);
      const { action, player, until } = decision;
      if (player === null) return entry;
      const sanction = await stored(player);
      if (action === 'lift') for (const key of sanction.keys) await vault.remove(SANCTION, key);
      // for every key, so that the newest decision counts also where it ends earlier
      if (action === 'mute') await store({ ...sanction, mutedUntil: until });
      if (action === 'suspend') await store({ ...sanction, suspendedUntil: until });
      return entry;
    },
    async noteForKeys(player) {
      const sanction = await stored(player);
      if (still(latest([sanction.mutedUntil, sanction.suspendedUntil])) !== null)
        await store(sanction);
    },
  };
  return moderation;
}

const latest = (times: readonly (number | null)[]): number | null =>
  times.reduce((a, b) => (a === null || (b !== null && b > a) ? b : a), null);

const BLOCKED = fail('unsupported', 'one of you has blocked the other', { rule: 'blocked' });
/** Formats a time in UTC, the same everywhere. */
const dayOf = (ms: number): string =>
  `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
