/** The replay player as a value: which point is shown, whether it plays, and how quick. Keys and time change it. */
import type { TimelineMark } from '@kifu/record';

/** Where a replay stands. */
export interface Player {
  /** How many entries have been shown. */
  readonly n: number;
  readonly length: number;
  /** How long since then, in milliseconds at normal speed; only while it plays, or pauses between two entries. */
  readonly passedMs: number;
  readonly isPlaying: boolean;
  /** Index into `SPEEDS`. */
  readonly speed: number;
  readonly isFlipped: boolean;
  readonly hasHelp: boolean;
  /** Digits typed after `g`; null where nobody is typing. */
  readonly typed: string | null;
  readonly isOver: boolean;
}

/** How many times quicker than normal. */
export const SPEEDS = [0.25, 0.5, 1, 2, 4, 8] as const;
const NORMAL = SPEEDS.indexOf(1);

/** A player that plays from the start, or stands still at some entry. */
export const startPlayer = (length: number, at?: number): Player => ({
  n: at ?? 0,
  length,
  passedMs: 0,
  isPlaying: at === undefined,
  speed: NORMAL,
  isFlipped: false,
  hasHelp: false,
  typed: null,
  isOver: false,
});

/** A key as readline names it, or the character itself. */
export type Key = string;

/** The player after a key; unknown keys change nothing. */
export function press(player: Player, key: Key, marks: readonly TimelineMark[]): Player {
  if (player.typed !== null) return type(player, key);
  switch (key) {
    case 'space':
      return player.n === player.length && !player.isPlaying
        ? { ...player, n: 0, passedMs: 0, isPlaying: true } // at the end it starts again
        : { ...player, isPlaying: !player.isPlaying };
    case 'right':
    case 'l':
      return goTo(player, player.n + 1);
    case 'left':
    case 'h':
      // between two entries the one before is one step back
      return goTo(player, player.passedMs > 0 ? player.n : player.n - 1);
    case 'home':
      return goTo(player, 0);
    case 'end':
      return goTo(player, player.length);
    case ']':
      return goTo(player, nextMark(marks, player.n) ?? player.length);
    case '[':
      return goTo(player, markBefore(marks, player.n) ?? 0);
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
      return { ...player, typed: '', isPlaying: false };
    case '?':
      return { ...player, hasHelp: !player.hasHelp };
    case 'escape':
      return player.hasHelp ? { ...player, hasHelp: false } : { ...player, isOver: true };
    case 'q':
      return { ...player, isOver: true };
    default:
      return /^[0-9]$/.test(key)
        ? goTo(player, Math.round((player.length * Number(key)) / 10))
        : player;
  }
}

/** Somebody who goes somewhere wants to look: it plays no more. */
const goTo = (player: Player, n: number): Player => ({
  ...player,
  n: Math.max(0, Math.min(player.length, n)),
  passedMs: 0,
  isPlaying: false,
});

const MAX_DIGITS = 7;

function type(player: Player, key: Key): Player {
  const { typed } = player;
  if (/^[0-9]$/.test(key)) return { ...player, typed: `${typed}${key}`.slice(0, MAX_DIGITS) };
  if (key === 'backspace') return { ...player, typed: typed!.slice(0, -1) };
  const left = { ...player, typed: null };
  if (key === 'return' || key === 'enter') return typed === '' ? left : goTo(left, Number(typed));
  return key === 'escape' || key === 'g' || key === 'q' ? left : player;
}

const nextMark = (marks: readonly TimelineMark[], n: number): number | undefined =>
  marks.find(mark => mark.n > n)?.n;

const markBefore = (marks: readonly TimelineMark[], n: number): number | undefined =>
  marks.findLast(mark => mark.n < n)?.n;

/** How long the point after n entries is seen at normal speed, in milliseconds; at the last one, until nothing happens. */
export type Pace = (n: number) => number;

/** The player after some time; at the end it stops. */
export function pass(player: Player, ms: number, pace: Pace): Player {
  if (!player.isPlaying) return player;
  const { length, speed } = player;
  let { n } = player;
  let passedMs = player.passedMs + ms * SPEEDS[speed]!;
  for (let seenMs = pace(n); n < length && passedMs >= seenMs; seenMs = pace(n)) {
    passedMs -= seenMs;
    n++;
  }
  const isOver = n === length && passedMs >= pace(n);
  return { ...player, n, passedMs: isOver ? pace(n) : passedMs, isPlaying: !isOver };
}

/** How long nothing changes, in milliseconds; `everyMs` where something may change between entries. */
export function waitMs(player: Player, pace: Pace, everyMs: number | null): number {
  const restMs = (pace(player.n) - player.passedMs) / SPEEDS[player.speed]!;
  return Math.max(0, Math.min(restMs, everyMs ?? restMs));
}

/** Keys and what they do. */
export const KEYS: readonly [keys: string, about: string][] = [
  ['space', 'play or pause'],
  ['← →', 'step back, step on'],
  ['[ ]', 'previous, next mark'],
  ['+ −', 'quicker, slower'],
  ['0–9', 'jump to a tenth'],
  ['g', 'go to an entry'],
  ['Home End', 'start, end'],
  ['f', 'turn the board'],
  ['?', 'these keys'],
  ['q', 'leave'],
];
