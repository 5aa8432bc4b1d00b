/** Moves, seats and outcomes in words. */
import type { Entry, GameEvent, Json, Kit, Outcome, Part, Seat } from '@kifu/core';

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

/** What people call a seat. */
export const seatName = ({ seatNames }: Kit, seat: Seat): string =>
  seatNames[seat] ?? `seat ${seat}`;

/** `threefoldRepetition` as `threefold repetition`, `CityContestWon` as `city contest won`. */
export const spaced = (word: string): string =>
  word
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[-_]/g, ' ')
    .toLowerCase();

/** An entry as it stands in a list: the move in the game's first notation, or what was said at the table. */
export function entryText(kit: Kit, { entry, move, before, parts }: EntryStep): string {
  const [notation] = kit.notations;
  if (move !== null && entry.seat !== null && notation !== undefined)
    return notation.format(before, move);
  if (entry.act.type === 'links') return rollWords(eventsOf(parts)) || 'draw';
  return tableWords(kit, entry);
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

/** What was done that is no move. */
function tableWords(kit: Kit, { seat, act }: Entry): string {
  const who = seat === null ? '' : `${seatName(kit, seat)}: `;
  if (act.type === 'leave') return `${seatName(kit, act.of)} leaves: ${spaced(act.how)}`;
  if (act.type === 'claim') return `${who}claims ${spaced(act.reason)}`;
  if (act.type === 'refused') return `${who}refused: ${act.fault.message}`;
  if (act.type === 'allow-takeback') return `${who}back to move ${act.to}`;
  if (act.type === 'links') return 'chance';
  return `${who}${spaced(act.type)}`;
}

/** A move as it is spoken, with what came of it. */
export function spokenEntry(kit: Kit, { entry, move, before, parts }: EntryStep): string {
  if (entry.act.type === 'links') return spokenRoll(kit, eventsOf(parts));
  if (move === null || entry.seat === null) return tableWords(kit, entry);
  const events = parts.find(({ by }) => by === 'move')?.events ?? [];
  return kit.say.move(before, move, events);
}

function spokenRoll(kit: Kit, events: readonly GameEvent[]): string {
  const seat = events.find(event => typeof event.seat === 'number')?.seat;
  const who = typeof seat === 'number' ? `${seatName(kit, seat)} ` : '';
  const roll = rollWords(events);
  return roll === '' ? 'chance, drawn by all together' : `${who}rolls ${roll.replaceAll('-', ' ')}`;
}

/** All events of some parts, in order. */
export const eventsOf = (parts: EntryStep['parts']): readonly GameEvent[] =>
  parts.length === 1 ? parts[0]!.events : parts.flatMap(({ events }) => events);

/** How a match ended, as a sentence without its full stop. */
export function outcomeText(kit: Kit, { result, winners, points, reason }: Outcome): string {
  const count = points === null ? '' : `, points ${points.join(' to ')}`;
  if (result === 'draw') return `draw: ${spaced(reason)}${count}`;
  if (result === 'void') return `no result: ${spaced(reason)}${count}`;
  const who = winners.map(seat => seatName(kit, seat)).join(' and ') || 'nobody';
  return `${who} ${winners.length > 1 ? 'win' : 'wins'}: ${spaced(reason)}${count}`;
}
