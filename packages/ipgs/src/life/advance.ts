/** The only way a record changes: one commit at a time, each accepted or refused. IPGS §6. */
import { fail, ok, type Result, type Seat } from '@kifu/core';
import type { CommitType, SignedCommit } from '../commit.ts';
import { SECOND } from '../timestamp.ts';
import { type Advanced, refuse, takeAccept, takeConfirm } from './challenge.ts';
import { awaitedSeats, type GameRecord, type Phase, type RecordEvent } from './game-record.ts';
import { takeStep } from './play.ts';
import { winnerOf } from './result.ts';

/** What can happen to a record. */
export type RecordInput =
  | { readonly do: 'commit'; readonly commit: SignedCommit }
  /** The challenger takes the offer out of the list. */
  | { readonly do: 'withdraw' }
  /** The challenger confirms another acceptance of the same offer. */
  | { readonly do: 'choose-other' }
  /** A seat has signed the file of the finished game. */
  | { readonly do: 'sign'; readonly seat: Seat }
  /** Time has passed up to `at`, in nanoseconds since 1970. */
  | { readonly do: 'time'; readonly at: bigint };

/** Longer records are refused. IPGS §17. */
const MAX_COMMITS = 10_000;
/** How long a player may take to sign the file of a finished game. */
const SIGNING_TIME = 14n * 86_400n * SECOND;

/** The commit that each phase waits for. */
const EXPECTED: { readonly [phase in Phase]?: CommitType } = {
  offered: 'challenge-accept',
  accepted: 'challenge-confirm',
  confirmed: 'game-step',
  playing: 'game-step',
  scoring: 'game-step',
  proposed: 'game-step',
  finished: 'game-step',
  disputed: 'game-step',
};

/** Adds a commit to a record, or returns why not; a refusal changes nothing. */
export function advance(record: GameRecord, input: RecordInput): Result<Advanced> {
  switch (input.do) {
    case 'commit':
      return takeCommit(record, input.commit);
    case 'withdraw':
      return record.phase === 'offered' ? end(record, 'withdrawn') : NOTHING_TO_WITHDRAW;
    case 'choose-other':
      return record.phase === 'accepted' ? end(record, 'not-chosen') : NOT_ACCEPTED;
    case 'sign':
      return takeSignature(record, input.seat);
    case 'time':
      return ok(takeTime(record, input.at));
  }
}

const NOTHING_TO_WITHDRAW = fail('conflict', 'only an open offer can be withdrawn', {
  rule: 'phase',
});
const NOT_ACCEPTED = fail('conflict', 'no acceptance is waiting', { rule: 'phase' });

const end = (
  record: GameRecord,
  phase: Phase & RecordEvent['type'],
  flag?: RecordEvent['flag'],
): Result<Advanced> => ok(ended(record, phase, flag));

const ended = (
  record: GameRecord,
  phase: Phase & RecordEvent['type'],
  flag?: RecordEvent['flag'],
): Advanced => ({
  record: { ...record, phase },
  events: [{ type: phase, seat: null, ...(flag === undefined ? {} : { flag }) }],
});

/** The checks of IPGS §4 that need the chain: order, parent, time, length; then what the commit itself does. */
function takeCommit(record: GameRecord, signed: SignedCommit): Result<Advanced> {
  const { commit } = signed;
  const expected = EXPECTED[record.phase];
  if (expected === undefined) return fail('game-over', `the record is ${record.phase}`);
  if (commit.parent !== record.head.cid)
    return refuse('parent', 'the commit does not follow the latest one');
  if (commit.type !== expected) return refuse('order', `expected a ${expected} commit`);
  if (commit.at <= record.head.at)
    return refuse('timestamp', 'the commit is not later than the previous one');
  if (record.count >= MAX_COMMITS)
    return fail('too-large', `too many commits in the record: ${MAX_COMMITS} at most`, {
      rule: 'length',
    });
  if (commit.type === 'challenge-accept') return takeAccept(record, signed);
  return commit.type === 'challenge-confirm'
    ? takeConfirm(record, signed)
    : takeStep(record, signed);
}

const SIGNABLE: readonly Phase[] = ['finished', 'disputed', 'unsigned'];

function takeSignature(record: GameRecord, seat: Seat): Result<Advanced> {
  if (!SIGNABLE.includes(record.phase))
    return fail('conflict', 'only a finished game can be signed', { rule: 'phase' });
  const [black, white] = record.signed;
  const signed = [black || seat === 0, white || seat === 1] as const;
  const event: RecordEvent = { type: 'signed', seat };
  if (!signed[0] || !signed[1]) return ok({ record: { ...record, signed }, events: [event] });
  const done = ended({ ...record, signed }, 'archived');
  return ok({ record: done.record, events: [event, ...done.events] });
}

/** The record after time has passed: offers, acceptances, first moves and signatures have deadlines. */
function takeTime(record: GameRecord, at: bigint): Advanced {
  const { phase, offer, accept, confirm, match, finished, signed } = record;
  if (phase === 'offered' && at > offer.payload.timeout) return ended(record, 'expired');
  if (phase === 'accepted' && at > accept!.payload.timeout) return ended(record, 'lapsed');
  if (phase === 'confirmed' && at > confirm!.payload.timeout) {
    const [against] = awaitedSeats(match!);
    const flag = against === undefined ? undefined : { name: 'no-first-move' as const, against };
    return ended(record, 'cancelled', flag);
  }
  const isLate = finished !== null && at > finished.at + SIGNING_TIME;
  if (phase === 'finished' && isLate && signed[0] !== signed[1]) {
    const against = signed[0] ? 1 : 0;
    const hasWon = winnerOf(record) === against;
    const name = hasWon ? 'failed-to-sign-won-game' : 'failed-to-sign-lost-game';
    return ended(record, 'unsigned', { name, against });
  }
  return { record, events: [] };
}
