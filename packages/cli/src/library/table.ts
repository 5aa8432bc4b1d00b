/** Listings as a table that fits the terminal: what there is no room for is left out, names are cut last. */
import { namedPlayer, type Seat, spaced } from '@kifu/core';
import type { Games } from '@kifu/record/file';
import type { MatchSummary } from '@kifu/record/store';
import { columnsOf, fit } from '../columns.ts';
import { grouped, oneLine } from '../text.ts';
import { formatId } from './ids.ts';

/** What a column shows. */
interface Column {
  readonly title: string;
  /** How wide it is; null for what is left over. */
  readonly width: number | null;
  readonly isNumber?: true;
  text(listing: MatchSummary, seats: SeatWords): string;
}

/** What the seats of a game are called. */
type SeatWords = (seat: Seat) => string;

const GAP = 2;

const ID: Column = { title: 'ID', width: 10, text: ({ match }) => formatId(match) };
const DATE: Column = {
  title: 'DATE',
  width: 10,
  text: ({ startedAt }) => startedAt?.slice(0, 10) ?? '–',
};
const GAME: Column = { title: 'GAME', width: 13, text: ({ game }) => oneLine(game) };
const PLAYERS: Column = { title: 'PLAYERS', width: null, text: playersText };
const LENGTH: Column = {
  title: 'LENGTH',
  width: 6,
  isNumber: true,
  text: ({ entries }) => grouped(entries),
};
const RESULT: Column = { title: 'RESULT', width: 6, text: resultText };
const REASON: Column = {
  title: 'REASON',
  width: 20,
  text: ({ outcome }) => (outcome === null ? '' : oneLine(spaced(outcome.reason))),
};
const OPENING: Column = {
  title: 'OPENING',
  width: 24,
  text: ({ facts: { eco, openingName } }) => oneLine([eco, openingName].filter(Boolean).join(' ')),
};
const EVENT: Column = {
  title: 'EVENT',
  width: 20,
  text: ({ facts: { event, round } }) =>
    oneLine(`${event ?? ''}${round === null ? '' : ` (${round})`}`),
};
const SOURCE: Column = { title: 'SOURCE', width: 14, text: ({ source }) => oneLine(source ?? '') };

/** In the order in which they are shown. */
const SHOWN = [ID, DATE, GAME, PLAYERS, LENGTH, RESULT, REASON, OPENING, EVENT, SOURCE];
/** In which order they go, as long as there is less room than this for the players. */
const DROPPED: readonly (readonly [column: Column, room: number])[] = [
  [SOURCE, 30],
  [EVENT, 40],
  [OPENING, 40],
  [REASON, 30],
  [GAME, 20],
  [LENGTH, 16],
  [DATE, 16],
  [RESULT, 16],
];

/** Names of two against each other, of more in order. */
function playersText({ players, facts }: MatchSummary): string {
  const names = players.map((name, seat) => oneLine(namedPlayer(name || '?', facts, seat)));
  return names.join(names.length === 2 ? ' – ' : ', ');
}

/** Who won, or what else became of it. */
function resultText({ outcome }: MatchSummary, seats: SeatWords): string {
  if (outcome === null) return 'open';
  if (outcome.result !== 'win') return outcome.result;
  return outcome.winners.map(seats).join('+');
}

/** Writes tables. */
export interface TableWriter {
  readonly head: string;
  row(listing: MatchSummary): Promise<string>;
}

/** Creates a table for a terminal of this width, without the column of games if all matches are of one game. */
export function tableFor(columns: number, isOneGame: boolean, games: Games): TableWriter {
  let shown = SHOWN.filter(column => !(isOneGame && column === GAME));
  for (const [column, least] of DROPPED)
    if (room(columns, shown) < least) shown = shown.filter(other => other !== column);
  const players = Math.max(room(columns, shown), 1);
  const line = (text: (column: Column) => string) =>
    shown
      .map(column => fit(text(column), column.width ?? players, column.isNumber === true))
      .join(' '.repeat(GAP))
      .trimEnd();
  return {
    head: line(({ title }) => title),
    async row(listing) {
      const seats = await seatWordsOf(games, listing.game);
      return line(column => column.text(listing, seats));
    },
  };
}

/** What is left for the players. */
const room = (columns: number, shown: readonly Column[]): number =>
  columns - shown.reduce((sum, { width }) => sum + (width ?? 0) + GAP, -GAP);

/** What the seats of a game are called; by their numbers where there is too little room. Games are loaded only when a row shows them. */
async function seatWordsOf(games: Games, game: string): Promise<SeatWords> {
  const kit = await games.load(game);
  const names = kit.ok ? kit.value.seatNames : [];
  return seat => {
    const name = names[seat];
    return name === undefined || columnsOf(name) > RESULT.width! ? `seat ${seat}` : name;
  };
}
