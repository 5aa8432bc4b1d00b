/** Numbers of moves: where two seats take turns, both moves have one number. */
import type { ListedEntry, OpenedRecord } from '../engine/types.ts';

/** Where an entry stands among turns. */
export interface Round {
  /** The seat that moved first of all. */
  readonly first: number | null;
  readonly number: number;
  /** Whether a round begins with it, and whether its seat begins to move. */
  readonly isRound: boolean;
  readonly isRun: boolean;
  /** Whether the dice of this turn are the entry before it. */
  readonly isRolled: boolean;
}

/** What is looked at of a record. */
export type MoveList = Pick<OpenedRecord, 'lines' | 'seats' | 'isFree'>;

/** Whether its moves are numbered by pairs: two seats take turns, and no dice between them. */
export const isPaired = ({ lines, seats, isFree }: MoveList): boolean =>
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

/** Names a move: `12. Nf3`, `12… Nc6`; by the number of its entry where moves are not paired. `start` names the place before the first. */
export function moveName(record: MoveList, n: number, start: string): string {
  const line = record.lines[n - 1];
  if (line === undefined) return start;
  if (!isPaired(record) || line.kind !== 'move') return `${n}. ${line.text}`;
  const [{ number, first }] = roundsOf(record.lines, n - 1, n) as [Round];
  return `${number}${line.seat === first ? '.' : '…'} ${line.text}`;
}
