/** The view of a record that can be replayed: it reads each step of the replay, and grows with it. */
import type { Kit, Scene, Seat } from '@kifu/core';
import {
  createPoints,
  type FrameWithin,
  sceneOfFrame,
  type Timeline,
  timelineOf,
} from '@kifu/record';
import type { Replay, ReplayReader } from '@kifu/record/replay';
import type { GameTexts } from '@kifu/texts/games';
import type { RecordTexts } from '../language.ts';
import { Achievements } from './achievements.ts';
import { Captures } from './captures.ts';
import { ClockReadings } from './clocks.ts';
import { drawAt } from './draw.ts';
import { Lines } from './lines.ts';
import { Marks } from './marks.ts';
import { textsOf } from './record-texts.ts';
import type { BarMark, Draw, ListedEntry, Moment, OpenedRecord, Picture } from './types.ts';

/** What a page can be shown of a record, as far as it has come. */
export interface RecordView extends ReplayReader {
  readonly lines: readonly ListedEntry[];
  readonly marks: readonly BarMark[];
  readonly worth: readonly number[] | null;
  /** What never changes. */
  fixed(): Pick<OpenedRecord, 'turns' | 'hz' | 'firstTick'>;
  /** What changes as a whole. */
  now(): Pick<OpenedRecord, 'durationMs' | 'longPauseMs' | 'anchor'>;
  /** The picture of a moment, from a seat's point of view or with everything visible. */
  picture(moment: Moment, as: Seat | null): Picture;
  /** How a random draw was computed; null where there was none, or the record is sealed. */
  draw(n: number): Draw | null;
  /** The timeline of the record; null where it cannot be replayed yet. */
  readonly timeline: Timeline | null;
}

export function createPlayedView(kit: Kit, texts: RecordTexts): RecordView {
  const game = textsOf(kit, texts);
  const points = createPoints(kit.game);
  const timeline = timelineOf(points);
  const clocks = new ClockReadings(points);
  const lines = new Lines(kit, points, texts);
  const marks = new Marks(kit, points, clocks, texts);
  const captures = new Captures(kit, points, texts);
  const worth = new Worth(kit);
  const achievements = new Achievements(kit, texts);
  const readers: readonly ReplayReader[] = [
    points,
    clocks,
    lines,
    marks,
    captures,
    worth,
    achievements,
  ];
  return {
    timeline,
    lines: lines.all,
    marks: marks.all,
    get worth() {
      return worth.all;
    },
    take(replay) {
      if (replay.table !== null) for (const reader of readers) reader.take(replay);
    },
    fixed() {
      const { state, header } = points.first;
      const seats = header.players.map(({ seat }) => seat);
      const scene = kit.scene(state);
      return {
        turns: seats.map(seat => kit.side?.(seat, scene) ?? 0),
        hz: kit.game.time?.hz(state) ?? null,
        firstTick: points.firstTick ?? 0,
      };
    },
    now() {
      const { durationMs, anchor } = timeline;
      return { durationMs, anchor, longPauseMs: points.longPauseMs };
    },
    picture(moment, as) {
      const frame = frameOf(timeline, moment);
      const { n, tick, state, outcome, parts } = frame;
      const scene = sceneOf(kit, timeline, frame, as, game);
      const facts = scene.facts ?? captures.at(n);
      const effects =
        kit.effects?.(
          parts.flatMap(({ events }) => events),
          game,
        ) ?? [];
      return {
        n,
        tick,
        scene: { ...scene, facts: outcome === null ? facts : [...facts, ...achievements.facts()] },
        said: kit.describe.position(state, game),
        clockwork: clocks.at(n),
        active: outcome === null ? kit.game.active(state) : [],
        outcome,
        ...(effects.length === 0 ? {} : { effects }),
      };
    },
    draw: n => drawAt(kit, timeline, points.first.match, n, texts),
  };
}

/** The frame of a moment. */
export const frameOf = (timeline: Timeline, moment: Moment): FrameWithin =>
  'ms' in moment ? timeline.frameAt(moment.ms) : { ...timeline.at(moment.n), share: 0 };

function sceneOf(
  kit: Kit,
  timeline: Timeline,
  frame: FrameWithin,
  as: Seat | null,
  game: GameTexts,
): Scene {
  const { secrets } = kit.game;
  if (as !== null && secrets !== undefined && kit.sceneOfView !== undefined) {
    const seen = (n: number) => secrets.view(timeline.at(n).state, as);
    const before =
      frame.n === 0 ? undefined : kit.sceneOfView(seen(frame.n - 1), as, undefined, game);
    return kit.sceneOfView(seen(frame.n), as, before, game);
  }
  return sceneOfFrame(kit, timeline, frame, game);
}

/** Longer records are not judged: it takes too long. */
const MOST_JUDGED = 2000;

/** Judges each position for the first seat, in games of two. */
class Worth implements ReplayReader {
  all: number[] | null;
  readonly #kit: Kit;

  constructor(kit: Kit) {
    this.#kit = kit;
    this.all = kit.evaluate === undefined || kit.game.seats[1] > 2 ? null : [];
  }

  take({ n, table, isEnded }: Replay): void {
    if (this.all === null || isEnded) return;
    const { state, header } = table!;
    if (n > MOST_JUDGED) this.all = null;
    else this.all.push(this.#kit.evaluate!(state, header.players[0]?.seat ?? 0));
  }
}
