/** What has been taken so far, in words, for games whose scenes do not tell. */
import { type Kit, type SceneCaption, seatNamesOf } from '@kifu/core';
import type { Replay, ReplayReader, TimelinePoints } from '@kifu/record/replay';

interface Capture {
  readonly n: number;
  readonly seat: number;
  readonly piece: string;
}

/** Notes what is taken; the points look at each step before it does. */
export class Captures implements ReplayReader {
  readonly #kit: Kit;
  readonly #points: TimelinePoints;
  readonly #all: Capture[] = [];
  /** How many of the points' marks have been looked at. */
  #seen = 0;
  /** What a piece that events call by a letter is called in pictures: `p`, of `white-pawn`, is a pawn. */
  #names: ReadonlyMap<string, string> | null = null;

  constructor(kit: Kit, points: TimelinePoints) {
    this.#kit = kit;
    this.#points = points;
  }

  take(_: Replay): void {
    const { happened } = this.#points;
    for (; this.#seen < happened.length; this.#seen++) {
      const { n, event } = happened[this.#seen]!;
      const { type, seat, piece } = event;
      if (type === 'capture' && typeof seat === 'number' && typeof piece === 'string')
        this.#all.push({ n, seat, piece });
    }
  }

  /** The facts after a number of entries: a line for each seat that has taken something. */
  at(until: number): readonly SceneCaption[] {
    const taken = this.#all.filter(({ n }) => n <= until);
    const seats = [...new Set(taken.map(({ seat }) => seat))].sort((a, b) => a - b);
    return seats.map(seat => ({
      label: `${seatNamesOf(this.#kit)(seat)} took`,
      value: this.#listed(taken.filter(capture => capture.seat === seat)),
    }));
  }

  #listed(taken: readonly Capture[]): string {
    const counts = new Map<string, number>();
    for (const { piece } of taken) counts.set(piece, (counts.get(piece) ?? 0) + 1);
    return [...counts].map(([piece, count]) => counted(this.#nameOf(piece), count)).join(', ');
  }

  #nameOf(piece: string): string {
    this.#names ??= new Map(
      this.#kit
        .scene(this.#points.first.state)
        .pieces.map(({ glyph, look }) => [glyph.toLowerCase(), look.split('-').at(-1)!]),
    );
    return this.#names.get(piece) ?? piece;
  }
}

const counted = (name: string, count: number): string => (count === 1 ? name : `${count} ${name}s`);
