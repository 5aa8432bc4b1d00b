/** The replay player as a value: which point is shown, whether it plays, and how quick. Keys and time change it. */
import type { Kifu } from '@kifu/core';
import type { TimelineMark } from '@kifu/record';

/** Where a replay stands. */
export interface Player {
  /** How many entries have been shown. */
  readonly n: number;
  readonly length: number;
  readonly isPlaying: boolean;
  /** Index into `SPEEDS`. */
  readonly speed: number;
  readonly isFlipped: boolean;
  readonly hasHelp: boolean;
  /** Digits typed after `g`; null where nobody is typing. */
  readonly typed: string | null;
  readonly isOver: boolean;
}

export const SPEEDS = [0.25, 0.5, 1, 2, 4, 8] as const;
const NORMAL = SPEEDS.indexOf(1);
/** How long an entry is seen where the record has no times, and at most where it has. */
const ENTRY_MS = 1000;
const IDLE_MS = 3000;

/** A player at some entry. */
export const startPlayer = (length: number, n = 0): Player => ({
  n,
  length,
  isPlaying: n < length,
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
        ? { ...player, n: 0, isPlaying: true } // at the end it starts again
        : { ...player, isPlaying: !player.isPlaying };
    case 'right':
    case 'l':
      return goTo(player, player.n + 1);
    case 'left':
    case 'h':
      return goTo(player, player.n - 1);
    case 'home':
      return goTo(player, 0);
    case 'end':
      return goTo(player, player.length);
    case ']':
      return goTo(player, nextMark(marks, player.n) ?? player.length);
    case '[':
      return goTo(player, markBefore(marks, player.n) ?? 0);
    case '+':
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
    case 'q':
    case 'escape':
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
  isPlaying: false,
});

function type(player: Player, key: Key): Player {
  const { typed } = player;
  if (/^[0-9]$/.test(key)) return { ...player, typed: `${typed}${key}`.slice(0, 7) };
  if (key === 'backspace') return { ...player, typed: typed!.slice(0, -1) };
  const left = { ...player, typed: null };
  if (key === 'return' && typed !== '') return goTo(left, Number(typed));
  return key === 'return' || key === 'escape' || key === 'g' ? left : player;
}

const nextMark = (marks: readonly TimelineMark[], n: number): number | undefined =>
  marks.find(mark => mark.n > n)?.n;

const markBefore = (marks: readonly TimelineMark[], n: number): number | undefined =>
  marks.findLast(mark => mark.n < n)?.n;

/** The player one entry further, by itself; at the end it stops. */
export const advance = (player: Player): Player =>
  player.n >= player.length
    ? { ...player, isPlaying: false }
    : { ...player, n: player.n + 1, isPlaying: player.n + 1 < player.length };

/** How long the present entry is to be seen before the next: at the original pace, but nobody waits long. */
export function waitMs({ n, speed }: Player, { entries }: Kifu): number {
  const [here, next] = [n === 0 ? 0 : entries[n - 1]?.ms, entries[n]?.ms];
  const original = typeof here === 'number' && typeof next === 'number' ? next - here : ENTRY_MS;
  return Math.max(50, Math.min(IDLE_MS, original)) / SPEEDS[speed]!;
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
  ['q', 'leave'],
];
