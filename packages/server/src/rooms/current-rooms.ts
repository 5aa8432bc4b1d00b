/**
 * Rooms that are open or live, in memory or not, at this process or at another: whose quotas they are part of, which of them are
 * public, and which must go on by themselves.
 */
import type { Invite } from '@kifu/client';
import type { Holder, Quotas } from '../quotas.ts';
import { isThere } from './begin.ts';
import { fairQueue } from './fair-queue.ts';
import { guestsOf, inviteOf, type StoredInvite } from './stored-invite.ts';

/** All rooms that are open or live. */
export interface CurrentRooms {
  has(id: string): boolean;
  ids(): Iterable<string>;
  /** The ids of rooms that must go on by themselves, whichever process has them. */
  due(): string[];
  isDue(id: string): boolean;
  /** The ids of rooms in which a player sits. */
  of(player: string): string[];
  /** At most so many public rooms, those of a game where one is given; however many one network has, there is room for the others. */
  list(limit: number, game?: string): readonly Invite[];
  /** Makes a room part of quotas, before it is kept; returns how that is undone. */
  claim(kept: StoredInvite): () => void;
  /** Takes in a room that is kept, or has changed. */
  put(kept: StoredInvite): void;
  /** Whether it was there. */
  remove(id: string): boolean;
}

export function createCurrentRooms({ matches }: Pick<Quotas, 'matches'>): CurrentRooms {
  const holders = new Map<string, readonly Holder[]>();
  const board = new Map<string, Invite>();
  const due = new Set<string>();

  const hold = (id: string, next: readonly Holder[] | undefined): void => {
    for (const holder of holders.get(id) ?? []) matches.give(holder);
    for (const holder of next ?? []) matches.hold(holder);
    if (next === undefined) holders.delete(id);
    else holders.set(id, next);
  };

  return {
    has: id => holders.has(id),
    ids: () => holders.keys(),
    due: () => [...due],
    isDue: id => due.has(id),
    of: player =>
      [...holders].flatMap(([id, all]) => (all.some(({ guest }) => guest === player) ? [id] : [])),
    list(limit, game) {
      const all = [...board.values()].filter(invite => game === undefined || invite.game === game);
      return fairQueue(all, ({ id }) => holders.get(id)?.[0]?.network ?? '', limit);
    },
    claim(kept) {
      const before = holders.get(kept.id);
      hold(kept.id, guestsOf(kept));
      return () => hold(kept.id, before);
    },
    put(kept) {
      hold(kept.id, guestsOf(kept));
      if (kept.visibility === 'public') board.set(kept.id, inviteOf(kept));
      if (isDue(kept)) due.add(kept.id);
    },
    remove(id) {
      const wasThere = holders.has(id);
      hold(id, undefined);
      board.delete(id);
      due.delete(id);
      return wasThere;
    },
  };
}

/** Whether something is to happen in a room even where no player comes: it goes on, or could begin. */
export const isDue = (kept: StoredInvite): boolean =>
  kept.phase === 'live' || (kept.phase === 'open' && kept.seats.every(isThere));
