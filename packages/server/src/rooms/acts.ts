/** The queue of a room: one act after the other becomes a node, is stored, and only then told. */
import type { ActMessage } from '@kifu/client';
import { anchorAfter } from '@kifu/client';
import { type Act, type Fault, fail, type Part, type Seat } from '@kifu/core';
import { type Chain, headOf, keepRefusal, type ToAppend, type ToEnd } from '@kifu/record';
import { makeEnding, makeNode, storeNode } from './append.ts';
import { askLinks } from './chance.ts';
import { finish } from './finish.ts';
import { answerWords, thinkAll } from './robots.ts';
import type { Job, Member, Room } from './room.ts';
import { tellNode, tellRefused } from './tell.ts';
import { elapsedMs, tickNow } from './time.ts';
import { schedule, wake } from './wake.ts';

/** Puts a job into the queue. */
export function enqueue(room: Room, job: Job): void {
  room.jobs.push(job);
  pump(room);
}

/** What a member wants to do, as of the moment at which it came. */
export function takeAct(room: Room, member: Member, message: ActMessage): void {
  const { seat } = member;
  const { id, seen, seq, signature } = message;
  const job = { member, id };
  if (seat === null) {
    tellRefused(job, SPECTATOR.fault);
    return;
  }
  if (room.chain === null) {
    tellRefused(job, NOT_THERE.fault);
    return;
  }
  const act = actOf(room, message);
  if (!act.ok) {
    tellRefused(job, act.fault);
    return;
  }
  if (isWord(act.value) && !room.said.take(`seat ${seat}`, room.hall.now())) {
    tellRefused(job, TALKATIVE.fault);
    return;
  }
  const cameMs = elapsedMs(room);
  if (cameMs < 0) {
    tellRefused(job, NOT_BEGUN.fault);
    return;
  }
  const signed =
    seq === undefined || signature === undefined
      ? null
      : { seq, seen, signature: Buffer.from(signature, 'hex') };
  enqueue(room, {
    ...job,
    make: () => {
      const { table } = room.chain!;
      if (room.kit.game.pace !== 'free' && seen < table.changed) {
        tellRefused(job, STALE.fault);
        return null;
      }
      return { seat, act: act.value, signed, ...momentOf(room, seat, cameMs, member) };
    },
  });
}

/** Words can be said again and again, and each stands in the record; moves end with the match, and leaving is always possible. */
const isWord = ({ type }: Act): boolean => type !== 'move' && type !== 'leave';

export const TALKATIVE = fail('too-large', 'that is too much talk, wait a while');
const SPECTATOR = fail('wrong-seat', 'who watches cannot act');
const NOT_BEGUN = fail('paused', 'the match has not begun yet');
const STALE = fail('conflict', 'the position has changed since');
const OVER = fail('game-over', 'the match has ended');
const NOT_THERE = fail('not-found', 'the match has not begun yet');

function actOf(
  room: Room,
  { act }: ActMessage,
): { readonly ok: true; readonly value: Act } | { readonly ok: false; readonly fault: Fault } {
  if (act.type !== 'move') return { ok: true, value: act };
  const move = room.kit.game.moves.json.decode(act.move as never);
  return move.ok ? { ok: true, value: { type: 'move', move: move.value } } : move;
}

/** When an act counts: the way of a player whose clock runs is given back, up to a limit. In games with ticks nothing is. */
function momentOf(
  room: Room,
  seat: Seat,
  cameMs: number,
  member: Member | null,
): Pick<ToAppend, 'ms' | 'at'> {
  const { table } = room.chain!;
  const at = tickNow(room, cameMs);
  if (at !== null) return { ms: Math.max(table.ms, cameMs), at };
  const isRunning = table.clocks?.running === seat && !table.clocks.isPaused;
  const lagMs = isRunning && member !== null ? lagOf(room, member) : 0;
  return { ms: Math.max(table.ms, cameMs - lagMs) };
}

/** What is given back to a player for the way, in whole milliseconds. */
export const lagOf = ({ hall }: Room, { connection }: Member): number =>
  Math.round(Math.min(connection.roundTripMs, hall.limits.maxLagMs));

/** Does an act for a seat or the referee, at the time at which it is its turn unless another is given. */
export function doNow(
  room: Room,
  seat: Seat | null,
  choose: () => Act | null,
  atMs: number | null = null,
): void {
  enqueue(room, {
    make: () => {
      const act = choose();
      return act === null
        ? null
        : { seat, act, ...momentOf(room, seat ?? -1, atMs ?? elapsedMs(room), null) };
    },
  });
}

/** Ends the match where the rules have ended it by time alone. */
export const endByTime = (room: Room): void => enqueue(room, { make: () => null, isEnd: true });

/** Does what waits in the queue, if nothing is being done. */
export function pump(room: Room): void {
  if (room.isBusy || room.isBroken) return;
  const job = room.jobs.shift();
  if (job === undefined) {
    schedule(room);
    return;
  }
  room.isBusy = true;
  run(room, job).then(
    () => {
      room.isBusy = false;
      job.settled?.();
      pump(room);
    },
    cause => {
      breakDown(room, cause);
      job.settled?.();
    },
  );
}

async function run(room: Room, job: Job): Promise<void> {
  const { chain, hall } = room;
  if (chain === null) return tellRefused(job, NOT_THERE.fault);
  if (chain.isEnded) return tellRefused(job, OVER.fault);
  if (job.isEnd === true) return endNow(room, chain);
  const doing = job.make();
  if (doing === null) return;
  const since = hall.now();
  const made = makeNode(chain, doing, hall.referee);
  const appended = made instanceof Promise ? await made : made;
  if (!appended.ok) return refused(room, chain, doing, appended.fault, job);
  // not by `take`: a function less that waits, for every move
  checkStored(await storeNode(hall.stores, headOf(chain), appended.value.chain));
  become(room, appended.value.chain, appended.value.parts, job);
  // a sample is enough for a histogram, and quicker than a move is played
  if (chain.last.n % OBSERVED_EVERY === 0)
    hall.metrics.appendSeconds.observe((hall.now() - since) / 1000);
  if (room.chain!.table.outcome !== null) await end(room, {});
  else after(room, doing);
}

const OBSERVED_EVERY = 16;
const QUIET_MS = 1000;

/** Stores what was appended, and tells of it. */
async function take(
  room: Room,
  before: Chain,
  chain: Chain,
  parts: readonly Part[],
): Promise<void> {
  checkStored(await storeNode(room.hall.stores, headOf(before), chain));
  become(room, chain, parts);
}

function checkStored(isHead: boolean): void {
  if (!isHead) throw new Error('somebody else has appended to the match');
}

/** Goes on from what was stored, and tells of it. */
function become(room: Room, chain: Chain, parts: readonly Part[], job: Partial<Job> = {}): void {
  room.chain = chain;
  room.anchor = anchorAfter(room.anchor, chain.table);
  room.ahead = null;
  room.hall.metrics.nodes.inc();
  tellNode(room, parts, job);
}

/** What follows from an entry. */
function after(room: Room, doing: ToAppend): void {
  if (room.chain!.table.links !== null) askLinks(room);
  if (!room.hasBots) return;
  answerWords(room, doing);
  thinkAll(room);
}

/** A refusal is told; where seats act at any time it is also written down, so many a second. */
async function refused(
  room: Room,
  chain: Chain,
  doing: ToAppend,
  fault: Fault,
  job: Job,
): Promise<void> {
  const { hall, kit } = room;
  hall.metrics.refusals.inc({ code: fault.code });
  tellRefused(job, fault);
  if (fault.code === 'game-over' || fault.code === 'out-of-time') return wake(room);
  if (doing.seat === null) room.quietMs = hall.now() + QUIET_MS;
  if (kit.game.pace !== 'free') return;
  const { refusalsPerSecond } = hall.limits;
  const { keep, refusals } = keepRefusal(
    chain.table,
    room.refusals,
    doing,
    fault,
    elapsedMs(room),
    refusalsPerSecond,
  );
  room.refusals = refusals;
  if (keep === null) return;
  const made = makeNode(chain, keep, hall.referee);
  const appended = made instanceof Promise ? await made : made;
  if (appended.ok) await take(room, chain, appended.value.chain, appended.value.parts);
}

async function endNow(room: Room, chain: Chain): Promise<void> {
  const at = tickNow(room, elapsedMs(room));
  if (chain.table.outcome === null && at !== null) await end(room, { at });
  else if (chain.table.outcome !== null) await end(room, {});
}

async function end(room: Room, how: ToEnd): Promise<void> {
  const chain = room.chain!;
  const ms = Math.max(chain.table.ms, elapsedMs(room));
  const made = makeEnding(chain, { ...how, ms }, room.hall.referee);
  const ended = made instanceof Promise ? await made : made;
  if (!ended.ok) {
    if (ended.fault.code === 'unsupported') return; // it was looked too early: the match goes on
    throw new Error(ended.fault.message);
  }
  await take(room, chain, ended.value, []);
  await finish(room);
}

/** The store has failed, the rules have, or somebody else appends to the match: nothing here can be relied on, so it is loaded anew. */
export function breakDown(room: Room, cause: unknown): void {
  if (room.isBroken) return;
  room.isBroken = true;
  room.hall.log.error({ err: cause, room: room.id }, 'a room broke down');
  room.hall.drop(room, 'moved');
}
