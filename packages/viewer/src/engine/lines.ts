/** The entries of a record in words, told as they are played. */
import type { GameEvent, Kit } from '@kifu/core';
import type { EntryNode } from '@kifu/record/node';
import type { Replay, ReplayReader, TimelinePoints } from '@kifu/record/replay';
import type { ListedEntry } from './types.ts';
import { type EntryStep, entryText, eventsOf, spokenEntry } from './words.ts';

/** The entry at which a replay stands; the caller knows that it is one. */
export const stepOf = ({ node, move, before, parts }: Replay): EntryStep => ({
  entry: node as EntryNode,
  move,
  before: before!.state,
  parts,
});

/** An entry as it stands in a list. */
export function listedEntry(kit: Kit, step: EntryStep, tick: number | null): ListedEntry {
  const { seat, act, ms } = step.entry;
  return {
    seat,
    text: entryText(kit, step),
    spoken: spokenEntry(kit, step),
    kind: act.type === 'move' ? 'move' : act.type === 'links' ? 'chance' : 'word',
    events: typesOf(eventsOf(step.parts)),
    ms,
    tick,
  };
}

const typesOf = (events: readonly GameEvent[]): readonly string[] =>
  events.length === 0 ? NONE : [...new Set(events.map(({ type }) => type))];

const NONE: readonly string[] = [];

/** Tells each entry once; the points look at each step before it does. */
export class Lines implements ReplayReader {
  readonly all: ListedEntry[] = [];
  readonly #kit: Kit;
  readonly #points: TimelinePoints;

  constructor(kit: Kit, points: TimelinePoints) {
    this.#kit = kit;
    this.#points = points;
  }

  take(replay: Replay): void {
    const { n, isEnded } = replay;
    if (n > 0 && !isEnded)
      this.all.push(listedEntry(this.#kit, stepOf(replay), this.#points.tickOf(n)));
  }
}
