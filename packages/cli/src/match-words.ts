/** Words about matches, as the terminal shows them: those that all have, made harmless, and lists of moves. */
import {
  type Entry,
  type GameEvent,
  type Kit,
  type Metadata,
  type Outcome,
  openingWords,
  type Part,
  type Seat,
  type SeatNames,
  describeAction as sayAct,
  describeOutcome as sayOutcome,
  seatNamesOf,
  spaced,
} from '@kifu/core';
import { oneLine } from './text.ts';

/** Event, round, time control and opening, as far as they are known, with their labels. */
export const factRows = (facts: Metadata): [label: string, value: string][] =>
  (
    [
      ['event', facts.event],
      ['round', facts.round],
      ['clocks', facts.timeControl],
      ['opening', openingWords(facts) || null],
    ] as const
  ).flatMap(([label, value]) => (value === null ? [] : [[label, value]]));

/** How a match ended; strangers may have decreed it. */
export const outcomeWords = (outcome: Outcome, name: SeatNames): string =>
  oneLine(sayOutcome(outcome, name));

/** What an entry did that is no move. */
export const actWords = (entry: Pick<Entry, 'seat' | 'act'>, name: SeatNames): string =>
  oneLine(sayAct(entry, name));

/** A move as it was written, and who made it. */
export interface WrittenMove {
  readonly seat: Seat;
  readonly text: string;
}

/** Whether a move begins a round: the first one, and whenever a lower seat moves again. */
export const isNewRound = (before: Seat | undefined, seat: Seat): boolean =>
  before === undefined || seat < before;

/** Moves in numbered rounds: `1. e4 e5 2. Nf3`; `1... e5` where the first seat did not begin. */
export function numberMoves(moves: readonly WrittenMove[]): string[] {
  let round = 0;
  return moves.map(({ seat, text }, i) => {
    if (!isNewRound(moves[i - 1]?.seat, seat)) return text;
    round++;
    return `${round}.${i === 0 && seat > 0 ? '..' : ''} ${text}`;
  });
}

/** An event of any game: `rolled white, die 3`. */
export function eventWords({ type, ...data }: GameEvent, name: SeatNames): string {
  const words = Object.entries(data).map(([key, value]) =>
    key === 'seat' && typeof value === 'number'
      ? name(value)
      : `${spaced(key)} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return `${spaced(type)} ${words.join(', ')}`.trim();
}

/** An event as its game tells it, else as data; told from a state after it. */
export const sayEvent = (kit: Kit, state: unknown, event: GameEvent): string =>
  kit.describe.event?.(state, event) ?? eventWords(event, seatNamesOf(kit));

/** Whose doing an event was, before its words. */
export const PART_LABELS: { readonly [by in Part['by']]: string } = {
  setup: '',
  time: 'meanwhile: ',
  rules: 'by the rules: ',
  move: '',
  leave: '',
  draw: 'chance: ',
};
