/** Plays a record: holds the position of the replay, asks the engine for pictures, and follows live matches. */
import {
  goTo,
  goToEnd,
  markBetween,
  momentOfMark,
  type Pace,
  type Playback,
  pass,
  pause,
  seek,
  type Times,
  timesOf,
  type Where,
} from '@kifu/client/playback';
import type { Seat } from '@kifu/core';
import type { Language } from '@kifu/texts';
import { runCommand } from './commands.ts';
import {
  askCells,
  askDraw,
  askLanguage,
  askPicture,
  check,
  closeRecord,
  loadArt,
} from './engine/ask.ts';
import type { Moment, OpenedRecord } from './engine/types.ts';
import { everyFrame } from './frames.ts';
import { loadLanguage } from './language.ts';
import { createLoader, type Loader, type OpenOptions } from './load/loader.ts';
import type { Command } from './model/keys.ts';
import { tellingMarks } from './model/marks.ts';
import { liveEdge } from './model/moment.ts';
import { goWhere, hasCome, loopIn, momentIn, stayIn } from './model/replay-position.ts';
import { pageTexts } from './page-texts.ts';
import { NOTHING, shownMarks, type ViewerState } from './state.ts';

/** A player. */
export interface ReplayPlayer extends Omit<Loader, 'close'> {
  readonly state: ViewerState;
  /** Changes settings. */
  set(change: Partial<ViewerState>): void;
  /** Runs a command; false for commands that are not the player's. */
  do(command: Command): boolean;
  /** Whether there is a later or earlier moment. */
  canStep(by: 1 | -1): boolean;
  seek(ms: number): void;
  go(n: number): void;
  goWhere(where: Where): void;
  setPace(pace: Pace): void;
  /** Shows everything in a language, what is open too. */
  setLanguage(language: Language): Promise<void>;
  /** Shows a short message. */
  say(toast: string): void;
  /** Stops loading. */
  rest(): void;
}

/** How often running clocks are rendered, in milliseconds: they show tenths of seconds. */
const CLOCK_MS = 100;

/** How often the timeline grows while an earlier moment is shown, in milliseconds. */
const BAR_MS = 250;

/** Delay of live matches without turns, in milliseconds, so that moves have arrived when they are shown. */
const LAG_MS = 150;

/** How long a message is shown, in milliseconds. */
const TOAST_MS = 900;

/** Creates a player that reports every change. */
export function createPlayer(changed: (before: ViewerState) => void): ReplayPlayer {
  let state = NOTHING;
  /** Key of the picture that was requested last. */
  let asked: string | null = null;
  let isAsking = false;
  /** Where to go as soon as enough has arrived; null once it has, or the replay was moved. */
  let wanted: Where | null = null;
  /** Counts records: one that arrives after a later one was shown is discarded. */
  let shows = 0;
  /** Elapsed time of the match that is followed, in milliseconds; null where none is. */
  let elapsed: (() => number) | null = null;
  let toasting: ReturnType<typeof setTimeout> | undefined;

  function set(change: Partial<ViewerState>): void {
    const before = state;
    state = { ...state, ...change };
    if (state.record !== before.record && state.record !== null)
      state = { ...state, marks: tellingMarks(state.record) };
    if (state.playback !== before.playback || state.as !== before.as) void look();
    if (state.picture?.n !== before.picture?.n || state.panel !== before.panel) void lookAtDraw();
    if (state.picture !== before.picture || state.panel !== before.panel) void lookAtCells();
    changed(before);
    if (state.playback.isPlaying) advance();
  }
  const move = (playback: Playback) => {
    wanted = null;
    set({ playback });
  };
  function say(toast: string): void {
    clearTimeout(toasting);
    set({ toast });
    toasting = setTimeout(() => set({ toast: null }), TOAST_MS);
  }

  /** Asks for the picture of the moment; while an answer is pending, only the newest moment is queued. */
  async function look(): Promise<void> {
    const { record, as, playback, times } = state;
    if (record === null || isAsking) return;
    const moment = calmly(momentIn(times, playback), playback);
    const key = keyOf(record, moment, as);
    if (key === asked) return;
    asked = key;
    isAsking = true;
    const picture = await askPicture(record, moment, as);
    isAsking = false;
    if (record.id === state.record?.id) set({ picture });
    void look();
  }

  /** Only the verification panel shows how a roll was computed. */
  async function lookAtDraw(): Promise<void> {
    const { record, picture, panel } = state;
    if (record === null || picture === null || panel !== 'proof') return;
    const { n } = picture;
    const draw = await askDraw(record, n);
    if (state.record?.id === record.id && state.picture?.n === n) set({ draw });
  }

  /** Only the board as text names its cells. */
  async function lookAtCells(): Promise<void> {
    const { record, picture, panel, as, playback, times } = state;
    if (record === null || picture === null || panel !== 'text') return;
    const names = await askCells(record, calmly(momentIn(times, playback), playback), as);
    if (state.picture === picture) set({ cells: { of: picture, names } });
  }

  async function setLanguage(language: Language): Promise<void> {
    if (language === state.language) return;
    set({ language });
    const loaded = await loadLanguage(language);
    if (state.language !== language) return;
    set({ texts: pageTexts(loaded) });
    await translate();
  }

  /** Describes the records that are open in the language of the page. */
  async function translate(): Promise<void> {
    const { language, record, main } = state;
    if (record === null || record.language === language) return;
    const [shown, whole] = await Promise.all(
      [record, main].map(async open => {
        const translated = open === null ? null : await askLanguage(open, language);
        return translated?.ok ? translated.value : open;
      }),
    );
    const isSame = state.record?.id === record.id && state.main?.id === main?.id;
    if (!isSame || state.language !== language || shown == null) return;
    asked = null;
    set({ record: shown, main: whole ?? null });
    void look();
    const of = whole ?? shown;
    await check(of, checked => {
      if ((state.main ?? state.record)?.id === of.id) set({ checked });
    });
  }

  /** Shows a record, or more of it; if its match is already shown, the replay stays where it is. */
  async function show(record: OpenedRecord, options: OpenOptions): Promise<void> {
    const mine = ++shows;
    const first = placeIn(record, options);
    const moment = momentIn(first.times, first.playback);
    const seen = seatIn(record);
    const [art, picture] = await Promise.all([
      isShown(record) ? state.art : loadArt(record.game),
      askPicture(record, moment, seen),
    ]);
    if (mine !== shows) {
      if (record.id !== state.record?.id) void closeRecord(record);
      return;
    }
    const { record: before, main, arriving, branches } = state;
    if (main?.id === record.id) {
      set({ main: record, arriving: record.isPartial ? arriving : null }); // who looks at a variation stays there
      return;
    }
    const isSame = isShown(record);
    const { times, playback } = placeIn(record, options); // it may have been moved meanwhile
    const { where = null, isPlaying = false } = options;
    const sought = isSame ? wanted : (wanted ?? where);
    wanted = record.isPartial && sought !== null && !hasCome(record, sought) ? sought : null;
    asked = keyOf(record, moment, seen);
    for (const other of [before, main])
      if (other !== null && other.id !== record.id) void closeRecord(other);
    set({
      phase: { type: 'ready' },
      arriving: record.isPartial ? arriving : null,
      record,
      main: null,
      path: [],
      branches: isSame ? branches : [],
      art,
      times,
      picture,
      as: seatIn(record),
      playback: isSame ? playback : { ...playback, isPlaying },
    });
    void translate(); // the language may have changed while it was opened
  }

  /** The point of view on a record. */
  const seatIn = ({ seats }: OpenedRecord): Seat | null =>
    state.as !== null && seats.includes(state.as) ? state.as : null;

  const isShown = ({ match }: OpenedRecord): boolean => state.record?.match === match;

  /** The times of a record; those of a live match without turns extend to its clock. */
  function timesNow(record: OpenedRecord): Times {
    const known = state.record?.id === record.id ? state.times : null;
    const times = timesOf(record, state.pace, undefined, known);
    if (!times.isExact || elapsed === null || record.outcome !== null) return times;
    return { ...times, endMs: Math.max(times.endMs, liveEdge(record, elapsed() - LAG_MS)) };
  }

  /** The position of the replay in a record that is about to be shown. */
  function placeIn(
    record: OpenedRecord,
    { where = null, loop = null }: OpenOptions,
  ): { readonly times: Times; readonly playback: Playback } {
    const times = timesNow(record);
    const { playback, times: before, isLive } = state;
    if (!isShown(record)) {
      const fresh = { ...playback, ms: 0, n: 0, loop: loopIn(record, loop) };
      const sought = wanted ?? where;
      return { times, playback: sought === null ? fresh : goWhere(fresh, sought, record, times) };
    }
    const same = { ...playback, loop: loopIn(record, playback.loop) };
    return {
      times,
      playback:
        wanted === null
          ? stayIn(same, before, times, isLive)
          : goWhere(same, wanted, record, times),
    };
  }

  /** Plays, and stops at markers if wanted. */
  const advance = everyFrame(
    () => state.playback.isPlaying,
    elapsedMs => {
      const { playback, times, isPausingOnMarks, isDragging } = state;
      if (isDragging || wanted !== null) return; // it continues from there
      const next = pass(playback, times, elapsedMs);
      const mark =
        isPausingOnMarks && !playback.isReverse
          ? markBetween(shownMarks(state), times, playback.ms, next.ms)
          : null;
      set({
        playback: mark === null ? next : pause(seek(next, times, momentOfMark(mark, times))),
      });
      if (mark !== null) say(mark.label);
    },
  );

  /** Runs the clocks of a live match, and plays matches without turns at their latest moment. */
  const followOn = everyFrame(
    () => elapsed !== null && state.record?.outcome == null,
    () => {
      const { record, link, times, picture, playback, isDragging } = state;
      if (record === null || link === null || state.main !== null) return;
      const ms = elapsed!();
      const isAtEdge = playback.ms >= times.endMs && !isDragging;
      if (times.isExact) {
        const endMs = Math.max(times.endMs, liveEdge(record, ms - LAG_MS));
        const later = { ...times, endMs };
        if (endMs - times.endMs > (isAtEdge ? 0 : BAR_MS))
          set(isAtEdge ? { times: later, playback: goToEnd(playback, later) } : { times: later });
      } else if (isAtEdge && picture?.clockwork != null && ms - link.ms >= CLOCK_MS)
        set({ link: { ...link, ms } });
    },
  );

  const loader = createLoader({
    get: () => state,
    set,
    show,
    setClock(clock) {
      elapsed = clock;
      followOn();
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
    showOpened: loader.showOpened,
    do: command => runCommand({ state, set, move, say }, command),
    canStep: by => (by > 0 ? state.playback.ms < state.times.endMs : state.playback.ms > 0),
    seek: ms => move(seek(state.playback, state.times, ms)),
    go: n => move(pause(goTo(state.playback, state.times, n))),
    goWhere(where) {
      const { record, playback, times } = state;
      if (record !== null) set({ playback: pause(goWhere(playback, where, record, times)) });
      wanted = record === null || (record.isPartial && !hasCome(record, where)) ? where : null;
    },
    setLanguage,
    setPace(pace) {
      const { record, playback, picture, times: before } = state;
      if (record === null) {
        set({ pace });
        return;
      }
      const times = timesOf(record, pace);
      const isOver = playback.ms >= before.endMs;
      const ms = isOver ? times.endMs : (times.at[picture?.n ?? 0] ?? times.endMs);
      // games without turns have no pace to choose
      set({ pace, times, playback: times.isExact ? playback : seek(playback, times, ms) });
    },
    say,
    rest: loader.close,
  };
}

/** How often pieces jump to their places, in milliseconds, for readers who prefer reduced motion. */
const CALM_MS = 500;

const calmly = (moment: Moment, { isPlaying }: Playback): Moment =>
  'ms' in moment && isPlaying && matchMedia('(prefers-reduced-motion: reduce)').matches
    ? { ms: CALM_MS * Math.floor(moment.ms / CALM_MS) }
    : moment;

/** Key of a picture. */
const keyOf = ({ id }: OpenedRecord, moment: Moment, as: Seat | null): string =>
  JSON.stringify([id, moment, as]);
