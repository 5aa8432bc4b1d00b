/** What keys and buttons ask a player for. */
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
  /** Goes somewhere: nothing calls the replay back to where it was to begin. */
  move(playback: Playback): void;
  /** Shows a word for a moment. */
  say(toast: string): void;
}

/** A turn, in games without turns. */
const SECOND_MS = 1000;

/** Does what a key or a button asks for; false where it is nothing that a player does. */
export function runCommand(host: CommandHost, command: Command): boolean {
  const { state, set, move, say } = host;
  const { playback, times, record } = state;
  if (record === null) return false;
  switch (command.do) {
    case 'toggle':
      // from the newest entry of a match that goes on there is nothing to play yet
      if (state.isLive && !playback.isPlaying && shownAt(playback, times) === record.lines.length)
        say('this is now');
      else move(toggle(playback, times));
      return true;
    case 'reverse':
      set({ playback: { ...playback, isReverse: !playback.isReverse } });
      say(playback.isReverse ? 'forwards' : 'backwards');
      return true;
    case 'loop': {
      const looped = loopHere(playback, times);
      set({ playback: looped });
      say(looped.loop === null ? 'no loop' : `loop ${looped.loop.from}–${looped.loop.to}`);
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
      say(mark?.label ?? (command.by > 0 ? 'no mark after this' : 'no mark before this'));
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
      say(as === null ? 'all there is to see' : `as ${record.seatNames[as] ?? `seat ${as}`}`);
      return true;
    }
    case 'mute':
      set({ isMuted: !state.isMuted });
      say(state.isMuted ? 'sound on' : 'sound off');
      return true;
    case 'go':
      set({ isAsking: !state.isAsking });
      return true;
    case 'try':
      if (!canTry(record)) say('moves cannot be tried in this game');
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

/** Whether moves can be tried: not where all act at any time, nor where hands were hidden: the record does not know them all. */
export const canTry = ({ isFree, hasSecrets }: OpenedRecord): boolean => !isFree && !hasSecrets;

/** A turn on or back; in games without turns, a second. */
function turnBy({ playback, times }: ViewerState, { lines }: OpenedRecord, by: 1 | -1): Playback {
  if (times.isExact) return seek(playback, times, playback.ms + SECOND_MS * by);
  return goTo(playback, times, turnFrom(lines, shownAt(playback, times), by));
}

/** All that there is to see first, then the eyes of each seat. */
function nextSeat(seats: readonly Seat[], as: Seat | null): Seat | null {
  return as === null ? (seats[0] ?? null) : (seats[seats.indexOf(as) + 1] ?? null);
}
