/** Describes entries: moves as their game writes and speaks them, rolls, and other actions. */
import {
  describeAction,
  type Entry,
  type GameEvent,
  type Json,
  type Kit,
  type Part,
} from '@kifu/core';
import type { RecordTexts } from '../language.ts';
import { ENGLISH, namesIn, textsOf } from './record-texts.ts';

/** An entry with what it takes to describe it. */
export interface EntryStep {
  readonly entry: Entry;
  /** The move, where it is one that can be read. */
  readonly move: Json | null;
  /** The state before it. */
  readonly before: unknown;
  /** What it did. */
  readonly parts: readonly Pick<Part, 'by' | 'events'>[];
}

/** Returns an entry as lists show it: the move as its game lists it, or in its first notation; or another action in words. */
export function entryText(
  kit: Kit,
  { entry, move, before, parts }: EntryStep,
  texts: RecordTexts = ENGLISH,
): string {
  const [notation] = kit.notations;
  if (move !== null && entry.seat !== null) {
    const listed = kit.describe.listed?.(before, move, moveEvents(parts), textsOf(kit, texts));
    if (listed !== undefined) return listed;
    if (notation !== undefined) return notation.format(before, move);
  }
  if (entry.act.type === 'links') return formatRoll(eventsOf(parts)) || texts.viewerEngine.draw;
  return describeEntry(kit, entry, texts);
}

/** Returns an entry as it is spoken, with the events that it led to. */
export function spokenEntry(
  kit: Kit,
  { entry, move, before, parts }: EntryStep,
  texts: RecordTexts = ENGLISH,
): string {
  if (entry.act.type === 'links') return spokenRoll(kit, entry, eventsOf(parts), texts);
  if (move === null || entry.seat === null) return describeEntry(kit, entry, texts);
  return kit.describe.move(before, move, moveEvents(parts), textsOf(kit, texts));
}

const moveEvents = (parts: EntryStep['parts']): readonly GameEvent[] =>
  parts.find(({ by }) => by === 'move')?.events ?? [];

const describeEntry = (kit: Kit, entry: Entry, texts: RecordTexts): string =>
  describeAction(entry, namesIn(kit, texts), texts.match, textsOf(kit, texts));

function spokenRoll(
  kit: Kit,
  entry: Entry,
  events: readonly GameEvent[],
  texts: RecordTexts,
): string {
  const seat = events.find(event => typeof event.seat === 'number')?.seat;
  const who = typeof seat === 'number' ? namesIn(kit, texts)(seat) : '';
  const roll = formatRoll(events).replaceAll('-', ' ');
  return roll === '' ? describeEntry(kit, entry, texts) : texts.viewerEngine.rolls(who, roll);
}

/** Returns the result of a random draw, as far as events tell: `5-1`. */
export function formatRoll(events: readonly GameEvent[]): string {
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
