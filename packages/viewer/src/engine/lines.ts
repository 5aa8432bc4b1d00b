/** The entries of a record as lists show them, described while they are replayed. */
import type { GameEvent, Kit } from '@kifu/core';
import type { EntryNode } from '@kifu/record/node';
import type { Replay, ReplayReader, TimelinePoints } from '@kifu/record/replay';
import type { RecordTexts } from '../language.ts';
import { type EntryStep, entryText, eventsOf, spokenEntry } from './describe-entry.ts';
import type { ListedEntry } from './types.ts';

/** Returns the entry that a replay has just read; the caller knows that it is one. */
export const stepOf = ({ node, move, before, parts }: Replay): EntryStep => ({
  entry: node as EntryNode,
  move,
  before: before!.state,
  parts,
});

/** Returns an entry as lists show it. */
export function listedEntry(
  kit: Kit,
  step: EntryStep,
  tick: number | null,
  texts: RecordTexts,
): ListedEntry {
  const { seat, act, ms } = step.entry;
  return {
    seat,
    text: entryText(kit, step, texts),
    spoken: spokenEntry(kit, step, texts),
    kind: act.type === 'move' ? 'move' : act.type === 'links' ? 'chance' : 'word',
    events: typesOf(eventsOf(step.parts)),
    ms,
    tick,
  };
}

const typesOf = (events: readonly GameEvent[]): readonly string[] =>
  events.length === 0 ? NONE : [...new Set(events.map(({ type }) => type))];

const NONE: readonly string[] = [];

/** Describes each entry once; the points read each step first. */
export class Lines implements ReplayReader {
  readonly all: ListedEntry[] = [];
  readonly #kit: Kit;
  readonly #points: TimelinePoints;
  readonly #texts: RecordTexts;

  constructor(kit: Kit, points: TimelinePoints, texts: RecordTexts) {
    this.#kit = kit;
    this.#texts = texts;
    this.#points = points;
  }

  take(replay: Replay): void {
    const { n, isEnded } = replay;
    if (n > 0 && !isEnded)
      this.all.push(listedEntry(this.#kit, stepOf(replay), this.#points.tickOf(n), this.#texts));
  }
}
