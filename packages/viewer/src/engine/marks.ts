/** Timeline markers: events of the rules, pauses, and clocks that run short; each with a kind and a label. */
import { type GameEvent, type Kit, type Note, type Seat, spaced } from '@kifu/core';
import { shownMs } from '@kifu/record/match-state';
import type { Replay, ReplayReader, TimelineMark, TimelinePoints } from '@kifu/record/replay';
import type { RecordTexts } from '../language.ts';
import type { ClockReadings } from './clocks.ts';
import { namesIn, textsOf } from './record-texts.ts';
import type { BarMark } from './types.ts';

/** Limits below which a clock runs short, in milliseconds; each seat is marked once for each. */
const LOW_MS = [30_000, 10_000];

/** Collects markers; the points and the clocks read each step first. */
export class Marks implements ReplayReader {
  readonly all: BarMark[] = [];
  readonly #kit: Kit;
  readonly #points: TimelinePoints;
  readonly #clocks: ClockReadings;
  readonly #texts: RecordTexts;
  /** How many of the points' marks have been read. */
  #seen = 0;
  /** How many limits each seat's clock has fallen below. */
  readonly #warned = new Map<Seat, number>();

  constructor(kit: Kit, points: TimelinePoints, clocks: ClockReadings, texts: RecordTexts) {
    this.#texts = texts;
    this.#kit = kit;
    this.#points = points;
    this.#clocks = clocks;
  }

  take({ n, table, before, isEnded }: Replay): void {
    const { happened } = this.#points;
    const { state } = isEnded ? before! : table!;
    for (; this.#seen < happened.length; this.#seen++) {
      const mark = happened[this.#seen]!;
      // events of the setup are not worth a marker; those by time after the start of a game without turns are
      if (mark.n > 0 || (mark.ms ?? 0) > 0)
        this.all.push(eventMark(this.#kit, mark, state, this.#texts));
    }
    if (n > 0 && !isEnded) this.#warn(n);
  }

  /** Marks clocks that have fallen below a limit. */
  #warn(n: number): void {
    const clockwork = this.#clocks.at(n);
    for (const { seat } of clockwork?.clocks.left ?? []) {
      const ms = shownMs(clockwork!.clocks, seat, clockwork!.ms) ?? 0;
      const level = LOW_MS.filter(limit => ms < limit).length;
      if (level <= (this.#warned.get(seat) ?? 0)) continue;
      this.#warned.set(seat, level);
      const name = namesIn(this.#kit, this.#texts)(seat);
      const label = this.#texts.viewerEngine.timeLeft(name, Math.round(ms / 1000));
      this.all.push({ n, ms: null, kind: 'time trouble', label });
    }
  }
}

/** Returns the marker of an event, described by a state after it. */
export function eventMark(
  kit: Kit,
  mark: TimelineMark,
  state: unknown,
  texts: RecordTexts,
): BarMark {
  const { n, event } = mark;
  const ms = kit.game.pace === 'free' ? mark.ms : null;
  const kind = kindOf(event);
  if (event.type === 'long-pause') {
    const pauseMs = Number(event.ms);
    const label = texts.viewerEngine.longPause(Math.round(pauseMs / 1000));
    return { n, ms, kind, label, pauseMs };
  }
  const described = kit.describe.event?.(state, event, textsOf(kit, texts));
  return { n, ms, kind, label: described ?? eventLabel(kit, event, kind, texts) };
}

/** The marks of comments. */
export const noteMarks = (notes: readonly Note[]): BarMark[] =>
  notes
    .filter(({ text }) => text !== '')
    .map(({ entry, text }) => ({ n: entry, ms: null, kind: 'note', label: text }));

/** Doubles are what people look for among rolls; other kinds are named by the rules. */
const kindOf = ({ type, dice }: GameEvent): string =>
  Array.isArray(dice) && dice.length > 1 && dice.every(die => die === dice[0])
    ? 'doubles'
    : spaced(type);

const eventLabel = (kit: Kit, { seat }: GameEvent, kind: string, texts: RecordTexts): string =>
  typeof seat === 'number'
    ? texts.viewerEngine.event(namesIn(kit, texts)(seat), kindText(kind, texts))
    : kindText(kind, texts);

/** Kinds of events that no game describes have texts here; others are named by the rules. */
const kindText = (kind: string, { viewerEngine }: RecordTexts): string => {
  const kinds: { readonly [kind: string]: string } = viewerEngine.kinds;
  return kinds[kind] ?? kind;
};
