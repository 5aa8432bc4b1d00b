/** Automatic events: flags, ends by time, absence, failed reveals, bots. They have timers; nothing polls. */
import type { Action, Seat } from '@kifu/core';
import { fallsAt, hasFallen, hzOf, type MatchState, msOfTick } from '@kifu/record/match-state';
import { breakDown, doNow, endByTime, lagOf, pump } from './acts.ts';
import { agreeAll, thinkAll } from './bots.ts';
import { askLinks, drawDue, withholding } from './chance.ts';
import { isPausedByReferee } from './referee-pause.ts';
import { elapsedMs, type Room } from './room.ts';
import { followVacationsSafely, vacationMs, vacationsIn } from './vacations.ts';

/** The longest that a timer of Node can be set. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/** Sets the timer of a room to when something happens next. One that fires too early does no harm. */
export function schedule(room: Room): void {
  if (room.isBroken) return;
  guard(room, () => setTimer(room));
}

/** Runs work of one room; an error, even one in its rules, breaks down only this room. */
function guard(room: Room, work: () => void): void {
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

/** When something happens next, in milliseconds since 1970; null where nothing will. */
export function nextMs(room: Room): number | null {
  if (room.kept.phase !== 'live' || room.chain === null || room.chain.isEnded) return null;
  if (room.held !== null) return room.resumeMs;
  const times = [
    flagMs(room),
    tickMs(room),
    linkMs(room),
    ...absences(room).map(({ untilMs }) => untilMs),
    room.resumeMs,
    goOnMs(room),
    openingMs(room),
    vacationMs(room),
    room.botsMs === 0 ? null : room.botsMs,
  ].filter(time => time !== null);
  return times.length === 0 ? null : Math.max(room.quietMs, Math.min(...times));
}

/** Looks at everything that may have happened by now. */
export function wake(room: Room): void {
  const { chain, registry, kept } = room;
  if (chain === null || kept.phase !== 'live' || chain.isEnded) return;
  registry.notice();
  if (room.held !== null) {
    if (isPast(room.resumeMs, registry.now())) resume(room);
    return;
  }
  const now = registry.now();
  if (isPast(room.resumeMs, now) || isPast(goOnMs(room), now)) resume(room);
  if (isPast(vacationMs(room), now)) void followVacationsSafely(room);
  if (isPast(openingMs(room), now))
    doNow(room, null, () => (room.chain!.table.talk.isOpening ? { type: 'abort' } : null));
  if (isPast(flagMs(room), now)) {
    const fallen = fallenNow(room);
    if (isNobodyLeft(room, fallen)) doNow(room, null, () => callOff(room, fallenNow(room)));
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
    // where only the server's own chain has run out, no player is to blame
    if (owing.length === 0 || isNobodyLeft(room, owing))
      doNow(room, null, () => (isOwed() ? { type: 'abort' } : null));
    else
      for (const of of owing)
        doNow(room, null, () => (isOwed() ? { type: 'leave', of, how: 'withheld-link' } : null));
  }
  if (room.botsMs > 0 && now >= room.botsMs) thinkAll(room);
}

/** Whose flags have fallen by now. */
function fallenNow(room: Room): readonly Seat[] {
  const { clocks } = room.chain!.table;
  if (clocks === null || clocks.isPaused) return [];
  return runningOf(room).filter(seat => hasFallen(clocks, seat, elapsedMs(room)));
}

/** Whether two or more who are to leave at once are all there are: then no player wins. */
function isNobodyLeft(room: Room, leaving: readonly Seat[]): boolean {
  const { game, state } = room.chain!.table;
  return leaving.length > 1 && game.seated(state).every(seat => leaving.includes(seat));
}

const callOff = (room: Room, leaving: readonly Seat[]): Action | null =>
  isNobodyLeft(room, leaving) ? { type: 'abort' } : null;

const isPast = (time: number | null, now: number): boolean => time !== null && now >= time;

/** Whose clocks run. The clock of a seat that has shown its link for the draw that is due stands. */
function runningOf(room: Room): readonly Seat[] {
  const clocks = room.chain!.table.clocks;
  if (clocks === null) return [];
  return clocks.running === null
    ? clocks.drawing.filter(seat => !room.links.has(seat))
    : [clocks.running];
}

/** When the first flag of a running clock falls, with the lag that may be given back. */
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
  // from where time has been looked at so far: it does not go back
  const { state } = room.present.at(table, 0);
  const next = game.time!.next(state);
  return next === null ? null : room.startMs + msOfTick(anchor, hzOf(game, state), next);
}

/** The state as of now, by the rules alone and aside from the chain; ends the match where time has ended it. */
export function stateNow(room: Room): unknown {
  const { table } = room.chain!;
  if (table.anchor === null || table.anchor.isPaused) return table.state;
  const { state, outcome } = room.present.at(table, elapsedMs(room));
  if (outcome !== null && table.outcome === null && room.endedByTime !== table) {
    room.endedByTime = table;
    endByTime(room);
  }
  return state;
}

/** Whether the server has a word in it: where players sign and there is no referee, it has not. */
export const mayDecree = ({ seqs, terms }: MatchState): boolean =>
  seqs === null || terms.referee !== null;

/** When a withheld link costs the match. Where there are clocks, that of the player who withholds it runs; for the server's link none. */
function linkMs(room: Room): number | null {
  const due = drawDue(room);
  if (due === null || !mayDecree(due)) return null;
  return due.clocks !== null && withholding(room, due).length > 0
    ? null
    : room.startMs + due.ms + due.terms.fair!.waitMs;
}

/** Returns when a match is aborted because not every seat has signed its header. */
function openingMs({ chain, kept, startMs }: Room): number | null {
  const { talk, ms, terms } = chain!.table;
  return talk.isOpening && terms.referee !== null
    ? startMs + ms + (kept.absenceMs ?? OPENING_MS)
    : null;
}

const OPENING_MS = 300_000;

/** Seats that are to act and whose players are away, and until when. */
function absences(room: Room): { readonly seat: Seat; readonly untilMs: number }[] {
  const { absenceMs } = room.kept;
  const { table } = room.chain!;
  if (absenceMs === null || table.talk.isPaused || !mayDecree(table)) return [];
  // a player who was away before has the whole time from when the match began to wait for them; where seats act at any time it
  // always does
  const waitingMs = table.game.pace === 'free' ? 0 : room.startMs + table.ms;
  return [...room.away]
    .filter(([seat]) => isWanted(room, seat))
    .map(([seat, sinceMs]) => ({ seat, untilMs: Math.max(sinceMs, waitingMs) + absenceMs }));
}

/** When a pause ends that a player wants to end: who agreed to one cannot keep the others in it by not coming back. */
function goOnMs(room: Room): number | null {
  const { chain, kept, startMs, resumeMs } = room;
  const { table } = chain!;
  const isWanted =
    table.talk.isPaused &&
    !table.talk.isOpening &&
    table.talk.resume.length > 0 &&
    vacationsIn(room).length === 0 &&
    resumeMs === null;
  if (!isWanted || kept.absenceMs === null || !mayDecree(table)) return null;
  return startMs + table.ms + kept.absenceMs;
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
  thinkAll(room);
  pump(room);
}

/** Whether time costs a player something: thinking time, time in the rules, or the wait for a link. */
export const isTimed = (room: Room): boolean => {
  const { clocks, game } = room.chain!.table;
  return clocks !== null || game.time !== undefined || drawDue(room) !== null;
};
