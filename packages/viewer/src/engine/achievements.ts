/** Achievements of players at the end of a match, as captions beside the board; in games that have them. */
import type { GameEvent, Kit, SceneCaption } from '@kifu/core';
import type { Replay, ReplayReader } from '@kifu/record/replay';
import type { RecordTexts } from '../language.ts';
import { namesIn, textsOf } from './record-texts.ts';

/** Collects events, in games with achievements. */
export class Achievements implements ReplayReader {
  readonly #kit: Kit;
  readonly #texts: RecordTexts;
  readonly #events: GameEvent[] = [];

  constructor(kit: Kit, texts: RecordTexts) {
    this.#kit = kit;
    this.#texts = texts;
  }

  take({ parts }: Replay): void {
    if (this.#kit.achievements === undefined) return;
    for (const { events } of parts) this.#events.push(...events);
  }

  /** Returns a caption for each seat with achievements. */
  facts(): readonly SceneCaption[] {
    const { achievements, game } = this.#kit;
    if (achievements === undefined) return [];
    const nameOf = namesIn(this.#kit, this.#texts);
    return Array.from({ length: game.seats[1] }, (_, seat) => ({
      label: nameOf(seat),
      value: achievements(this.#events, seat, textsOf(this.#kit, this.#texts))
        .map(({ title, points }) => this.#texts.viewerEngine.achieved(title, points))
        .join(', '),
    })).filter(({ value }) => value !== '');
  }
}
