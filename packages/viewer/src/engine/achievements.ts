/** What players have achieved by the end of a match, as facts beside the board; in games that know such things. */
import { type GameEvent, type Kit, type SceneCaption, seatNamesOf } from '@kifu/core';
import type { Replay, ReplayReader } from '@kifu/record/replay';

/** Keeps what happened, where the game makes something of it. */
export class Achievements implements ReplayReader {
  readonly #kit: Kit;
  readonly #events: GameEvent[] = [];

  constructor(kit: Kit) {
    this.#kit = kit;
  }

  take({ parts }: Replay): void {
    if (this.#kit.achievements === undefined) return;
    for (const { events } of parts) this.#events.push(...events);
  }

  /** A line for each seat that has achieved something. */
  facts(): readonly SceneCaption[] {
    const { achievements, game } = this.#kit;
    if (achievements === undefined) return [];
    const nameOf = seatNamesOf(this.#kit);
    return Array.from({ length: game.seats[1] }, (_, seat) => ({
      label: nameOf(seat),
      value: achievements(this.#events, seat)
        .map(({ title, points }) => `${title} (${points})`)
        .join(', '),
    })).filter(({ value }) => value !== '');
  }
}
