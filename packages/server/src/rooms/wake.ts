/** Automatic events: flags, ends by time, absence, failed reveals, bots. They have timers; nothing polls. */
import type { Action, Seat } from '@kifu/core';
import { fallsAt, hasFallen, hzOf, type MatchState, msOfTick } from '@kifu/record/match-state';
import { breakDown, doNow, endByTime, lagOf, pump } from './acts.ts';
import { agreeAll, wakeBots } from './bots.ts';
import { askLinks, drawDue, withholding } from './chance.ts';
import { isPausedByReferee } from './referee-pause.ts';
import { elapsedMs, type Room } from './room.ts';
import { followVacationsSafely, vacationMs, vacationsIn } from './vacations.ts';

/** The longest delay of a timer in Node. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/** Sets the timer of a room to its next event. A timer that fires too early does no harm. */
export function schedule(room: Room): void {
  if (room.isBroken) return;
  guard(room, () => setTimer(room));
}

/** Runs work of one room; an error, even one in its rules, breaks down only this room. */
export function guard(room: Room, work: () => void): void {
  try {
    work();
  } catch (cause) {
    breakDown(room, cause);
  }
}

function setTimer(room: Room): void {
  const dueMs = nextMs(room);
  if (dueMs === null || (room.timer !== null && room.timerMs <= dueMs)) {
    room.registry.considerRest(room);
    return;
  }
  if (room.timer !== null) clearTimeout(room.timer);
  const waitMs = Math.min(MAX_TIMER_MS, Math.max(0, Math.ceil(dueMs - room.registry.now())));
  room.timerMs = dueMs;
  room.timer = setTimeout(() => {
    room.timer = null;
    guard(room, () => wake(room));
    if (!room.isBusy) schedule(room);
  }, waitMs);
  room.registry.considerRest(room);
}

/** Returns when the next event is due, in milliseconds since 1970; null if none is. */
export function nextMs(room: Room): number | null {
  if (room.stored.phase !== 'live' || room.chain === null || room.chain.isEnded) return null;
  if (room.held !== null) return room.resumeMs;
  const times = [
    flagMs(room),
    tickMs(room),
    linkMs(room),
    ...absences(room).map(({ untilMs }) => untilMs),
    room.resumeMs,
    unpauseMs(room),
    openingMs(room),
    vacationMs(room),
  ].filter(time => time !== null);
  return times.length === 0 ? null : Math.max(room.quietMs, Math.min(...times));
}

/** Handles everything that is due by now. */
export function wake(room: Room): void {
  const { chain, registry, stored } = room;
  if (chain === null || stored.phase !== 'live' || chain.isEnded) return;
  registry.notice();
  if (room.held !== null) {
    if (isPast(room.resumeMs, registry.now())) resume(room);
    return;
  }
  const now = registry.now();
  if (isPast(room.resumeMs, now) || isPast(unpauseMs(room), now)) resume(room);
  if (isPast(vacationMs(room), now)) void followVacationsSafely(room);
  if (isPast(openingMs(room), now))
    doNow(room, null, () => (room.chain!.table.talk.isOpening ? { type: 'abort' } : null));
  if (isPast(flagMs(room), now)) {
    const fallen = fallenNow(room);
    if (isNobodyLeft(room, fallen)) doNow(room, null, () => abortOrLeave(room, fallenNow(room)));
    else
      for (const of of runningOf(room))
        doNow(room, null, () =>
          fallenNow(room).includes(of) ? { type: 'leave', of, how: 'flag' } : null,
        );
  }
  stateNow(room);
  for (const { seat, untilMs } of absences(room))
    if (now >= untilMs)
      doNow(room, null, () =>
        room.away.has(seat) && isWanted(room, seat)
          ? { type: 'leave', of: seat, how: 'absence' }
          : null,
      );
  const due = drawDue(room);
  if (due !== null && isPast(linkMs(room), now)) {
    const owing = withholding(room, due);
    const isOwed = () => drawDue(room)?.drawn === due.drawn;
    // if only the server's own hash chain has run out, no player is to blame
    if (owing.length === 0 || isNobodyLeft(room, owing))
      doNow(room, null, () => (isOwed() ? { type: 'abort' } : null));
    else
      for (const of of owing)
        doNow(room, null, () => (isOwed() ? { type: 'leave', of, how: 'withheld-link' } : null));
  }
}

/** Returns the seats whose flags have fallen by now. */
function fallenNow(room: Room): readonly Seat[] {
  const { clocks } = room.chain!.table;
  if (clocks === null || clocks.isPaused) return [];
  return runningOf(room).filter(seat => hasFallen(clocks, seat, elapsedMs(room)));
}

/** Whether the seats that leave at once are two or more and all that are left: then no player wins. */
function isNobodyLeft(room: Room, leaving: readonly Seat[]): boolean {
  const { game, state } = room.chain!.table;
  return leaving.length > 1 && game.seated(state).every(seat => leaving.includes(seat));
}

const abortOrLeave = (room: Room, leaving: readonly Seat[]): Action | null =>
  isNobodyLeft(room, leaving) ? { type: 'abort' } : null;

const isPast = (time: number | null, now: number): boolean => time !== null && now >= time;

/** Returns the seats whose clocks run. The clock of a seat that has revealed for the random draw that is due is stopped. */
function runningOf(room: Room): readonly Seat[] {
  const clocks = room.chain!.table.clocks;
  if (clocks === null) return [];
  return clocks.running === null
    ? clocks.drawing.filter(seat => !room.links.has(seat))
    : [clocks.running];
}

/** Returns when the first flag of a running clock falls, with the lag that may be given back. */
function flagMs(room: Room): number | null {
  const { clocks } = room.chain!.table;
  const seats = runningOf(room);
  const falls = clocks === null ? null : fallsAt(clocks, seats);
  if (falls === null) return null;
  const lags = [...room.members]
    .filter(({ seat }) => seat !== null && seats.includes(seat))
    .map(member => Math.max(0, lagOf(room, member.seat!, member)));
  return room.startMs + falls + Math.max(0, ...lags);
}

/** Returns when the rules make something happen automatically that may end the match. */
function tickMs(room: Room): number | null {
  const { table } = room.chain!;
  const { game, anchor } = table;
  if (anchor === null || anchor.isPaused) return null;
  // from the state that was computed so far: it does not go back
  const { state } = room.present.at(table, 0);
  const next = game.time!.next(state);
  return next === null ? null : room.startMs + msOfTick(anchor, hzOf(game, state), next);
}

/** Returns the state as of now, by the rules alone and aside from the chain; ends the match if time has ended it. */
function stateNow(room: Room): unknown {
  const { table } = room.chain!;
  if (table.anchor === null || table.anchor.isPaused) return table.state;
  const { state, outcome } = room.present.at(table, elapsedMs(room));
  if (outcome !== null && table.outcome === null && room.endedByTime !== table) {
    room.endedByTime = table;
    endByTime(room);
  }
  return state;
}

/** Whether the server may act on the match: not if players sign and there is no referee. */
export const mayDecree = ({ seqs, terms }: MatchState): boolean =>
  seqs === null || terms.referee !== null;

/** Returns when a failed reveal costs the match. With clocks, the clock of the player who withholds it runs; for the server's reveal none does. */
function linkMs(room: Room): number | null {
  const due = drawDue(room);
  if (due === null || !mayDecree(due)) return null;
  return due.clocks !== null && withholding(room, due).length > 0
    ? null
    : room.startMs + due.ms + due.terms.fair!.waitMs;
}

/** Returns when a match is aborted because not every seat has signed its header. */
function openingMs({ chain, stored, startMs }: Room): number | null {
  const { talk, ms, terms } = chain!.table;
  return talk.isOpening && terms.referee !== null
    ? startMs + ms + (stored.absenceMs ?? OPENING_MS)
    : null;
}

const OPENING_MS = 300_000;

/** Returns the seats that are to act and whose players are away, and until when. */
export function absences(room: Room): { readonly seat: Seat; readonly untilMs: number }[] {
  const { absenceMs } = room.stored;
  const { table } = room.chain!;
  if (absenceMs === null || table.talk.isPaused || !mayDecree(table)) return [];
  // a player who was away before has the full time from when the match starts to wait for them; where seats act at any time it
  // always does
  const waitingMs = table.game.pace === 'free' ? 0 : room.startMs + table.ms;
  return [...room.away]
    .filter(([seat]) => isWanted(room, seat))
    .map(([seat, sinceMs]) => ({ seat, untilMs: Math.max(sinceMs, waitingMs) + absenceMs }));
}

/** Returns when a pause ends that a player wants to end: the other cannot keep the match paused by not coming back. */
function unpauseMs(room: Room): number | null {
  const { chain, stored, startMs, resumeMs } = room;
  const { table } = chain!;
  const isWanted =
    table.talk.isPaused &&
    !table.talk.isOpening &&
    table.talk.resume.length > 0 &&
    vacationsIn(room).length === 0 &&
    resumeMs === null;
  if (!isWanted || stored.absenceMs === null || !mayDecree(table)) return null;
  return startMs + table.ms + stored.absenceMs;
}

/** Whether the match waits for a seat. */
function isWanted(room: Room, seat: Seat): boolean {
  const { game, state, outcome, talk } = room.chain!.table;
  return outcome === null && !talk.isPaused && game.active(state).includes(seat);
}

/** Resumes after a restart: all players are back, or have had the time. */
export function resume(room: Room): void {
  room.resumeMs = null;
  if (room.held !== null) {
    release(room);
    return;
  }
  doNow(room, null, () => {
    const { isPaused, isOpening } = room.chain!.table.talk;
    return isPaused && !isOpening && vacationsIn(room).length === 0 ? { type: 'resume' } : null;
  });
}

/** Releases the queue of a room that was held after a restart; where time counts, with a pause for the downtime. */
function release(room: Room): void {
  const { pausedMs } = room.held!;
  const waiting = room.jobs.splice(0);
  const { table } = room.chain!;
  if (isTimed(room) && mayDecree(table)) {
    const isPaused = () => room.chain!.table.talk.isPaused && !room.chain!.table.talk.isOpening;
    if (!table.talk.isPaused) doNow(room, null, () => ({ type: 'pause' }), pausedMs);
    if (!table.talk.isPaused || isPausedByReferee(room.chain!))
      doNow(room, null, () =>
        isPaused() && vacationsIn(room).length === 0 ? { type: 'resume' } : null,
      );
  }
  room.held = null;
  room.jobs.push(...waiting);
  agreeAll(room);
  askLinks(room);
  wakeBots(room);
  pump(room);
}

/** Whether time costs a player something: thinking time, time in the rules, or the time for a reveal. */
export const isTimed = (room: Room): boolean => {
  const { clocks, game } = room.chain!.table;
  return clocks !== null || game.time !== undefined || drawDue(room) !== null;
};
