/** Which listings of a library in memory a query finds. */
import { lowestRating } from '@kifu/core';
import type { Listing, Query } from '@kifu/record/store';
import { ecoOf, hasStart, positionOf, secondsOf } from '../library/query.ts';
import { eventWordsOf, foldName, hasWords, wordsOf } from '../library/tokenize.ts';

/** A listing, with all that it is found and sorted by. */
export interface StoredListing {
  readonly listing: Listing;
  /** When it started, in seconds, by `startOf`. */
  readonly second: number;
  /** Rises from one listing to the next. */
  readonly place: number;
  readonly isHidden: boolean;
  readonly comments: readonly string[];
  readonly words: readonly string[];
  /** As text, by `textOf`. */
  readonly positions: ReadonlySet<string>;
}

/** A position as text: its numbers. A `Buffer` as a text would be its letters. */
export const textOf = (position: Uint8Array): string => position.join();

/** The query as a question to each listing. */
export function filterOf(query: Query): (kept: StoredListing) => boolean {
  const { hidden = false, minEntries = 0, maxEntries = Number.POSITIVE_INFINITY } = query;
  const from = secondsOf(query, 'from');
  const before = secondsOf(query, 'before');
  const position = positionOf(query);
  const words = wordsOf([query.text ?? '']);
  const player = query.player === undefined ? null : foldName(query.player);
  const eco = ecoOf(query);
  const event = eventWordsOf(query);
  const { minRating } = query;
  const hasTime = from !== null || before !== null;
  return ({ listing, second, isHidden, words: own, positions }) =>
    isHidden === hidden &&
    isSame(listing, query) &&
    listing.entries >= minEntries &&
    listing.entries <= maxEntries &&
    (!hasTime || hasStart(second)) &&
    (from === null || second >= from) &&
    (before === null || second < before) &&
    (position === null || positions.has(textOf(position))) &&
    (event === null || hasWords(listing.facts.event, event)) &&
    (eco === null || listing.facts.eco?.startsWith(eco) === true) &&
    (minRating === undefined || (lowestRating(listing.facts) ?? Number.NaN) >= minRating) &&
    (query.opening ?? []).every((move, i) => listing.opening[i] === move) &&
    words.every(word => own.some(one => one.startsWith(word))) &&
    (player === null || listing.players.some(name => foldName(name).includes(player)));
}

/** Whether what a query asks for by the letter is what the listing says. */
function isSame({ outcome, ...listing }: Listing, query: Query): boolean {
  const own = {
    ...listing.facts,
    ...listing,
    result: outcome?.result ?? 'open',
    reason: outcome?.reason,
  };
  return FIELDS.every(field => query[field] === undefined || query[field] === own[field]);
}

const FIELDS = [
  ...(['game', 'result', 'reason', 'rated', 'source', 'visibility'] as const),
  ...(['round', 'timeControl'] as const),
];
