/** Listings as a table that fits the terminal: what there is no room for is left out, names are cut last. */

import { namedPlayer, reasonLabel, type Seat, spaced } from '@kifu/core';
import type { MatchSummary } from '@kifu/record/store';
import type { LibraryReports } from '@kifu/texts/en/cli/reports/library';
import { columnsOf, fit } from '../columns.ts';
import type { Io } from '../io.ts';
import { unknownVoice, voiceFor } from '../match-words.ts';
import { grouped, oneLine } from '../text.ts';
import { formatId } from './ids.ts';

/** What a column shows. */
interface Column {
  readonly title: keyof LibraryReports['columns'];
  /** How wide it is; null for what is left over. */
  readonly width: number | null;
  readonly isNumber?: true;
  text(listing: MatchSummary, words: GameWords, texts: LibraryReports): string;
}

/** What the seats of a game are called, and how its matches end. */
interface GameWords {
  seat(seat: Seat): string;
  reason(reason: string): string;
}

const GAP = 2;

const ID: Column = { title: 'id', width: 10, text: ({ match }) => formatId(match) };
const DATE: Column = {
  title: 'date',
  width: 10,
  text: ({ startedAt }) => startedAt?.slice(0, 10) ?? '–',
};
const GAME: Column = { title: 'game', width: 13, text: ({ game }) => oneLine(game) };
const PLAYERS: Column = { title: 'players', width: null, text: playersText };
const LENGTH: Column = {
  title: 'length',
  width: 6,
  isNumber: true,
  text: ({ entries }) => grouped(entries),
};
const RESULT: Column = { title: 'result', width: 6, text: resultText };
const REASON: Column = {
  title: 'reason',
  width: 20,
  text: ({ outcome }, { reason }) => (outcome === null ? '' : oneLine(reason(outcome.reason))),
};
const OPENING: Column = {
  title: 'opening',
  width: 24,
  text: ({ facts: { eco, openingName } }) => oneLine([eco, openingName].filter(Boolean).join(' ')),
};
const EVENT: Column = {
  title: 'event',
  width: 20,
  text: ({ facts: { event, round } }) =>
    oneLine(`${event ?? ''}${round === null ? '' : ` (${round})`}`),
};
const SOURCE: Column = { title: 'source', width: 14, text: ({ source }) => oneLine(source ?? '') };

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
function resultText(
  { outcome }: MatchSummary,
  { seat }: GameWords,
  { results }: LibraryReports,
): string {
  if (outcome === null) return results.open;
  if (outcome.result !== 'win') return results[outcome.result];
  return outcome.winners.map(seat).join('+');
}

/** Writes tables. */
export interface TableWriter {
  readonly head: string;
  row(listing: MatchSummary): Promise<string>;
}

/** Creates a table for a terminal of this width, without the column of games if all matches are of one game. */
export function tableFor(io: Io, isOneGame: boolean): TableWriter {
  const { columns } = io;
  const texts = io.texts.reports.library;
  const sized = SHOWN.map(column =>
    column === RESULT
      ? { ...RESULT, width: texts.resultColumns }
      : column === REASON
        ? { ...REASON, width: texts.reasonColumns }
        : column,
  );
  let shown = sized.filter(column => !(isOneGame && column === GAME));
  for (const [column, least] of DROPPED)
    if (room(columns, shown) < least) shown = shown.filter(({ title }) => title !== column.title);
  const players = Math.max(room(columns, shown), 1);
  const line = (text: (column: Column) => string) =>
    shown
      .map(column => fit(text(column), column.width ?? players, column.isNumber === true))
      .join(' '.repeat(GAP))
      .trimEnd();
  return {
    head: line(({ title }) => texts.columns[title]),
    async row(listing) {
      const words = await gameWordsOf(io, listing.game);
      return line(column => column.text(listing, words, texts));
    },
  };
}

/** What is left for the players. */
const room = (columns: number, shown: readonly Column[]): number =>
  columns - shown.reduce((sum, { width }) => sum + (width ?? 0) + GAP, -GAP);

/**
 * Words of a game; seats are called by their numbers where there is too little room, and reasons are as records have them in English.
 * Games are loaded only when a row shows them.
 */
async function gameWordsOf(io: Io, game: string): Promise<GameWords> {
  const kit = await io.games.load(game);
  const { common } = io;
  const voice = kit.ok ? voiceFor(io, kit.value) : unknownVoice(io);
  const names = !kit.ok ? [] : common === undefined ? kit.value.seatNames : voice.game.seats;
  const texts = io.texts.reports.library;
  return {
    seat: seat => {
      const name = names[seat];
      return name === undefined || columnsOf(name) > texts.resultColumns ? texts.seat(seat) : name;
    },
    reason: reason =>
      common === undefined ? spaced(reason) : reasonLabel(reason, common.match, voice.game),
  };
}
