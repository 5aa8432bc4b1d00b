/** Descriptions of matches for the terminal, without control characters, and lists of moves. */
import {
  describeAction as actionText,
  type Entry,
  type GameEvent,
  gameTexts,
  type Kit,
  type Metadata,
  type Outcome,
  openingWords,
  describeOutcome as outcomeText,
  type Part,
  type Seat,
  type SeatNames,
  seatNamesOf,
  spaced,
} from '@kifu/core';
import type { MatchTexts } from '@kifu/texts/en/match';
import type { GameTexts } from '@kifu/texts/games';
import type { Speech } from './language.ts';
import { oneLine } from './text.ts';

/** The known ones of event, round, time control and opening, with their labels. */
export const factRows = (facts: Metadata, { texts }: Speech): [label: string, value: string][] => {
  const { rows } = texts.reports.records;
  return (
    [
      [rows.event, facts.event],
      [rows.round, facts.round],
      [rows.clocks, facts.timeControl],
      [rows.opening, openingWords(facts) || null],
    ] as const
  ).flatMap(([label, value]) => (value === null ? [] : [[label, value]]));
};

/** How a match is described in the language of the user. */
export interface MatchVoice {
  readonly game: GameTexts;
  readonly match: MatchTexts | undefined;
  readonly names: SeatNames;
  readonly causes: { readonly [by in Part['by']]: string };
  /** The point before the first entry. */
  readonly start: string;
}

/** Returns how matches of a game are described. */
export function voiceFor({ common, texts }: Speech, kit: Kit): MatchVoice {
  const game = common === undefined ? kit.texts : gameTexts(kit, common);
  const causes = { setup: '', move: '', leave: '', ...texts.session.causes };
  const { start } = texts.reports.records;
  const names = seatNamesOf(kit, game, common?.match);
  return { game, match: common?.match, names, causes, start };
}

/** Returns how matches of an unknown game are described. */
export function unknownVoice({ common, texts }: Speech): MatchVoice {
  const game: GameTexts = { title: '', seats: [], reasons: {}, refusals: {} };
  const causes = { setup: '', move: '', leave: '', ...texts.session.causes };
  const names = seatNamesOf({ texts: game }, game, common?.match);
  return { game, match: common?.match, names, causes, start: texts.reports.records.start };
}

/** The name of a seat in records: `white`. */
export const recordedSeatName = ({ seatNames }: Kit, seat: Seat): string =>
  seatNames[seat] ?? `seat ${seat}`;

/** Describes how a match ended. Reasons may come from strangers. */
export const describeOutcome = (outcome: Outcome, { names, match, game }: MatchVoice): string =>
  oneLine(outcomeText(outcome, names, match, game));

/** Describes an action other than a move. */
export const describeAction = (
  entry: Pick<Entry, 'seat' | 'act'>,
  { names, match, game }: MatchVoice,
): string => oneLine(actionText(entry, names, match, game));

/** A move in notation with its seat. */
export interface WrittenMove {
  readonly seat: Seat;
  readonly text: string;
}

/** Returns whether a move starts a round: the first move, and each by a lower seat than the one before. */
export const isNewRound = (before: Seat | undefined, seat: Seat): boolean =>
  before === undefined || seat < before;

/** Numbers moves by rounds: `1. e4 e5 2. Nf3`; `1... e5` if the first seat did not start. */
export function numberMoves(moves: readonly WrittenMove[]): string[] {
  let round = 0;
  return moves.map(({ seat, text }, i) => {
    if (!isNewRound(moves[i - 1]?.seat, seat)) return text;
    round++;
    return `${round}.${i === 0 && seat > 0 ? '..' : ''} ${text}`;
  });
}

/** Describes an event of any game by its data: `rolled White, die 3`. */
export function eventData({ type, ...data }: GameEvent, name: SeatNames): string {
  const words = Object.entries(data).map(([key, value]) =>
    key === 'seat' && typeof value === 'number'
      ? name(value)
      : `${spaced(key)} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return `${spaced(type)} ${words.join(', ')}`.trim();
}

/** Describes an event as its game does, otherwise by its data. `state` is one after the event. */
export const describeEvent = (
  kit: Kit,
  state: unknown,
  event: GameEvent,
  { game, names }: MatchVoice,
): string => kit.describe.event?.(state, event, game) ?? eventData(event, names);
