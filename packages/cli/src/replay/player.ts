/** The replay player as a value: which point is shown, whether it plays, and how quick. Keys and time change it. */
import { type Course, type Place, placeAt, tickAt, timeOf } from './course.ts';

/** Where a replay stands. */
export interface Player extends Place {
  readonly isPlaying: boolean;
  /** Whether it plays backwards. */
  readonly isBack: boolean;
  /** Index into `SPEEDS`. */
  readonly speed: number;
  readonly isFlipped: boolean;
  readonly hasHelp: boolean;
  /** Digits typed after `g`, or after `t` for a tick; null where nobody is typing. */
  readonly typed: { readonly digits: string; readonly is: 'entry' | 'tick' } | null;
  readonly isOver: boolean;
}

/** How many times quicker than normal. */
export const SPEEDS = [0.25, 0.5, 1, 2, 4, 8] as const;
const NORMAL = SPEEDS.indexOf(1);
/** How far the arrows up and down go. */
const SKIP_MS = 5000;

/** A player that plays from the start, or stands still at some entry. */
export const startPlayer = (at?: number): Player => ({
  n: at ?? 0,
  passedMs: 0,
  isPlaying: at === undefined,
  isBack: false,
  speed: NORMAL,
  isFlipped: false,
  hasHelp: false,
  typed: null,
  isOver: false,
});

/** A key as readline names it, or the character itself. */
export type Key = string;

/** The player after a key; unknown keys change nothing. */
export function press(player: Player, key: Key, course: Course): Player {
  if (player.typed !== null) return type(player, key, course);
  const { n, passedMs } = player;
  switch (key) {
    case 'space':
      return {
        ...(isAtRest(player, course) ? turnRound(player, course) : player),
        isPlaying: !player.isPlaying,
      };
    case 'r':
      return { ...player, isBack: !player.isBack, isPlaying: true };
    case 'right':
    case 'l':
      return goTo(player, course, n + 1);
    case 'left':
    case 'h':
      // between two entries the one before is one step back
      return goTo(player, course, passedMs > 0 ? n : n - 1);
    case '.':
      return stepTick(player, course, 1);
    case ',':
      return stepTick(player, course, -1);
    case 'up':
      return seek(player, placeAt(course, timeOf(course, player) + SKIP_MS));
    case 'down':
      return seek(player, placeAt(course, timeOf(course, player) - SKIP_MS));
    case 'home':
      return goTo(player, course, 0);
    case 'end':
      return seek(player, placeAt(course, course.totalMs));
    case ']':
      return seek(player, nextStop(course, player) ?? placeAt(course, course.totalMs));
    case '[':
      return seek(player, stopBefore(course, player) ?? START);
    case '+':
    case '=': // the same key without shift
    case '>':
      return { ...player, speed: Math.min(SPEEDS.length - 1, player.speed + 1) };
    case '-':
    case '<':
      return { ...player, speed: Math.max(0, player.speed - 1) };
    case 'f':
      return { ...player, isFlipped: !player.isFlipped };
    case 'g':
      return { ...player, typed: { digits: '', is: 'entry' }, isPlaying: false };
    case 't':
      return course.hz === null
        ? player
        : { ...player, typed: { digits: '', is: 'tick' }, isPlaying: false };
    case '?':
      return { ...player, hasHelp: !player.hasHelp };
    case 'escape':
      return player.hasHelp ? { ...player, hasHelp: false } : { ...player, isOver: true };
    case 'q':
      return { ...player, isOver: true };
    default:
      return /^[0-9]$/.test(key) ? goToTenth(player, course, Number(key)) : player;
  }
}

const START: Place = { n: 0, passedMs: 0 };

/** Somebody who goes somewhere wants to look: it plays no more. */
const seek = (player: Player, { n, passedMs }: Place): Player => ({
  ...player,
  n,
  passedMs,
  isPlaying: false,
});

const goTo = (player: Player, { length }: Course, n: number): Player =>
  seek(player, { n: Math.max(0, Math.min(length, n)), passedMs: 0 });

/** By time where ticks set the pace, else by entries. */
const goToTenth = (player: Player, course: Course, tenth: number): Player =>
  course.hz === null
    ? goTo(player, course, Math.round((course.length * tenth) / 10))
    : seek(player, placeAt(course, (course.totalMs * tenth) / 10));

/** One tick on or back; all entries of a tick belong to it. */
const stepTick = (player: Player, course: Course, by: number): Player =>
  course.hz === null ? player : goToTick(player, course, tickAt(course, player) + by);

const goToTick = (player: Player, course: Course, tick: number): Player =>
  seek(player, placeAt(course, ((tick - course.firstTick) * 1000) / course.hz!));

/** Whether it stands still where it can play no further. */
const isAtRest = (player: Player, course: Course): boolean =>
  !player.isPlaying && hasEnded(player, course) && (player.isBack || player.n === course.length);

/** Several entries may be at one time: at the end all of them are shown. */
const hasEnded = (player: Player, course: Course): boolean =>
  player.isBack ? timeOf(course, player) <= 0 : timeOf(course, player) >= course.totalMs;

/** At the end it starts again; backwards, at the start, from the end. */
const turnRound = (player: Player, course: Course): Player =>
  seek(player, player.isBack ? placeAt(course, course.totalMs) : START);

const MAX_DIGITS = 7;

function type(player: Player, key: Key, course: Course): Player {
  const { digits, is } = player.typed!;
  const typed = (text: string) => ({ ...player, typed: { digits: text.slice(0, MAX_DIGITS), is } });
  if (/^[0-9]$/.test(key)) return typed(digits + key);
  if (key === 'backspace') return typed(digits.slice(0, -1));
  const left = { ...player, typed: null };
  if (key === 'return' || key === 'enter') {
    if (digits === '') return left;
    return is === 'entry'
      ? goTo(left, course, Number(digits))
      : goToTick(left, course, Number(digits));
  }
  return ['escape', 'g', 't', 'q'].includes(key) ? left : player;
}

const nextStop = ({ stops }: Course, { n, passedMs }: Place): Place | undefined =>
  stops.find(stop => stop.n > n || (stop.n === n && stop.passedMs > passedMs));

const stopBefore = ({ stops }: Course, { n, passedMs }: Place): Place | undefined =>
  stops.findLast(stop => stop.n < n || (stop.n === n && stop.passedMs < passedMs));

/** The player after some time; at the end it stops, and backwards at the start. */
export function pass(player: Player, ms: number, course: Course): Player {
  if (!player.isPlaying) return player;
  const passed = ms * SPEEDS[player.speed]! * (player.isBack ? -1 : 1);
  const next = { ...player, ...placeAt(course, timeOf(course, player) + passed) };
  return { ...next, isPlaying: !hasEnded(next, course) };
}

/** How long nothing changes, in milliseconds; `everyMs` where something may change between entries. */
export function waitMs(player: Player, course: Course, everyMs: number | null): number {
  const { starts, length, totalMs } = course;
  const { n, passedMs, isBack, speed } = player;
  const untilMs = n < length ? starts[n + 1]! : totalMs;
  // backwards the entry before is seen as soon as this one's time has run down
  const restMs =
    (isBack ? Math.max(LEAST_BACK_MS, passedMs) : untilMs - starts[n]! - passedMs) / SPEEDS[speed]!;
  return Math.max(0, Math.min(restMs, everyMs ?? restMs));
}

/** Where it plays backwards and has come to an entry, the next step is a moment later. */
const LEAST_BACK_MS = 1;

/** Keys and what they do. */
export const KEYS: readonly [keys: string, about: string, isForTicks?: true][] = [
  ['space', 'play or pause'],
  ['r', 'play backwards, or forwards again'],
  ['← →', 'an entry back, an entry on'],
  ['↓ ↑', 'five seconds back, five seconds on'],
  [', .', 'a tick back, a tick on', true],
  ['[ ]', 'previous, next mark'],
  ['+ −', 'quicker, slower'],
  ['0–9', 'jump to a tenth'],
  ['g', 'go to an entry'],
  ['t', 'go to a tick', true],
  ['Home End', 'start, end'],
  ['f', 'turn the board'],
  ['?', 'these keys'],
  ['q', 'leave'],
];
