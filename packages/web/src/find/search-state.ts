/** What pages know of the search for an opponent, without what searches. The event `kifu-search` of the window tells that it changed. */
import type { Seek } from '@kifu/client';

/** A search as pages show it. */
export interface Search {
  readonly seek: Seek;
  /** When it began, by the clock of the browser. */
  readonly sinceMs: number;
  /** Why the last round failed; empty where it did not. */
  readonly problem: string;
}

let search: Search | null = null;
let own: string | null = null;

/** The search under way; null if there is none. */
export const currentSearch = (): Search | null => search;

/** Whether a challenge is the one that the search holds open. */
export const isOwnChallenge = (id: string): boolean => own === id;

/** Notes the search, and tells the pages. */
export function tellSearch(now: Search | null): void {
  search = now;
  dispatchEvent(new Event('kifu-search'));
}

/** Notes the challenge that the search holds open; null for none. */
export function noteChallenge(id: string | null): void {
  own = id;
}

/** Minutes and seconds since a time: `1:07`. */
export function elapsedSince(sinceMs: number): string {
  const seconds = Math.max(0, Math.floor((Date.now() - sinceMs) / 1000));
  return `${Math.floor(seconds / 60)}:${`${seconds % 60}`.padStart(2, '0')}`;
}
