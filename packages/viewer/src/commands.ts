/** Commands of keys and buttons to a player. */
import {
  faster,
  goTo,
  goToEnd,
  goToTenth,
  loopHere,
  markFrom,
  momentOfMark,
  type Playback,
  pause,
  seek,
  shownAt,
  stepBy,
  tickBy,
  toggle,
} from '@kifu/client/playback';
import type { Seat } from '@kifu/core';
import type { OpenedRecord } from './engine/types.ts';
import type { Command } from './model/keys.ts';
import { turnFrom } from './model/turns.ts';
import { shownMarks, type ViewerState } from './state.ts';

/** The player, as commands see it. */
export interface CommandHost {
  readonly state: ViewerState;
  set(change: Partial<ViewerState>): void;
  /** Goes to a place; a place that was still to be reached is forgotten. */
  move(playback: Playback): void;
  /** Shows a word for a moment. */
  say(toast: string): void;
}

/** A turn, in games without turns. */
const SECOND_MS = 1000;

/** Runs a command; false for commands that are not the player's. */
export function runCommand(host: CommandHost, command: Command): boolean {
  const { state, set, move, say } = host;
  const { playback, times, record } = state;
  const t = state.texts.viewer.said;
  if (record === null) return false;
  switch (command.do) {
    case 'toggle':
      // after the newest entry of a live match there is nothing to play yet
      if (state.isLive && !playback.isPlaying && shownAt(playback, times) === record.lines.length)
        say(t.latest);
      else move(toggle(playback, times));
      return true;
    case 'reverse':
      set({ playback: { ...playback, isReverse: !playback.isReverse } });
      say(playback.isReverse ? t.forward : t.reverse);
      return true;
    case 'loop': {
      const looped = loopHere(playback, times);
      set({ playback: looped });
      say(looped.loop === null ? t.loopOff : t.loop(looped.loop.from, looped.loop.to));
      return true;
    }
    case 'start':
      move(goTo(playback, times, 0));
      return true;
    case 'end':
      move(goToEnd(playback, times));
      return true;
    case 'step':
      move(stepBy(playback, times, command.by));
      return true;
    case 'turn':
      move(pause(turnBy(state, record, command.by)));
      return true;
    case 'tick':
      move(tickBy(playback, times, record.hz, command.by));
      return true;
    case 'tenth':
      move(goToTenth(playback, times, command.tenth));
      return true;
    case 'mark': {
      const mark = markFrom(shownMarks(state), times, playback.ms, command.by);
      if (mark !== null) move(pause(seek(playback, times, momentOfMark(mark, times))));
      say(mark?.label ?? (command.by > 0 ? t.noneLater : t.noneEarlier));
      return true;
    }
    case 'speed': {
      const changed = faster(playback, command.by);
      set({ playback: changed });
      say(`${changed.speed}×`);
      return true;
    }
    case 'flip':
      set({ isFlipped: !state.isFlipped });
      return true;
    case 'perspective': {
      const as = nextSeat(record.seats, state.as);
      set({ as });
      say(as === null ? t.everything : t.as(record.seatNames[as] ?? ''));
      return true;
    }
    case 'mute':
      set({ isMuted: !state.isMuted });
      say(state.isMuted ? t.unmuted : t.muted);
      return true;
    case 'go':
      set({ isAsking: !state.isAsking });
      return true;
    case 'try':
      if (!canTry(record)) say(t.cannotTry);
      else set({ isTrying: !state.isTrying, playback: pause(playback) });
      return true;
    case 'close':
      set({ panel: null, isAsking: false, isTrying: state.isTrying && state.panel !== null });
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

/** Whether moves can be tried: not in games without turns, nor with hidden hands, which the record does not contain. */
export const canTry = ({ isFree, hasSecrets }: OpenedRecord): boolean => !isFree && !hasSecrets;

/** Goes to the next or previous turn; in games without turns, by a second. */
function turnBy({ playback, times }: ViewerState, { lines }: OpenedRecord, by: 1 | -1): Playback {
  if (times.isExact) return seek(playback, times, playback.ms + SECOND_MS * by);
  return goTo(playback, times, turnFrom(lines, shownAt(playback, times), by));
}

/** Everything visible first, then the point of view of each seat. */
function nextSeat(seats: readonly Seat[], as: Seat | null): Seat | null {
  return as === null ? (seats[0] ?? null) : (seats[seats.indexOf(as) + 1] ?? null);
}
