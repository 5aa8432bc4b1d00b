/** Summaries to check a library with. */
import { type Json, NO_FACTS } from '@kifu/core';
import type { Query } from '../store/filters.ts';
import type { Library, MatchSummary } from '../store/library.ts';
import { block, check, idText } from './assert.ts';

/** A summary of match n; fields of `more` replace the usual ones. */
export const listing = (n: number, more: Partial<MatchSummary> = {}): MatchSummary => ({
  match: block(n).cid,
  head: block(n + 10_000).cid,
  game: 'chess',
  players: ['Ann', 'Bob'],
  startedAt: '2026-03-01T12:00:00.000Z',
  entries: n,
  outcome: null,
  rated: false,
  source: null,
  visibility: 'public',
  opening: [],
  facts: NO_FACTS,
  ...more,
});

/** A summary as JSON, for comparing. */
export const asText = (listing: MatchSummary | null): Json =>
  listing && {
    ...listing,
    match: idText(listing.match),
    head: idText(listing.head),
    outcome: listing.outcome && { ...listing.outcome },
    facts: { ...listing.facts } as unknown as Json,
  };

/** The matches that a query finds, as text, in order. */
export async function found(library: Library, query: Query): Promise<(string | null)[]> {
  const { listings } = await library.find(query);
  return listings.map(({ match }) => idText(match));
}

export const namesOf = (listings: readonly MatchSummary[]): (string | null)[] =>
  listings.map(({ match }) => idText(match));

/** A time of one hour, by seconds into it. */
export const timeOf = (second: number): string => {
  const [minutes, seconds] = [Math.floor(second / 60), second % 60].map(n =>
    String(n).padStart(2, '0'),
  );
  return `2026-03-01T12:${minutes}:${seconds}.000Z`;
};

/** All pages of a query, and what is done between them. */
export async function pages(
  library: Library,
  query: Query,
  between: (page: number) => Promise<void> = async () => {},
): Promise<MatchSummary[][]> {
  const all: MatchSummary[][] = [];
  let after: string | null | undefined;
  while (after !== null) {
    check(all.length < 100, 'the pages do not end');
    const page = await library.find(after === undefined ? query : { ...query, after });
    all.push([...page.listings]);
    after = page.next;
    await between(all.length);
  }
  return all;
}
