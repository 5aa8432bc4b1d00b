/** The queue of a room: one action after the other becomes a node, is stored, and is only then sent to members. */
import type { ActionMessage } from '@kifu/client/protocol';
import {
  type Action,
  type Ending,
  type Fault,
  fail,
  type JsonObject,
  type NewEntry,
  type Part,
  type Result,
  type Seat,
  type TimeControl,
} from '@kifu/core';
import { actFromJson } from '@kifu/record/json';
import { keepRefusal, type MatchState } from '@kifu/record/match-state';
import type { OpenMatch } from '@kifu/record/store';
import { StoreFailedError } from '../watched-stores.ts';
import { answerOffers } from './bots.ts';
import { broadcastNode, sendRefusal } from './broadcast.ts';
import { askLinks } from './chance.ts';
import { gatherSignatures } from './endings.ts';
import { finish } from './finish.ts';
import { broadcastPresence } from './members.ts';
import { followPlans } from './plans.ts';
import { pushTurns } from './push-turns.ts';
import { type AppendJob, elapsedMs, type Member, noteLag, type Room, tickNow } from './room.ts';
import { pauseForVacation } from './vacations.ts';
import { schedule, wake } from './wake.ts';

/** Adds a job to the queue. */
export function enqueue(room: Room, job: AppendJob): void {
  room.jobs.push(job);
  pump(room);
}

/** Enqueues the action of a member, as of the moment at which it arrived. */
export function handleAction(room: Room, member: Member, message: ActionMessage): void {
  const { seat } = member;
  const { id, seen, seq, signature, ms } = message;
  const job = { member, id };
  if (seat === null) {
    sendRefusal(job, SPECTATOR.fault);
    return;
  }
  if (room.chain === null) {
    sendRefusal(job, NOT_THERE.fault);
    return;
  }
  if (room.stored.phase === 'ended') {
    sendRefusal(job, OVER.fault);
    return;
  }
  const act = actFromJson(room.kit.game, message.act as JsonObject);
  if (!act.ok) {
    sendRefusal(job, act.fault);
    return;
  }
  const isSaid = isWord(act.value) && !room.chain.table.talk.isOpening;
  if (isSaid && !room.chatBuckets.take(`seat ${seat}`, room.registry.now())) {
    sendRefusal(job, TOO_MUCH_CHAT.fault);
    return;
  }
  room.registry.notice();
  const cameMs = elapsedMs(room);
  if (cameMs < 0 && act.value.type !== 'resume') {
    sendRefusal(job, NOT_BEGUN.fault);
    return;
  }
  if (ms !== undefined && ms > cameMs + MAX_AHEAD_MS) {
    sendRefusal(job, AHEAD.fault);
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
        sendRefusal(job, STALE.fault);
        return null;
      }
      const isTimed = table.terms.referee === null && signed !== null;
      const when = isTimed ? { ms: ms ?? null } : momentOf(room, seat, cameMs, member);
      return { seat, act: act.value, signed, ...when };
    },
  });
}

/** How far ahead of ours the clock of a player who signs the time may be. */
const MAX_AHEAD_MS = 5000;

/** Whether an action can be repeated without end, each time as an entry: moves end with the match, and leaving is always possible. */
const isWord = ({ type }: Action): boolean => type !== 'move' && type !== 'leave';

export const TOO_MUCH_CHAT = fail('too-large', 'too many messages; wait a moment');
const SPECTATOR = fail('wrong-seat', 'spectators cannot act');
const NOT_BEGUN = fail('paused', 'the match has not started');
export const STALE = fail('conflict', 'the position has changed');
const AHEAD = fail('past-time', 'the signed time is in the future; check your clock');
const OVER = fail('game-over', 'the match is over');
const NOT_THERE = fail('not-found', 'the match has not started');

/** Returns when an action counts: when it arrived. Nothing is backdated, so that no other clock starts earlier; lag is given back separately. */
export function momentOf(
  room: Room,
  seat: Seat,
  cameMs: number,
  member: Member | null,
): Pick<NewEntry, 'ms' | 'at' | 'lag'> {
  const { table } = room.chain!;
  const ms = Math.max(table.ms, cameMs);
  const at = tickNow(room, cameMs);
  if (at !== null) return { ms, at };
  const lag = member === null ? 0 : Math.min(lagOf(room, seat, member), turnMs(table, seat, ms));
  return lag > 0 ? { ms, lag } : { ms };
}

/** Returns how long the turn of a seat has lasted; 0 if it is not its turn. */
function turnMs({ clocks, terms }: MatchState, seat: Seat, ms: number): number {
  const isTurn = clocks !== null && terms.referee !== null && clocks.running === seat;
  return isTurn && !clocks.isPaused ? Math.floor(clocks.spentMs + ms - clocks.sinceMs) : 0;
}

/** Returns the lag that may be given back to a player now, in whole milliseconds: the round trip, limited per turn and per match. */
export const lagOf = (room: Room, seat: Seat, { connection }: Member): number =>
  Math.floor(
    Math.min(
      connection.roundTripMs,
      room.registry.limits.maxLagMs,
      lagBudget(room.stored.clock) - (room.lagged.get(seat) ?? 0),
    ),
  );

/** Returns the lag that may be given back to a seat in a whole match: a twentieth of its time, from 5 to 30 seconds. */
function lagBudget(clock: TimeControl | null): number {
  const { mainMs = 0 } = (clock ?? {}) as { readonly mainMs?: number };
  return Math.min(MAX_LAG_BUDGET_MS, Math.max(MIN_LAG_BUDGET_MS, mainMs / 20));
}

const MIN_LAG_BUDGET_MS = 5000;
const MAX_LAG_BUDGET_MS = 30_000;

/** Enqueues an action of a seat or the referee, dated when its turn in the queue comes, unless a time is given. */
export function doNow(
  room: Room,
  seat: Seat | null,
  choose: () => Action | null,
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

/** Ends the match if the rules have ended it by time alone. */
export const endByTime = (room: Room): void => enqueue(room, { make: () => null, isEnd: true });

/** Runs the jobs in the queue, unless one is running. */
export function pump(room: Room): void {
  if (room.isBusy || room.isBroken || room.held !== null) return;
  const job = room.jobs.shift();
  if (job === undefined) {
    schedule(room);
    return;
  }
  room.isBusy = true;
  run(room, job).then(
    fault => {
      room.isBusy = false;
      job.answer?.resolve(fault);
      pump(room);
    },
    cause => {
      breakDown(room, cause);
      job.answer?.reject(cause);
    },
  );
}

/** Runs a job; returns the fault if it is refused. */
async function run(room: Room, job: AppendJob): Promise<Fault | null> {
  const { match, registry } = room;
  if (match === null) return sendRefusal(job, NOT_THERE.fault);
  const { isEnded, last } = match.chain;
  if (job.isEnd === true) return endNow(room, match);
  if (isEnded) return sendRefusal(job, OVER.fault);
  const entry = job.make();
  if (entry === null) return null;
  const since = registry.now();
  const tried = await match.append(entry);
  const isLag = !tried.ok && tried.fault.rule === 'lag';
  // the action ends no turn, so it cannot give lag back
  const appended = isLag ? await match.append({ ...entry, lag: null }) : tried;
  if (appended.ok && !isLag) noteLag(room, entry);
  if (!appended.ok) return refused(room, match, entry, owned(appended).fault, job);
  broadcastAppended(room, appended.value.parts, job);
  // a sample is enough for a histogram, and takes less time than a move
  if (last.n % OBSERVED_EVERY === 0)
    registry.metrics.appendSeconds.observe((registry.now() - since) / 1000);
  if (match.chain.table.outcome !== null) await end(room, match, {});
  else after(room, entry);
  return null;
}

const OBSERVED_EVERY = 16;
const QUIET_MS = 1000;

/** Returns the result of an append to a match that only this process writes; throws if another process appended to it. */
function owned<T extends Result<unknown>>(result: T): T {
  if (!result.ok && result.fault.code === 'conflict')
    throw new Error('another process appended to the match');
  return result;
}

/** Sends the newest node, which is durable, to all members. */
function broadcastAppended(room: Room, parts: readonly Part[], job: Partial<AppendJob> = {}): void {
  room.registry.metrics.nodes.inc();
  room.registry.cluster?.moved(room.stored.match!);
  broadcastNode(room, parts, job);
  room.bots?.follow();
}

/** Handles the consequences of an entry. */
function after(room: Room, entry: NewEntry): void {
  if (room.chain!.table.terms.fair !== null) askLinks(room);
  if (room.plans.size > 0) followPlans(room);
  pushTurns(room);
  // the entry may be why the match waits for a player who is away, or no longer does
  if (room.away.size > 0) broadcastPresence(room);
  if (!room.chain!.table.talk.isPaused) pauseForVacation(room);
  if (!room.hasBots) return;
  answerOffers(room, entry);
}

/** Answers a refusal; in games where seats act at any time, records it too, a limited number per second. */
async function refused(
  room: Room,
  match: OpenMatch,
  entry: NewEntry,
  fault: Fault,
  job: AppendJob,
): Promise<Fault> {
  const { registry, kit } = room;
  registry.metrics.refusals.inc({ code: fault.code });
  sendRefusal(job, fault);
  if (fault.code === 'game-over' || fault.code === 'out-of-time') {
    wake(room);
    return fault;
  }
  if (entry.seat === null) room.quietMs = registry.now() + QUIET_MS;
  if (kit.game.pace !== 'free') return fault;
  const { keep, refusals } = keepRefusal(
    match.chain,
    room.refusals,
    entry,
    fault,
    elapsedMs(room),
    registry.limits.refusalsPerSecond,
  );
  room.refusals = refusals;
  const stored = keep === null ? null : owned(await match.append(keep));
  if (stored?.ok) broadcastAppended(room, stored.value.parts);
  return fault;
}

async function endNow(room: Room, match: OpenMatch): Promise<null> {
  if (match.chain.isEnded) {
    // the ending was appended before the server or its store failed
    await finish(room);
    return null;
  }
  const at = tickNow(room, elapsedMs(room));
  const isOver = match.chain.table.outcome !== null;
  if (isOver || at !== null) await end(room, match, isOver ? {} : { at });
  return null;
}

async function end(room: Room, match: OpenMatch, how: Partial<Ending>): Promise<void> {
  const { terms, seqs, lastMs, ms: last } = match.chain.table;
  // if players sign the time of their actions, the match ended at the time of its last entry
  const ms = terms.referee === null && seqs !== null ? lastMs : Math.max(last, elapsedMs(room));
  const signed = await gatherSignatures(room, match.chain, { ...how, ms });
  const ended = owned(await match.end({ ...how, ms, signed }));
  if (!ended.ok) {
    if (ended.fault.code === 'unsupported') return; // the rules do not end it yet: the match continues
    throw new Error(ended.fault.message);
  }
  broadcastAppended(room, []);
  await finish(room);
}

/** Drops a room that can no longer be trusted, so that it is loaded again: the store or the rules failed, or another process appends to the match. */
export function breakDown(room: Room, cause: unknown): void {
  if (room.isBroken) return;
  room.isBroken = true;
  room.registry.log.error({ err: cause, room: room.id }, 'a room broke down');
  room.registry.drop(room, cause instanceof StoreFailedError ? 'store' : 'moved');
}
