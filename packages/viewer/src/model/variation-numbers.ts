/** Numbers of moves in variations. */
import { isPaired, type MoveList, type Round, roundsOf } from './rounds.ts';

/** The first move of a variation that branches off after n entries: its number, and whether it is the first seat's. */
export function numberAfter(
  record: MoveList,
  n: number,
): { readonly number: number; readonly isFirst: boolean } | null {
  if (!isPaired(record)) return null;
  const last = record.lines.slice(0, n).findLastIndex(({ kind }) => kind === 'move');
  if (last < 0) return { number: 1, isFirst: true };
  const [{ number, first }] = roundsOf(record.lines, last, last + 1) as [Round];
  const isFirst = record.lines[last]!.seat !== first;
  return { number: isFirst ? number + 1 : number, isFirst };
}
