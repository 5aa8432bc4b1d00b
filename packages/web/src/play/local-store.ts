/** Matches that are played in this browser, as they are stored between two visits: also in this page alone, where storage is blocked. */
import type { Seat } from '@kifu/core';
import { isOnlyHeld, namesAfter, readItem, removeItem, writeItem } from '../site/browser-store.ts';

/** Who plays: a person of this page, or a bot of a level. */
export interface LocalRole {
  readonly seat: Seat;
  readonly name: string;
  /** Null for a person. */
  readonly level: number | null;
}

/** A match as it is stored. */
export interface StoredMatch {
  readonly game: string;
  readonly roles: readonly LocalRole[];
  /** Base64 each. */
  readonly nodes: readonly string[];
  /** Milliseconds since 1970 at which it would have begun, had it never been paused. */
  readonly beganAt: number;
  /** Absent in matches stored before this was noted. */
  readonly summary?: MatchSummary;
  /** The id by which the library of this browser has it; absent while it has not. */
  readonly archived?: string;
}

/** What a list shows of a match without playing it through. */
export interface MatchSummary {
  /** Milliseconds since 1970. */
  readonly playedAt: number;
  /** The seats to move. */
  readonly active: readonly Seat[];
  readonly isEnded: boolean;
}

const PREFIX = 'kifu-local-';

/** Stores a match; where the browser has no room left, matches that its library has make room. */
export function storeMatch(id: string, stored: StoredMatch): void {
  const json = JSON.stringify(stored);
  if (writeItem(PREFIX + id, json)) return;
  for (const other of storedIds())
    if (other !== id && storedMatch(other)?.archived !== undefined) removeItem(PREFIX + other);
  writeItem(PREFIX + id, json);
}

/** A match of this browser; null where there is none. */
export function storedMatch(id: string): StoredMatch | null {
  try {
    return JSON.parse(readItem(PREFIX + id) ?? 'null') as StoredMatch | null;
  } catch {
    return null;
  }
}

/** The ids of all matches of this browser. */
export const storedIds = (): readonly string[] => namesAfter(PREFIX);

/** Deletes a match. */
export const deleteMatch = (id: string): void => removeItem(PREFIX + id);

/** Deletes the match that the library had under an id: who removes it there wants it gone. */
export function forgetArchived(match: string): void {
  for (const id of storedIds()) if (storedMatch(id)?.archived === match) deleteMatch(id);
}

/** Whether a match is lost with the page, as the browser does not store it. */
export const isUnstored = (id: string): boolean => isOnlyHeld(PREFIX + id);
