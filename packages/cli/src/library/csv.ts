/** Listings as a table for other programs: RFC 4180, one match a line. */
import { formatCid, type Metadata, namedPlayer } from '@kifu/core';
import type { MatchSummary } from '@kifu/record/store';
import { oneLine } from '../text.ts';

type CsvCell = string | number | boolean | null | undefined;

/** Seats that have columns of their own: no game of ours has more. Players of further ones share the last column. */
const SEATS = [0, 1, 2, 3];

/** A column: its name, and what it has. */
type CsvColumn = readonly [
  name: string,
  cell: (listing: MatchSummary, tags: readonly string[]) => CsvCell,
];

const COLUMNS: readonly CsvColumn[] = [
  ['match', ({ match }) => formatCid(match)],
  ['date', ({ startedAt }) => startedAt],
  ['game', ({ game }) => game],
  ...SEATS.flatMap((seat): CsvColumn[] => [
    [`player${seat + 1}`, ({ players }) => players[seat]],
    [`rating${seat + 1}`, ({ facts }) => facts.ratings[seat]],
  ]),
  ['entries', ({ entries }) => entries],
  ['result', ({ outcome }) => outcome?.result ?? 'open'],
  // numbers of players, as names may be the same
  ['winners', ({ outcome }) => outcome?.winners.map(seat => seat + 1).join(' ')],
  ['reason', ({ outcome }) => outcome?.reason],
  ...SEATS.map(
    (seat): CsvColumn => [`points${seat + 1}`, ({ outcome }) => outcome?.points?.[seat]],
  ),
  ...SEATS.map((seat): CsvColumn => [`title${seat + 1}`, ({ facts }) => facts.titles[seat]]),
  ['event', ({ facts }) => facts.event],
  ['site', ({ facts }) => facts.site],
  ['round', ({ facts }) => facts.round],
  ['time_control', ({ facts }) => facts.timeControl],
  ['eco', ({ facts }) => facts.eco],
  ['opening', ({ facts }) => facts.openingName],
  ['rated', ({ rated }) => rated],
  ['source', ({ source }) => source],
  ['visibility', ({ visibility }) => visibility],
  ['tags', (_, tags) => tags.join(' ')],
  ['more_players', ({ players, facts }) => furtherPlayers(players, facts)],
];

const furtherPlayers = (players: readonly string[], facts: Metadata): string =>
  players
    .map((name, seat) => namedPlayer(name || '?', facts, seat))
    .slice(SEATS.length)
    .join('; ');

/** The names of the columns, without the line end. */
export const CSV_HEAD = COLUMNS.map(([name]) => name).join(',');

/** A match as a line, without its end. */
export const csvRow = (listing: MatchSummary, tags: readonly string[]): string =>
  COLUMNS.map(([, cell]) => csvCell(cell(listing, tags))).join(',');

/** A cell as CSV. */
export function csvCell(cell: CsvCell): string {
  const text = typeof cell === 'string' ? harmless(cell) : `${cell ?? ''}`;
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Names and events are a stranger's: they stay on their line, and what a spreadsheet would take for a formula gets an apostrophe before it. */
const harmless = (text: string): string => oneLine(text).replace(/^(?=[=+\-@])/, "'");
