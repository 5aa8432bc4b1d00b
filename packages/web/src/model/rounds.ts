/** Moves as people number them: both sides together make one, where two take turns. */
import type { ListedEntry, OpenedRecord } from '../engine/types.ts';

/** Where an entry stands among turns. */
export interface Round {
  /** The seat that moved first of all. */
  readonly first: number | null;
  readonly number: number;
  /** Whether a round begins with it, and whether its seat begins to move. */
  readonly isRound: boolean;
  readonly isRun: boolean;
  /** Whether the dice of this turn stand before it. */
  readonly isRolled: boolean;
}

/** What is looked at of a record. */
type Listed = Pick<OpenedRecord, 'lines' | 'seats' | 'isFree'>;

/** Whether its moves are numbered by pairs: two seats take turns, and no dice between them. */
export const isPaired = ({ lines, seats, isFree }: Listed): boolean =>
  seats.length === 2 && !isFree && !lines.some(({ kind }) => kind === 'chance');

/** A round begins with the first move, and whenever the first seat moves again; those of the entries from one number to another. */
export function roundsOf(lines: readonly ListedEntry[], from: number, until: number): Round[] {
  const rounds: Round[] = [];
  let number = 0;
  let before: number | null = null;
  const first = lines.find(({ kind, seat }) => kind === 'move' && seat !== null)?.seat ?? null;
  for (let i = 0; i < until; i++) {
    const { seat, kind } = lines[i]!;
    const isRun = kind === 'move' && seat !== null && seat !== before;
    const isRound = isRun && seat === first;
    if (isRun) before = seat;
    if (isRound) number++;
    const isRolled = lines[i - 1]?.kind === 'chance';
    if (i >= from) rounds.push({ first, number, isRound, isRun, isRolled });
  }
  return rounds;
}

/** A move as it is called: `12. Nf3`, `12… Nc6`; by the number of its entry where moves are not paired. */
export function moveName(record: Listed, n: number): string {
  const line = record.lines[n - 1];
  if (line === undefined) return 'the start';
  if (!isPaired(record) || line.kind !== 'move') return `${n}. ${line.text}`;
  const [{ number, first }] = roundsOf(record.lines, n - 1, n) as [Round];
  return `${number}${line.seat === first ? '.' : '…'} ${line.text}`;
}

/** The first move of a variation that leaves after so many entries: its number, and whether it is the first seat's. */
export function numberAfter(
  record: Listed,
  n: number,
): { readonly number: number; readonly isFirst: boolean } | null {
  if (!isPaired(record)) return null;
  const last = record.lines.slice(0, n).findLastIndex(({ kind }) => kind === 'move');
  if (last < 0) return { number: 1, isFirst: true };
  const [{ number, first }] = roundsOf(record.lines, last, last + 1) as [Round];
  const isFirst = record.lines[last]!.seat !== first;
  return { number: isFirst ? number + 1 : number, isFirst };
}

/** The entry that a text names as a list of moves does: `12.`, `12...`, `12. Nf3`, or `Nf3`, after the present one first; null where there is none. */
export function findMove(record: Listed, text: string, from: number): number | null {
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

/** Without signs of check and of judgement, which nobody types. */
const plain = (text: string): string => text.replace(/[+#!?\s]/g, '');
