/** Rooms in the store: which ones are open or live, which room a match belongs to, and how a room is read and written. */
import { type Json, parseCid } from '@kifu/core';
import { type CurrentRooms, createCurrentRooms } from './current-rooms.ts';
import type { Room } from './room.ts';
import type { Services } from './services.ts';
import type { StoredInvite } from './stored-invite.ts';

/** Reads and writes rooms, and indexes those that are open or live. */
export class StoredRooms {
  readonly current: CurrentRooms;
  readonly #services: Services;
  /** Rooms by match, as far as this process knows them. */
  readonly #byMatch = new Map<string, string>();

  constructor(services: Services) {
    this.#services = services;
    this.current = createCurrentRooms(services.quotas);
  }

  /** Returns the id of the room of a match, without reading the store for the id of an invite; null if no room has the match. */
  idOf(id: string): string | Promise<string | null> {
    return parseCid(id).ok ? this.#idOfMatch(id) : id;
  }

  async #idOfMatch(match: string): Promise<string | null> {
    const known =
      this.#byMatch.get(match) ?? (await this.#services.stores.vault.get('match', match));
    return typeof known === 'string' ? known : null;
  }

  /** Reads a room, open, live or past. */
  async read(id: string): Promise<StoredInvite | undefined> {
    const { vault } = this.#services.stores;
    const found = (await vault.get('room', id)) ?? (await vault.get('past', id));
    return found as StoredInvite | undefined;
  }

  /** Remembers which room a match belongs to. */
  noteMatch(match: string, id: string): void {
    this.#byMatch.set(match, id);
  }

  /** Writes a room that is open or live, unless its invite was canceled. */
  async save(room: Room): Promise<void> {
    const { stored, stores } = room;
    if (room.isForgotten) return;
    const unclaim = this.current.claim(stored);
    try {
      if (stored.match !== null && !this.#byMatch.has(stored.match)) {
        await stores.vault.put('match', stored.match, stored.id);
        this.noteMatch(stored.match, stored.id);
      }
      await stores.vault.put('room', stored.id, stored as unknown as Json);
    } catch (cause) {
      if (!room.isForgotten) unclaim();
      throw cause;
    }
    // the invite was canceled while the room was written
    if (room.isForgotten) return this.#services.stores.vault.remove('room', stored.id);
    this.current.put(stored);
    this.#services.cluster?.tell({ type: 'room', id: stored.id });
  }

  /** Writes that a match has two proven histories, which ends it. */
  async saveFork(room: Room, proof: string): Promise<void> {
    const stored: StoredInvite = { ...room.stored, phase: 'ended', proof };
    await room.stores.vault.put('past', stored.id, stored as unknown as Json);
    await room.stores.vault.remove('room', stored.id);
    room.stored = stored;
    this.strike(stored);
  }

  /** Removes the room of a match that has ended, which is stored as a past one. */
  async ended({ stored, stores }: Room): Promise<void> {
    // before it leaves the index: after a failure, the end is processed again
    await stores.vault.remove('room', stored.id);
    this.strike(stored);
  }

  /** Removes a room from the index of open and live rooms, and notifies other processes. */
  strike({ id, match }: Pick<StoredInvite, 'id' | 'match'>): void {
    const isKnown = this.current.remove(id);
    if (match !== null) this.#byMatch.delete(match);
    if (isKnown) this.#services.cluster?.tell({ type: 'room', id });
  }
}
