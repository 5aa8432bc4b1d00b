/** Listings as a table for other programs: RFC 4180, one match a line. */
import { formatCid } from '@kifu/core';
import type { Listing } from '@kifu/record/store';
import { oneLine } from '../text.ts';

type CsvCell = string | number | boolean | null | undefined;

/** What each column has, by its name. */
const COLUMNS: {
  readonly [name: string]: (listing: Listing, tags: readonly string[]) => CsvCell;
} = {
  match: ({ match }) => formatCid(match),
  date: ({ startedAt }) => startedAt,
  game: ({ game }) => game,
  players: ({ players }) => joined(players),
  ratings: ({ facts: { ratings } }) =>
    ratings.every(rating => rating === null) ? null : joined(ratings.map(rating => rating ?? '')),
  entries: ({ entries }) => entries,
  result: ({ outcome }) => outcome?.result ?? 'open',
  winners: ({ outcome, players }) =>
    joined(outcome?.winners.map(seat => players[seat] ?? '') ?? []),
  reason: ({ outcome }) => outcome?.reason,
  event: ({ facts }) => facts.event,
  round: ({ facts }) => facts.round,
  'time control': ({ facts }) => facts.timeControl,
  eco: ({ facts }) => facts.eco,
  opening: ({ facts }) => facts.openingName,
  rated: ({ rated }) => rated,
  source: ({ source }) => source,
  visibility: ({ visibility }) => visibility,
  tags: (_, tags) => joined(tags),
};

/** Several values of one cell. */
const joined = (values: readonly (string | number)[]): string => values.join('; ');

/** The names of the columns, without the line end. */
export const CSV_HEAD = Object.keys(COLUMNS).join(',');

/** A match as a line, without its end. */
export const csvRow = (listing: Listing, tags: readonly string[]): string =>
  Object.values(COLUMNS)
    .map(value => quoted(value(listing, tags)))
    .join(',');

function quoted(cell: CsvCell): string {
  const text = typeof cell === 'string' ? harmless(cell) : `${cell ?? ''}`;
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Names and events are a stranger's: they stay on their line, and what a spreadsheet would take for a formula gets an apostrophe before it. */
const harmless = (text: string): string => oneLine(text).replace(/^(?=[=+\-@])/, "'");
