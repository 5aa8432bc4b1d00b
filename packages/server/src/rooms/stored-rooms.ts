/** Rooms as the stores have them: which are open or live, which room a match is played in, and how a room is written. */
import { type Json, parseCid } from '@kifu/core';
import { type CurrentRooms, createCurrentRooms } from './current-rooms.ts';
import type { Room } from './room.ts';
import type { Services } from './services.ts';
import type { StoredInvite } from './stored-invite.ts';

/** All rooms that are stored. */
export class StoredRooms {
  readonly current: CurrentRooms;
  readonly #services: Services;
  /** Rooms by their matches, as far as they are known. */
  readonly #byMatch = new Map<string, string>();

  constructor(services: Services) {
    this.#services = services;
    this.current = createCurrentRooms(services.budgets);
  }

  /** Returns the id of a room by that of its invite or of its match; null where no room has that match. */
  async idOf(id: string): Promise<string | null> {
    if (!parseCid(id).ok) return id;
    const known = this.#byMatch.get(id) ?? (await this.#services.stores.vault.get('match', id));
    return typeof known === 'string' ? known : null;
  }

  async read(id: string): Promise<StoredInvite | undefined> {
    const { vault } = this.#services.stores;
    return ((await vault.get('room', id)) ?? (await vault.get('past', id))) as
      | StoredInvite
      | undefined;
  }

  noteMatch(match: string, id: string): void {
    this.#byMatch.set(match, id);
  }

  /** Writes what has changed of a room. */
  async save(room: Room): Promise<void> {
    const { kept } = room;
    const { vault } = room.stores;
    if (room.isForgotten) return;
    const unclaim = this.current.claim(kept);
    try {
      if (kept.match !== null && !this.#byMatch.has(kept.match)) {
        await vault.put('match', kept.match, kept.id);
        this.noteMatch(kept.match, kept.id);
      }
      await vault.put('room', kept.id, kept as unknown as Json);
    } catch (cause) {
      if (!room.isForgotten) unclaim();
      throw cause;
    }
    const { stores, cluster } = this.#services;
    // called off while this was being kept
    if (room.isForgotten) return stores.vault.remove('room', kept.id);
    this.current.put(kept);
    cluster?.tell({ type: 'room', id: kept.id });
  }

  /** Writes that two histories of the match are proved. */
  async saveFork(room: Room, proof: string): Promise<void> {
    const kept: StoredInvite = { ...room.kept, phase: 'ended', proof };
    await room.stores.vault.put('past', kept.id, kept as unknown as Json);
    await this.ended(room);
    room.kept = kept;
  }

  /** Takes a room off the list of those that go on. */
  async ended({ kept, stores }: Room): Promise<void> {
    // before it is off the list: after a failure the end is looked at again
    await stores.vault.remove('room', kept.id);
    this.strike(kept);
  }

  /** Takes a room off all lists of those that go on. */
  strike({ id, match }: Pick<StoredInvite, 'id' | 'match'>): void {
    const isKnown = this.current.remove(id);
    if (match !== null) this.#byMatch.delete(match);
    if (isKnown) this.#services.cluster?.tell({ type: 'room', id });
  }
}
