/** Captured pieces as captions, for games whose scenes have none. */
import type { Kit, SceneCaption } from '@kifu/core';
import type { Replay, ReplayReader, TimelinePoints } from '@kifu/record/replay';
import type { RecordTexts } from '../language.ts';
import { namesIn } from './record-texts.ts';

interface Capture {
  readonly n: number;
  readonly seat: number;
  readonly piece: string;
}

/** Collects captures; the points read each step first. */
export class Captures implements ReplayReader {
  readonly #kit: Kit;
  readonly #points: TimelinePoints;
  readonly #texts: RecordTexts;
  readonly #all: Capture[] = [];
  /** How many of the points' marks have been read. */
  #seen = 0;
  /** Names of pieces by the letters of events, from looks: `p` of `white-pawn` is a pawn. */
  #names: ReadonlyMap<string, string> | null = null;

  constructor(kit: Kit, points: TimelinePoints, texts: RecordTexts) {
    this.#kit = kit;
    this.#texts = texts;
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

  /** Returns the captions after a number of entries: one for each seat that has captured something. */
  at(until: number): readonly SceneCaption[] {
    const taken = this.#all.filter(({ n }) => n <= until);
    const seats = [...new Set(taken.map(({ seat }) => seat))].sort((a, b) => a - b);
    return seats.map(seat => ({
      label: this.#texts.viewerEngine.capturedBy(namesIn(this.#kit, this.#texts)(seat)),
      value: this.#listed(taken.filter(capture => capture.seat === seat)),
    }));
  }

  #listed(taken: readonly Capture[]): string {
    const counts = new Map<string, number>();
    for (const { piece } of taken) counts.set(piece, (counts.get(piece) ?? 0) + 1);
    return [...counts]
      .map(([piece, count]) => this.#texts.viewerEngine.captured(this.#nameOf(piece), count))
      .join(', ');
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
