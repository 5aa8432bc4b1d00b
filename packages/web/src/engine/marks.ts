/** Marks on the bar: what the engines reported, times that ran short, and comments; by kind, with a label each. */
import type { GameEvent, Kit, Note, Seat } from '@kifu/core';
import { shownMs, type Timeline, type TimelineMark } from '@kifu/record';
import { clocksOf } from './clocks.ts';
import type { BarMark } from './types.ts';

/** At most so many marks of one kind are drawn: with more they would be a bar of their own. */
const MANY = 400;

/** Kinds that happen with almost every move say nothing, and are left out. */
const DULL_SHARE = 0.4;

/** From here on a clock is in trouble, in milliseconds; each seat is marked once for each. */
const TROUBLE_MS = [30_000, 10_000];

/** The marks of a record in order: events of the engine, and comments. */
export function marksOf(kit: Kit, line: Timeline, notes: readonly Note[]): BarMark[] {
  const events = line.marks.filter(({ n, ms }) => n > 0 || (ms ?? 0) > 0);
  const all = [
    ...events.map(mark => eventMark(kit, line, mark)),
    ...troubles(kit, line),
    ...notes
      .filter(({ text }) => text !== '')
      .map(({ entry, text }) => ({ n: entry, ms: null, kind: 'note', label: shorten(text) })),
  ];
  const counts = new Map<string, number>();
  for (const { kind } of all) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const isTelling = (kind: string) => {
    const count = counts.get(kind) ?? 0;
    return kind === 'note' || (count <= MANY && (count <= 3 || count < DULL_SHARE * line.length));
  };
  return unique(all.filter(({ kind }) => isTelling(kind))).sort((a, b) => a.n - b.n);
}

/** `threefoldRepetition` as `threefold repetition`, `CityContestWon` as `city contest won`. */
export const spaced = (word: string): string =>
  word
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[-_]/g, ' ')
    .toLowerCase();

function eventMark(kit: Kit, line: Timeline, { n, ms, event }: TimelineMark): BarMark {
  const kind = kindOf(event);
  const words = kit.say.event?.(line.at(n).state, event) ?? eventLabel(kit, event, kind);
  return { n, ms: line.game.pace === 'free' ? ms : null, kind, label: words };
}

/** Doubles are what people look for among rolls; other kinds are named by the rules. */
const kindOf = ({ type, dice }: GameEvent): string =>
  Array.isArray(dice) && dice.length > 1 && dice.every(die => die === dice[0])
    ? 'doubles'
    : spaced(type);

function eventLabel(kit: Kit, { seat, ms, type }: GameEvent, kind: string): string {
  if (type === 'long-pause') return `nobody moves for ${Math.round(Number(ms) / 1000)} s`;
  return typeof seat === 'number' ? `${nameOf(kit, seat)}: ${kind}` : kind;
}

const nameOf = ({ seatNames }: Kit, seat: Seat): string => seatNames[seat] ?? `seat ${seat}`;

function troubles(kit: Kit, line: Timeline): BarMark[] {
  const found: BarMark[] = [];
  const warned = new Map<Seat, number>();
  const clocksAt = clocksOf(line);
  for (let n = 1; n <= line.length; n++) {
    const clockwork = clocksAt(n);
    if (clockwork === null) return found;
    for (const { seat } of clockwork.clocks.left) {
      const ms = shownMs(clockwork.clocks, seat, clockwork.ms) ?? 0;
      const level = TROUBLE_MS.filter(limit => ms < limit).length;
      if (level <= (warned.get(seat) ?? 0)) continue;
      warned.set(seat, level);
      const label = `${nameOf(kit, seat)} has ${Math.round(ms / 1000)} s left`;
      found.push({ n, ms: null, kind: 'time trouble', label });
    }
  }
  return found;
}

/** Several events of one kind with one entry are one mark. */
function unique(marks: readonly BarMark[]): BarMark[] {
  const known = new Map<string, BarMark>();
  for (const mark of marks) {
    const key = `${mark.n} ${mark.ms} ${mark.kind}`;
    const before = known.get(key);
    if (before === undefined) known.set(key, mark);
    else if (!before.label.includes(mark.label))
      known.set(key, { ...before, label: shorten(`${before.label}; ${mark.label}`) });
  }
  return [...known.values()];
}

const shorten = (text: string): string => (text.length > 120 ? `${text.slice(0, 119)}…` : text);
