/** Plays a record: loads it, keeps where the replay stands, asks the engine for pictures, and does what keys and buttons ask for. */
import type { Seat } from '@kifu/core';
import { askDraw, askPicture, closeRecord, loadArt } from './engine/ask.ts';
import type { Moment, Score } from './engine/types.ts';
import { createLoader, type OpenOptions } from './load/loader.ts';
import type { Command } from './model/keys.ts';
import type { Where } from './model/link.ts';
import { markBetween, markFrom, momentOfMark } from './model/marks.ts';
import { liveEdge } from './model/moment.ts';
import { countAt, type Pace, type Times, timesOf } from './model/pace.ts';
import {
  faster,
  goTo,
  loopHere,
  type Playback,
  pass,
  pause,
  seek,
  stepBy,
  tickBy,
  toggle,
} from './model/playback.ts';
import { turnFrom } from './model/turns.ts';
import { NOTHING, shownMarks, type ViewerState } from './state.ts';

/** A player. Whoever made it closes it. */
export interface Player {
  readonly state: ViewerState;
  /** Changes settings. */
  set(change: Partial<ViewerState>): void;
  /** Loads an address and shows what is there, again and again while the match goes on where it is live. */
  load(src: string, options: OpenOptions): Promise<void>;
  /** Shows a record that is there already. */
  open(name: string, bytes: Uint8Array, options: OpenOptions): Promise<void>;
  /** Shows nodes as far as a match has come; at its newest entry the replay goes with it. */
  follow(nodes: readonly Uint8Array[], isOver: boolean, options: OpenOptions): Promise<void>;
  /** Does what a key or a button asks for; false where it is nothing that a player does. */
  do(command: Command): boolean;
  seek(ms: number): void;
  go(n: number): void;
  goWhere(where: Where): void;
  setPace(pace: Pace): void;
  /** Shows a word for a moment. */
  say(toast: string): void;
  /** Lets go of the network: nothing more is asked for. */
  rest(): void;
  close(): void;
}

/** How often running clocks are drawn anew, in milliseconds: they show tenths of seconds. */
const CLOCK_MS = 100;

/** How often the bar grows while somebody looks at what is over, in milliseconds. */
const BAR_MS = 250;

/** Matches without turns are seen a little late, in milliseconds, so that what others do has arrived by then. */
const LAG_MS = 150;

/** How long a word is shown, in milliseconds. */
const TOAST_MS = 900;

/** Makes a player that tells of every change. */
export function createPlayer(changed: (before: ViewerState) => void): Player {
  let state = NOTHING;
  let asked: string | null = null;
  let isAsking = false;
  /** Where to go as soon as so much has arrived; null once it has, or somebody has moved on. */
  let wanted: Where | null = null;
  /** Which record was the last to be shown: others that are still on their way come too late. */
  let shows = 0;
  /** How long a match that is followed has gone on, in milliseconds; null where none is. */
  let elapsed: (() => number) | null = null;
  let isRunning = false;
  let lastMs: number | null = null;
  let toasting: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;

  function set(change: Partial<ViewerState>): void {
    const before = state;
    state = { ...state, ...change };
    if (state.playback !== before.playback || state.as !== before.as) void look();
    if (state.picture?.n !== before.picture?.n || state.panel !== before.panel) void lookAtDraw();
    changed(before);
    if (state.playback.isPlaying && !before.playback.isPlaying) run();
  }
  const play = (playback: Playback) => set({ playback });
  /** Somebody moves: nothing calls the replay back to where it was to begin. */
  const move = (playback: Playback) => {
    wanted = null;
    play(playback);
  };

  /** Asks for the picture of the moment; while an answer is on its way, only the newest moment is kept. */
  async function look(): Promise<void> {
    const { score, as, playback, times } = state;
    if (score === null || isAsking) return;
    const moment = momentIn(times, playback);
    const key = keyOf(score, moment, as);
    if (key === asked) return;
    asked = key;
    isAsking = true;
    const picture = await askPicture(score, moment, as);
    isAsking = false;
    if (score === state.score) set({ picture });
    void look();
  }

  /** Only the proof tells how chance came about. */
  async function lookAtDraw(): Promise<void> {
    const { score, picture, panel } = state;
    if (score === null || picture === null || panel !== 'proof') return;
    const { n } = picture;
    const draw = await askDraw(score, n);
    if (state.score === score && state.picture?.n === n) set({ draw });
  }

  /** Shows a record; where one of the same match is shown already, the replay stays where it is. */
  async function show(score: Score, options: OpenOptions): Promise<void> {
    const mine = ++shows;
    const first = placeIn(score, options);
    const moment = momentIn(first.times, first.playback);
    const seen = seatIn(score);
    const [art, picture] = await Promise.all([
      isShown(score) ? state.art : loadArt(score.game),
      askPicture(score, moment, seen),
    ]);
    if (isClosed || mine !== shows) {
      void closeRecord(score);
      return;
    }
    const { score: before, main, arriving, branches } = state;
    const isSame = isShown(score);
    const { times, playback } = placeIn(score, options); // somebody may have moved on meanwhile
    const { where = null, isPlaying = false } = options;
    const sought = isSame ? wanted : (wanted ?? where);
    wanted = score.isPartial && sought !== null && !hasCome(score, sought) ? sought : null;
    asked = keyOf(score, moment, seen);
    if (before !== null) void closeRecord(before);
    if (main !== null) void closeRecord(main);
    set({
      phase: { type: 'ready' },
      arriving: score.isPartial ? arriving : null,
      score,
      main: null,
      path: [],
      branches: isSame ? branches : [],
      art,
      times,
      picture,
      as: seatIn(score),
      playback: isSame ? playback : { ...playback, isPlaying },
    });
  }

  /** Through whose eyes a record is seen. */
  const seatIn = ({ seats }: Score): Seat | null =>
    state.as !== null && seats.includes(state.as) ? state.as : null;

  const isShown = ({ match }: Score): boolean => state.score?.match === match;

  /** The times of a record; where a match without turns goes on, it has come as far as its clock has. */
  function timesNow(score: Score): Times {
    const times = timesOf(score, state.pace);
    if (!times.isExact || elapsed === null || score.outcome !== null) return times;
    return { ...times, endMs: Math.max(times.endMs, liveEdge(score, elapsed() - LAG_MS)) };
  }

  /** While a match is followed that goes on, its clocks run; and at its edge those without turns go on. */
  function runLive(): void {
    const { score, link, times, picture, playback, isDragging } = state;
    isRunning = !isClosed && elapsed !== null && score?.outcome == null;
    if (!isRunning || elapsed === null) return;
    requestAnimationFrame(runLive);
    if (score === null || link === null || state.main !== null) return;
    const ms = elapsed();
    const isAtEdge = playback.ms >= times.endMs && !isDragging;
    if (times.isExact) {
      const later = timesNow(score);
      const isSeen = later.endMs - times.endMs > (isAtEdge ? 0 : BAR_MS);
      if (isSeen)
        set({ times: later, ...(isAtEdge ? { playback: { ...playback, ms: later.endMs } } : {}) });
    } else if (isAtEdge && picture?.clockwork != null && ms - link.ms >= CLOCK_MS)
      set({ link: { ...link, ms } });
  }

  /** Where the replay stands in a record that is about to be shown. */
  function placeIn(
    score: Score,
    { where = null, loop = null }: OpenOptions,
  ): { readonly times: Times; readonly playback: Playback } {
    const times = timesNow(score);
    if (!isShown(score)) {
      const fresh = { ...state.playback, ms: 0, loop: loopIn(score, loop) };
      const sought = wanted ?? where;
      return { times, playback: sought === null ? fresh : wherever(fresh, sought, score, times) };
    }
    const { playback, times: before, isLive } = state;
    const kept = { ...playback, loop: loopIn(score, playback.loop) };
    if (wanted !== null) return { times, playback: wherever(kept, wanted, score, times) };
    const isAtEnd = playback.ms >= before.endMs;
    if (isAtEnd && isLive) return { times, playback: goTo(kept, times, times.at.length - 1) };
    const n = countAt(before, playback.ms);
    const isPast = !times.isExact && n === before.at.length - 1;
    return { times, playback: isPast ? goTo(kept, times, n) : kept };
  }

  function do_(command: Command): boolean {
    const { playback, times, score } = state;
    if (score === null) return false;
    switch (command.do) {
      case 'toggle':
        move(toggle(playback, times));
        return true;
      case 'reverse':
        play({ ...playback, isReverse: !playback.isReverse });
        say(playback.isReverse ? 'forwards' : 'backwards');
        return true;
      case 'loop': {
        const looped = loopHere(playback, times);
        play(looped);
        say(looped.loop === null ? 'no loop' : `loop ${looped.loop.from}–${looped.loop.to}`);
        return true;
      }
      case 'start':
        move(goTo(playback, times, 0));
        return true;
      case 'end':
        move(goTo(playback, times, times.at.length - 1));
        return true;
      case 'step':
        move(stepBy(playback, times, command.by));
        return true;
      case 'turn':
        move(
          times.isExact
            ? pause(seek(playback, times, playback.ms + SECOND_MS * command.by))
            : pause(
                goTo(
                  playback,
                  times,
                  turnFrom(score.lines, countAt(times, playback.ms), command.by),
                ),
              ),
        );
        return true;
      case 'tick':
        move(tickBy(playback, times, score.hz, command.by));
        return true;
      case 'tenth':
        move(
          times.isExact
            ? seek(playback, times, (times.endMs * command.tenth) / 10)
            : goTo(playback, times, Math.round((score.lines.length * command.tenth) / 10)),
        );
        return true;
      case 'mark': {
        const mark = markFrom(shownMarks(state), times, playback.ms, command.by);
        if (mark === null) say(command.by > 0 ? 'no mark after this' : 'no mark before this');
        else {
          move(pause(seek(playback, times, momentOfMark(mark, times))));
          say(mark.label);
        }
        return true;
      }
      case 'speed': {
        const changed = faster(playback, command.by);
        play(changed);
        say(`${changed.speed}×`);
        return true;
      }
      case 'flip':
        set({ isFlipped: !state.isFlipped });
        return true;
      case 'perspective': {
        const as = nextSeat(score.seats, state.as);
        set({ as });
        say(as === null ? 'all there is to see' : `as ${score.seatNames[as] ?? `seat ${as}`}`);
        return true;
      }
      case 'mute':
        set({ isMuted: !state.isMuted });
        say(state.isMuted ? 'sound off' : 'sound on');
        return true;
      case 'go':
        set({ isAsking: !state.isAsking });
        return true;
      case 'close':
        set({ panel: null, isAsking: false });
        return true;
      case 'proof':
      case 'help':
      case 'settings':
      case 'text':
      case 'notes':
      case 'share':
        set({ panel: state.panel === command.do ? null : command.do });
        return true;
      default:
        return false;
    }
  }

  function run(): void {
    if (lastMs !== null) return;
    lastMs = performance.now();
    const tick = (now: number) => {
      if (isClosed || !state.playback.isPlaying || lastMs === null) {
        lastMs = null;
        return;
      }
      const elapsed = Math.max(0, now - lastMs);
      lastMs = now;
      if (!state.isDragging) advance(elapsed);
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }

  function advance(elapsed: number): void {
    if (wanted !== null) return; // it goes on from there
    const { playback, times, isPausingOnMarks } = state;
    const next = pass(playback, times, elapsed);
    const mark =
      isPausingOnMarks && !playback.isReverse
        ? markBetween(shownMarks(state), times, playback.ms, next.ms)
        : null;
    if (mark === null) {
      play(next);
      return;
    }
    play(pause(seek(next, times, momentOfMark(mark, times))));
    say(mark.label);
  }

  function say(toast: string): void {
    clearTimeout(toasting);
    set({ toast });
    toasting = setTimeout(() => set({ toast: null }), TOAST_MS);
  }

  const loader = createLoader({
    get: () => state,
    set,
    show,
    setClock(clock) {
      elapsed = clock;
      if (!isRunning) runLive();
    },
  });

  return {
    get state() {
      return state;
    },
    set,
    load(src, options) {
      shows++;
      wanted = null;
      return loader.load(src, options);
    },
    open: loader.open,
    follow: loader.follow,
    do: do_,
    seek: ms => move(seek(state.playback, state.times, ms)),
    go: n => move(pause(goTo(state.playback, state.times, n))),
    goWhere(where) {
      const { score, playback, times } = state;
      if (score !== null) play(pause(wherever(playback, where, score, times)));
      wanted = score === null || (score.isPartial && !hasCome(score, where)) ? where : null;
    },
    setPace(pace) {
      const { score, playback, picture, times: before } = state;
      if (score === null) {
        set({ pace });
        return;
      }
      const times = timesOf(score, pace); // games without turns have none to choose
      const isOver = playback.ms >= before.endMs;
      const ms = times.isExact
        ? playback.ms
        : isOver
          ? times.endMs
          : momentWithin(times.at, picture?.n ?? 0);
      set({ pace, times, playback: { ...playback, ms } });
    },
    say,
    rest: loader.close,
    close() {
      isClosed = true;
      loader.close();
      clearTimeout(toasting);
      if (state.score !== null) void closeRecord(state.score);
      state = NOTHING;
    },
  };
}

/** A turn, in games without turns. */
const SECOND_MS = 1000;

const momentWithin = (at: readonly number[], n: number): number =>
  at[Math.max(0, Math.min(at.length - 1, n))]!;

const momentIn = (times: Times, { ms }: Playback): Moment =>
  times.isExact ? { ms } : { n: countAt(times, ms) };

/** Names a picture. */
const keyOf = ({ id }: Score, moment: Moment, as: Seat | null): string =>
  JSON.stringify([id, moment, as]);

/** A stretch of a record; what has not arrived yet may be part of it. */
function loopIn({ lines, isPartial }: Score, loop: Playback['loop']): Playback['loop'] {
  if (loop === null || isPartial) return loop;
  const to = Math.min(loop.to, lines.length);
  return { from: Math.min(loop.from, to), to };
}

/** Whether a record has arrived as far as some place. */
function hasCome({ lines, durationMs }: Score, where: Where): boolean {
  if (where.type === 'end') return false;
  if (where.type === 'entry') return where.n <= lines.length;
  return where.type === 'ms' ? where.ms <= durationMs : where.tick <= (lines.at(-1)?.tick ?? 0);
}

/** The playback at a place that somebody named. */
function wherever(playback: Playback, where: Where, { lines, hz }: Score, times: Times): Playback {
  if (where.type === 'end') return goTo(playback, times, times.at.length - 1);
  if (where.type === 'entry') return goTo(playback, times, where.n);
  if (times.isExact) {
    const ms = where.type === 'ms' ? where.ms : (where.tick * 1000) / (hz ?? 1);
    return seek(playback, times, ms);
  }
  const isBy = ({ ms, tick }: Score['lines'][number]) =>
    where.type === 'ms' ? (ms ?? 0) <= where.ms : (tick ?? 0) <= where.tick;
  return goTo(playback, times, lines.findLastIndex(isBy) + 1);
}

/** Nobody's eyes first, then those of each seat. */
function nextSeat(seats: readonly Seat[], as: Seat | null): Seat | null {
  return as === null ? (seats[0] ?? null) : (seats[seats.indexOf(as) + 1] ?? null);
}
