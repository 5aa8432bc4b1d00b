/** The replay player of the terminal as a value: the playback, and what else keys change. */

import {
  AT_START,
  faster,
  goTo,
  goToEnd,
  goToTenth,
  markFrom,
  momentOfMark,
  PLAYBACK_KEYS,
  type Playback,
  type PlaybackCommand,
  pause,
  playbackCommandOf,
  seek,
  stepBy,
  tickBy,
  toggle,
} from '@kifu/client/playback';
import type { RecordReports } from '@kifu/texts/en/cli/reports/records';
import type { PlaybackSchedule } from './course.ts';

/** Where a replay stands. */
export interface ReplayPlayer extends Playback {
  readonly isFlipped: boolean;
  readonly hasHelp: boolean;
  /** Digits typed after `g`, or after `t` for a tick; null while the viewer types no number. */
  readonly typed: { readonly digits: string; readonly is: 'entry' | 'tick' } | null;
  readonly isOver: boolean;
}

/** How far the arrows up and down go. */
const SKIP_MS = 5000;

/** A player that plays from the start, or is paused at an entry. */
export const startPlayer = ({ times }: PlaybackSchedule, at?: number): ReplayPlayer => ({
  ...(at === undefined ? { ...AT_START, isPlaying: true } : goTo(AT_START, times, at)),
  isFlipped: false,
  hasHelp: false,
  typed: null,
  isOver: false,
});

/** The player after a key, as readline names it or the character itself; unknown keys change nothing. */
export function press(player: ReplayPlayer, key: string, course: PlaybackSchedule): ReplayPlayer {
  if (player.typed !== null) return type(player, key, course);
  const { times, hz } = course;
  const command = playbackCommandOf(ARROWS[key] ?? key);
  if (command !== null) return obey(player, command, course);
  switch (key) {
    case 'up':
      return { ...player, ...pause(seek(player, times, player.ms + SKIP_MS)) };
    case 'down':
      return { ...player, ...pause(seek(player, times, player.ms - SKIP_MS)) };
    case 't':
      return hz === null
        ? player
        : { ...player, ...pause(player), typed: { digits: '', is: 'tick' } };
    case 'escape':
      return player.hasHelp ? { ...player, hasHelp: false } : { ...player, isOver: true };
    case 'q':
      return { ...player, isOver: true };
    default:
      return player;
  }
}

/** Letters that move the cursor in some editors. */
const ARROWS: { readonly [key: string]: string } = {
  __proto__: null as never,
  h: 'left',
  l: 'right',
};

/** Who goes somewhere wants to look: it plays no more. */
function obey(
  player: ReplayPlayer,
  command: PlaybackCommand,
  course: PlaybackSchedule,
): ReplayPlayer {
  const { times, hz, marks } = course;
  const go = (playback: Playback): ReplayPlayer => ({ ...player, ...pause(playback) });
  switch (command.do) {
    case 'toggle':
      return { ...player, ...toggle(player, times) };
    case 'reverse':
      return { ...player, isReverse: !player.isReverse, isPlaying: true };
    case 'step':
      return go(stepBy(player, times, command.by));
    case 'tick':
      return hz === null ? player : go(tickBy(player, times, hz, command.by));
    case 'start':
      return go(goTo(player, times, 0));
    case 'end':
      return go(goToEnd(player, times));
    case 'tenth':
      return go(goToTenth(player, times, command.tenth));
    case 'mark': {
      const mark = markFrom(marks, times, player.ms, command.by);
      if (mark !== null) return go(seek(player, times, momentOfMark(mark, times)));
      return go(command.by > 0 ? goToEnd(player, times) : goTo(player, times, 0));
    }
    case 'speed':
      return { ...player, ...faster(player, command.by) };
    case 'flip':
      return { ...player, isFlipped: !player.isFlipped };
    case 'go':
      return { ...go(player), typed: { digits: '', is: 'entry' } };
    case 'help':
      return { ...player, hasHelp: !player.hasHelp };
  }
}

const MAX_DIGITS = 7;

function type(
  player: ReplayPlayer,
  key: string,
  { times, hz, firstTick }: PlaybackSchedule,
): ReplayPlayer {
  const { digits, is } = player.typed!;
  const typed = (text: string) => ({ ...player, typed: { digits: text.slice(0, MAX_DIGITS), is } });
  if (/^[0-9]$/.test(key)) return typed(digits + key);
  if (key === 'backspace') return typed(digits.slice(0, -1));
  const left = { ...player, typed: null };
  if (key === 'return' || key === 'enter') {
    if (digits === '') return left;
    const ms = ((Number(digits) - firstTick) * 1000) / (hz ?? 1);
    const there = is === 'entry' ? goTo(left, times, Number(digits)) : seek(left, times, ms);
    return { ...left, ...there };
  }
  return ['escape', 'g', 't', 'q'].includes(key) ? left : player;
}

/** Keys that do one thing, and whether it is only of use where ticks set the pace. */
interface PlayerKeys {
  readonly keys: keyof RecordReports['player']['keys'];
  readonly isForTicks?: true;
}

/** All keys, in the order of the help; its texts say what they do. */
export const KEYS: readonly PlayerKeys[] = [
  ...PLAYBACK_KEYS,
  { keys: '↓ ↑' },
  { keys: 't', isForTicks: true },
  { keys: 'q' },
];
