/** Finds moves by name. */
import type { ListedEntry } from '../engine/types.ts';
import { isPaired, type MoveList, roundsOf } from './rounds.ts';

/** The entry that a text names: `12.`, `12...`, `12. Nf3`, or `Nf3`, first looked for after `from`; null where no entry fits. */
export function findMove(record: MoveList, text: string, from: number): number | null {
  const [, digits, dots, name = ''] = /^(?:(\d{1,6})(\.{1,3}|…)\s*)?(.*)$/s.exec(text.trim()) ?? [];
  const { lines } = record;
  if (digits === undefined) {
    const isCalled = ({ text: own }: ListedEntry) => plain(own) === plain(name);
    const after = lines.findIndex((line, i) => i >= from && isCalled(line));
    const found = after >= 0 ? after : lines.findIndex(isCalled);
    return found < 0 || plain(name) === '' ? null : found + 1;
  }
  if (!isPaired(record)) return Number(digits) <= lines.length ? Number(digits) : null;
  const rounds = roundsOf(lines, 0, lines.length);
  const isSecond = dots !== '.';
  const found = lines.findIndex(
    ({ kind, seat, text: own }, i) =>
      kind === 'move' &&
      rounds[i]!.number === Number(digits) &&
      (name === '' ? (seat !== rounds[i]!.first) === isSecond : plain(own) === plain(name)),
  );
  return found < 0 ? null : found + 1;
}

/** Without signs of check and evaluation, which readers omit when they type a move. */
const plain = (text: string): string => text.replace(/[+#!?\s]/g, '');
