/**
 * Order on a server: what a player may not do until when, who does not want to meet whom, and the log of all that was decided.
 * Read from the store each time: several processes share it.
 */
import { type Fail, fail, isObject, type Json, ok, type Result } from '@kifu/core';
import type { Vault } from '@kifu/record/store';
import { type AdminLog, createAdminLog, type Decision, type LogEntry } from './log.ts';

/** What a player may not do: milliseconds since 1970, null where they may. */
interface Sanction {
  readonly mutedUntil: number | null;
  readonly suspendedUntil: number | null;
}

/** Order, as rooms and routes ask for it. Players are named by id, and guests with a key by that. */
export interface Moderation {
  readonly log: AdminLog;
  /** Why a player may not talk now; null where they may. */
  talkFault(who: string): Promise<Fail | null>;
  /** Whether a player may take a seat in a new match, with those who sit there. */
  maySit(who: string, others: readonly string[]): Promise<Result<null>>;
  /** What a player may not do now. */
  sanctionOf(who: string): Promise<Sanction>;
  /** Writes a decision down, and does what it says about its player. */
  decide(decision: Decision): Promise<LogEntry>;
  /** Notes what a player may not do with each of their keys, before the account that joins the keys is deleted. */
  noteForKeys(player: string): Promise<void>;
}

const SANCTION = 'sanction';
const NONE: Sanction = { mutedUntil: null, suspendedUntil: null };

/** What is known of players where there are accounts. */
interface KnownPlayers {
  /** Whom a player has blocked. */
  blocked(player: string): Promise<readonly string[]>;
  /** All keys that are or were a player's, by id or key; of a guest the key alone. */
  keysOf(who: string): Promise<readonly string[]>;
}

/** Moderation in a vault. A decision about one key of a player applies to all their keys. */
export function createModeration(
  vault: Vault,
  now: () => number,
  { blocked, keysOf }: KnownPlayers,
): Moderation {
  const log = createAdminLog(vault, now);
  const kept = async (who: string): Promise<Sanction> => {
    const found = await Promise.all(
      (await keysOf(who)).map(async key => {
        const value = await vault.get(SANCTION, key);
        return isObject(value ?? null) ? (value as unknown as Sanction) : NONE;
      }),
    );
    return {
      mutedUntil: latest(found.map(({ mutedUntil }) => mutedUntil)),
      suspendedUntil: latest(found.map(({ suspendedUntil }) => suspendedUntil)),
    };
  };
  const still = (untilMs: number | null): number | null =>
    untilMs !== null && untilMs > now() ? untilMs : null;
  const order: Moderation = {
    log,
    async sanctionOf(who) {
      const { mutedUntil, suspendedUntil } = await kept(who);
      return { mutedUntil: still(mutedUntil), suspendedUntil: still(suspendedUntil) };
    },
    async talkFault(who) {
      const { mutedUntil, suspendedUntil } = await order.sanctionOf(who);
      const until = Math.max(mutedUntil ?? 0, suspendedUntil ?? 0);
      return until === 0
        ? null
        : fail('unsupported', `you cannot chat here before ${dayOf(until)}`, { rule: 'muted' });
    },
    async maySit(who, others) {
      const { suspendedUntil } = await order.sanctionOf(who);
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
      // first, so that nothing is done that is not written down
      const entry = await log.add(decision);
      const { action, player, until } = decision;
      if (player === null) return entry;
      if (action === 'lift')
        for (const key of await keysOf(player)) await vault.remove(SANCTION, key);
      if (action !== 'mute' && action !== 'suspend') return entry;
      const field = action === 'mute' ? 'mutedUntil' : 'suspendedUntil';
      const sanction = { ...(await kept(player)), [field]: until };
      await vault.put(SANCTION, player, sanction as unknown as Json);
      return entry;
    },
    async noteForKeys(player) {
      const { mutedUntil, suspendedUntil } = await order.sanctionOf(player);
      if (mutedUntil === null && suspendedUntil === null) return;
      for (const key of await keysOf(player))
        await vault.put(SANCTION, key, { mutedUntil, suspendedUntil });
    },
  };
  return order;
}

const latest = (times: readonly (number | null)[]): number | null =>
  times.reduce((a, b) => (a === null || (b !== null && b > a) ? b : a), null);

const BLOCKED = fail('unsupported', 'one of you has blocked the other', { rule: 'blocked' });
/** Days are enough, and the same everywhere. */
const dayOf = (ms: number): string =>
  `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
