/** Moves, seats and outcomes in words. */
import type { Entry, GameEvent, Kit, Outcome, Seat } from '@kifu/core';
import type { Timeline } from '@kifu/record';
import { spaced } from './marks.ts';

/** What people call a seat. */
export const seatName = ({ seatNames }: Kit, seat: Seat): string =>
  seatNames[seat] ?? `seat ${seat}`;

/** An entry as it stands in a list: the move in the game's first notation, or what was said at the table. */
export function entryText(kit: Kit, line: Timeline, n: number): string {
  const { seat, act } = line.entries[n - 1]!;
  if (act.type === 'move' && seat !== null) {
    const move = kit.game.moves.bytes.decode(act.move);
    const notation = kit.notations[0];
    if (move.ok && notation !== undefined) return notation.format(line.at(n - 1).state, move.value);
  }
  if (act.type === 'links') {
    const { parts } = line.at(n);
    return rollWords(parts.flatMap(({ events }) => events)) || 'draw';
  }
  return tableWords(kit, line.entries[n - 1]!);
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

/** What somebody did that is no move. */
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
export function spokenEntry(kit: Kit, line: Timeline, n: number): string {
  const frame = line.at(n);
  const { entry } = frame;
  if (entry === null) return 'the start';
  if (entry.act.type === 'links') return spokenRoll(kit, line, n);
  if (entry.act.type !== 'move' || entry.seat === null) return tableWords(kit, entry);
  const move = kit.game.moves.bytes.decode(entry.act.move);
  if (!move.ok) return entryText(kit, line, n);
  const events = frame.parts.find(({ by }) => by === 'move')?.events ?? [];
  return kit.say.move(line.at(n - 1).state, move.value, events);
}

function spokenRoll(kit: Kit, line: Timeline, n: number): string {
  const events = line.at(n).parts.flatMap(part => part.events);
  const seat = events.find(event => typeof event.seat === 'number')?.seat;
  const who = typeof seat === 'number' ? `${seatName(kit, seat)} ` : '';
  const roll = rollWords(events);
  return roll === '' ? 'chance, drawn by all together' : `${who}rolls ${roll.replaceAll('-', ' ')}`;
}

/** How a match ended, as a sentence without its full stop. */
export function outcomeText(kit: Kit, { result, winners, points, reason }: Outcome): string {
  const count = points === null ? '' : `, points ${points.join(' to ')}`;
  if (result === 'draw') return `draw: ${spaced(reason)}${count}`;
  if (result === 'void') return `no result: ${spaced(reason)}${count}`;
  const who = winners.map(seat => seatName(kit, seat)).join(' and ') || 'nobody';
  return `${who} ${winners.length > 1 ? 'win' : 'wins'}: ${spaced(reason)}${count}`;
}
