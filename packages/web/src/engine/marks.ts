/** Marks on the bar: what the engines reported, by kind, with a label each. */
import type { Json, Kit } from '@kifu/core';
import type { Timeline } from '@kifu/record';
import type { BarMark } from './types.ts';

/** At most so many marks of one kind are drawn: with more they would be a bar of their own. */
const MANY = 400;

/** Kinds that happen with almost every move say nothing, and are left out. */
const DULL_SHARE = 0.6;

/** The marks of a record in order: events of the engine, and comments. */
export function marksOf(kit: Kit, line: Timeline): BarMark[] {
  const events = line.marks
    .filter(({ n }) => n > 0)
    .map(({ n, event }) => ({ n, kind: event.type, label: eventLabel(kit, event) }));
  const notes = line.kifu.notes
    .filter(({ text }) => text !== '')
    .map(({ entry, text }) => ({ n: entry, kind: 'note', label: shorten(text) }));
  const counts = new Map<string, number>();
  for (const { kind } of events) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const isTelling = (kind: string) => {
    const count = counts.get(kind) ?? 0;
    return count <= MANY && (count <= 3 || count < DULL_SHARE * line.length);
  };
  return [...events.filter(({ kind }) => isTelling(kind)), ...notes].sort((a, b) => a.n - b.n);
}

/** `threefoldRepetition` as `threefold repetition`. */
export const spaced = (word: string): string =>
  word
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('-', ' ')
    .toLowerCase();

function eventLabel(
  kit: Kit,
  { type, ...data }: { readonly type: string; readonly [key: string]: Json },
): string {
  const { seat } = data;
  const who = typeof seat === 'number' ? (kit.seatNames[seat] ?? `seat ${seat}`) : '';
  return `${who === '' ? '' : `${who}: `}${spaced(type)}`;
}

const shorten = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text);
