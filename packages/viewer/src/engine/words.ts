/** Entries in words: moves as their game writes and speaks them, what chance gave, and what was said at the table. */
import {
  describeAction,
  type Entry,
  type GameEvent,
  type Json,
  type Kit,
  type Part,
  seatNamesOf,
} from '@kifu/core';

/** An entry with what it takes to tell it. */
export interface EntryStep {
  readonly entry: Entry;
  /** The move, where it is one that can be read. */
  readonly move: Json | null;
  /** The state before it. */
  readonly before: unknown;
  /** What it did. */
  readonly parts: readonly Pick<Part, 'by' | 'events'>[];
}

/** An entry as it stands in a list: the move in the game's first notation, or what was said at the table. */
export function entryText(kit: Kit, { entry, move, before, parts }: EntryStep): string {
  const [notation] = kit.notations;
  if (move !== null && entry.seat !== null && notation !== undefined)
    return notation.format(before, move);
  if (entry.act.type === 'links') return rollWords(eventsOf(parts)) || 'draw';
  return describeAction(entry, seatNamesOf(kit));
}

/** A move as it is spoken, with the events that it led to. */
export function spokenEntry(kit: Kit, { entry, move, before, parts }: EntryStep): string {
  if (entry.act.type === 'links') return spokenRoll(kit, entry, eventsOf(parts));
  if (move === null || entry.seat === null) return describeAction(entry, seatNamesOf(kit));
  const events = parts.find(({ by }) => by === 'move')?.events ?? [];
  return kit.describe.move(before, move, events);
}

function spokenRoll(kit: Kit, entry: Entry, events: readonly GameEvent[]): string {
  const seat = events.find(event => typeof event.seat === 'number')?.seat;
  const who = typeof seat === 'number' ? `${seatNamesOf(kit)(seat)} ` : '';
  const roll = rollWords(events).replaceAll('-', ' ');
  return roll === '' ? describeAction(entry, seatNamesOf(kit)) : `${who}rolls ${roll}`;
}

/** What chance gave, as far as events tell: `5-1`. */
export function rollWords(events: readonly GameEvent[]): string {
  const rolls = events.flatMap(({ dice, die, tile }) =>
    Array.isArray(dice)
      ? [dice.join('-')]
      : typeof die === 'number' || typeof tile === 'string'
        ? [`${die ?? tile}`]
        : [],
  );
  return rolls.join(', ');
}

/** All events of some parts, in order. */
export const eventsOf = (parts: EntryStep['parts']): readonly GameEvent[] =>
  parts.length === 1 ? parts[0]!.events : parts.flatMap(({ events }) => events);
