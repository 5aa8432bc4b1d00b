/**
 * Rooms that are open or live, in memory or not, in this process or another: whose quotas they count in, which of them are
 * public, and which must continue on their own.
 */
import type { Invite } from '@kifu/client';
import type { Holder, Quotas } from '../quotas.ts';
import { isThere } from './begin.ts';
import { fairQueue } from './fair-queue.ts';
import { guestsOf, inviteOf, type StoredInvite } from './stored-invite.ts';

/** Index of all rooms that are open or live. */
export interface CurrentRooms {
  has(id: string): boolean;
  ids(): Iterable<string>;
  /** The ids of rooms that must continue on their own, whichever process has them. */
  due(): string[];
  isDue(id: string): boolean;
  /** The ids of rooms in which a player has a seat. */
  of(player: string): string[];
  /** Public rooms, up to a limit, of one game or all, with how many spectators each has. Networks take turns, so that none fills the list. */
  list(limit: number, game?: string): readonly Invite[];
  /** Counts a room in the quotas before it is stored; returns a function that undoes it. */
  claim(stored: StoredInvite): () => void;
  /** Indexes a room that was stored or has changed. */
  put(stored: StoredInvite): void;
  /** Notes how many spectators a room has. */
  watched(id: string, count: number): void;
  /** Removes a room; returns whether it was there. */
  remove(id: string): boolean;
}

export function createCurrentRooms({ matches }: Pick<Quotas, 'matches'>): CurrentRooms {
  const holders = new Map<string, readonly Holder[]>();
  const board = new Map<string, Invite>();
  const due = new Set<string>();
  const watching = new Map<string, number>();

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
      const listed = fairQueue(all, ({ id }) => holders.get(id)?.[0]?.network ?? '', limit);
      return listed.map(invite => ({ ...invite, watching: watching.get(invite.id) ?? 0 }));
    },
    claim(stored) {
      const before = holders.get(stored.id);
      hold(stored.id, guestsOf(stored));
      return () => hold(stored.id, before);
    },
    put(stored) {
      hold(stored.id, guestsOf(stored));
      if (stored.visibility === 'public') board.set(stored.id, inviteOf(stored));
      if (isDue(stored)) due.add(stored.id);
    },
    watched(id, count) {
      if (count > 0 && holders.has(id)) watching.set(id, count);
      else watching.delete(id);
    },
    remove(id) {
      const wasThere = holders.has(id);
      hold(id, undefined);
      board.delete(id);
      due.delete(id);
      watching.delete(id);
      return wasThere;
    },
  };
}

/** Whether a room must continue even if no player comes: its match is in progress, or could start. */
export const isDue = (stored: StoredInvite): boolean =>
  stored.phase === 'live' || (stored.phase === 'open' && stored.seats.every(isThere));
