/** The matches that are played in this browser, without their nodes: what lists show of them. Where storage is blocked, this page holds it. */
import type { Seat } from '@kifu/core';
import {
  holdItem,
  isOnlyHeld,
  namesAfter,
  readItem,
  removeItem,
  writeItem,
} from '../site/browser-store.ts';

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
  /** The content ID of its header, by which `localNodes` has it; absent in older ones until they are opened. */
  readonly match?: string;
  /** In older ones: its nodes, base64 each. */
  readonly nodes?: readonly string[];
  /** Milliseconds since 1970; later than now during the countdown. */
  readonly beganAt: number;
  /** Absent in matches stored before this was noted. */
  readonly summary?: MatchSummary;
  /** The id by which the library of this browser has it; absent while it has not. */
  readonly archived?: string;
}

/** Summary of a match for lists, so that they need not replay it. */
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
    if (other !== id && storedMatch(other)?.archived !== undefined) deleteMatch(other);
  writeItem(PREFIX + id, json);
}

/** Notes a match whose nodes are lost with this page; what is stored of it stays as it is. */
export const holdMatch = (id: string, stored: StoredMatch): void =>
  holdItem(PREFIX + id, JSON.stringify(stored));

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
export function deleteMatch(id: string): void {
  const stored = storedMatch(id);
  removeItem(PREFIX + id);
  import('../site/library/local-pictures.ts')
    .then(({ forgetPicture }) => forgetPicture(id))
    .catch(() => {}); // takes room, and does no harm
  if (stored?.match === undefined) return;
  const { match } = stored;
  // nodes that nothing names take room, and do no harm
  import('./local-nodes.ts').then(({ forgetNodes }) => forgetNodes(match)).catch(() => {});
}

/** Deletes the match that the library had under an id: who removes it there wants it gone. */
export function forgetArchived(match: string): void {
  for (const id of storedIds()) if (storedMatch(id)?.archived === match) deleteMatch(id);
}

/** Whether a match is lost with the page, as the browser does not store it. */
export const isUnstored = (id: string): boolean => isOnlyHeld(PREFIX + id);
