/** Marks for the bar, as they come: what the rules reported, pauses, and times that ran short; by kind, with a label each. */
import { type GameEvent, type Kit, type Note, type Seat, seatNamesOf, spaced } from '@kifu/core';
import { shownMs } from '@kifu/record/match-state';
import type { Replay, ReplayReader, TimelineMark, TimelinePoints } from '@kifu/record/replay';
import type { ClockReadings } from './clocks.ts';
import type { BarMark } from './types.ts';

/** From here on a clock is in trouble, in milliseconds; each seat is marked once for each. */
const TROUBLE_MS = [30_000, 10_000];

/** Marks what happens; the points and the clocks look at each step before it does. */
export class Marks implements ReplayReader {
  readonly all: BarMark[] = [];
  readonly #kit: Kit;
  readonly #points: TimelinePoints;
  readonly #clocks: ClockReadings;
  /** How many of the points' marks have been looked at. */
  #seen = 0;
  /** How many limits each seat's clock has fallen below. */
  readonly #warned = new Map<Seat, number>();

  constructor(kit: Kit, points: TimelinePoints, clocks: ClockReadings) {
    this.#kit = kit;
    this.#points = points;
    this.#clocks = clocks;
  }

  take({ n, table, before, isEnded }: Replay): void {
    const { happened } = this.#points;
    const { state } = isEnded ? before! : table!;
    for (; this.#seen < happened.length; this.#seen++) {
      const mark = happened[this.#seen]!;
      // what setting up did is no news; what time did after the start of a game without turns is
      if (mark.n > 0 || (mark.ms ?? 0) > 0) this.all.push(eventMark(this.#kit, mark, state));
    }
    if (n > 0 && !isEnded) this.#warn(n);
  }

  /** Marks clocks that have fallen below a limit. */
  #warn(n: number): void {
    const clockwork = this.#clocks.at(n);
    for (const { seat } of clockwork?.clocks.left ?? []) {
      const ms = shownMs(clockwork!.clocks, seat, clockwork!.ms) ?? 0;
      const level = TROUBLE_MS.filter(limit => ms < limit).length;
      if (level <= (this.#warned.get(seat) ?? 0)) continue;
      this.#warned.set(seat, level);
      const label = `${seatNamesOf(this.#kit)(seat)} has ${Math.round(ms / 1000)} s left`;
      this.all.push({ n, ms: null, kind: 'time trouble', label });
    }
  }
}

/** The mark of an event, told from a state after it. */
export function eventMark(kit: Kit, mark: TimelineMark, state: unknown): BarMark {
  const { n, event } = mark;
  const ms = kit.game.pace === 'free' ? mark.ms : null;
  const kind = kindOf(event);
  if (event.type === 'long-pause') {
    const pauseMs = Number(event.ms);
    return { n, ms, kind, label: `nobody moves for ${Math.round(pauseMs / 1000)} s`, pauseMs };
  }
  return { n, ms, kind, label: kit.describe.event?.(state, event) ?? eventLabel(kit, event, kind) };
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

const eventLabel = (kit: Kit, { seat }: GameEvent, kind: string): string =>
  typeof seat === 'number' ? `${seatNamesOf(kit)(seat)}: ${kind}` : kind;
