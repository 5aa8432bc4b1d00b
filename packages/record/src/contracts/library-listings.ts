/** Listings to check a library with. */
import type { Json } from '@kifu/core';
import type { Library, Listing, Query } from '../ports.ts';
import { block, idText } from './assert.ts';

/** A listing of match n; whatever is said goes instead of the usual. */
export const listing = (n: number, more: Partial<Listing> = {}): Listing => ({
  match: block(n).cid,
  head: block(n + 10_000).cid,
  game: 'chess',
  players: ['Ann', 'Bob'],
  startedAt: '2026-03-01T12:00:00.000Z',
  entries: n,
  outcome: null,
  rated: false,
  ...more,
});

/** A listing as JSON, for comparing. */
export const asText = (listing: Listing | null): Json =>
  listing && {
    ...listing,
    match: idText(listing.match),
    head: idText(listing.head),
    outcome: listing.outcome && { ...listing.outcome },
  };

/** The matches that a query finds, as text, in order. */
export async function found(library: Library, query: Query): Promise<(string | null)[]> {
  const { listings } = await library.find(query);
  return listings.map(({ match }) => idText(match));
}

export const namesOf = (listings: readonly Listing[]): (string | null)[] =>
  listings.map(({ match }) => idText(match));
