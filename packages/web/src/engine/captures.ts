/** What has been taken so far, in words, for games whose scenes do not tell. */
import type { Fact, Kit } from '@kifu/core';
import type { Timeline } from '@kifu/record';
import { seatName } from './words.ts';

interface Taken {
  readonly n: number;
  readonly seat: number;
  readonly piece: string;
}

/** Gives the facts for a number of entries: a line for each seat that has taken something. */
export function capturesOf(kit: Kit, line: Timeline): (n: number) => readonly Fact[] {
  const all = line.marks.flatMap(({ n, event }): Taken[] => {
    const { type, seat, piece } = event;
    const isTaken = type === 'capture' && typeof seat === 'number' && typeof piece === 'string';
    return isTaken ? [{ n, seat, piece }] : [];
  });
  const names = namesOf(kit, line);
  const seats = [...new Set(all.map(({ seat }) => seat))].sort((a, b) => a - b);
  return until =>
    seats.flatMap(seat => {
      const pieces = all.filter(taken => taken.seat === seat && taken.n <= until);
      if (pieces.length === 0) return [];
      const counts = new Map<string, number>();
      for (const { piece } of pieces) counts.set(piece, (counts.get(piece) ?? 0) + 1);
      const value = [...counts]
        .map(([piece, count]) => counted(names.get(piece) ?? piece, count))
        .join(', ');
      return [{ label: `${seatName(kit, seat)} took`, value }];
    });
}

const counted = (name: string, count: number): string => (count === 1 ? name : `${count} ${name}s`);

/** What a piece that events call by a letter is called in pictures: `p`, of `white-pawn`, is a pawn. */
const namesOf = ({ scene }: Kit, line: Timeline): ReadonlyMap<string, string> =>
  new Map(
    scene(line.at(0).state).pieces.map(({ glyph, look }) => [
      glyph.toLowerCase(),
      look.split('-').at(-1)!,
    ]),
  );
