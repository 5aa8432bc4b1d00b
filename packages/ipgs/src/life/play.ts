/** Steps of a match: moves, comments, results, acknowledgements, disputes. IPGS §5.4, §6. */
import {
  type CommitResult,
  type CommitStep,
  type Fail,
  fail,
  type Json,
  ok,
  type Result,
  type Seat,
} from '@kifu/core';
import { MAX_PAYLOAD_BYTES, type SignedCommit } from '../commit.ts';
import { type Advanced, after, late, refuse } from './challenge.ts';
import { isOwing, playAll, showLinks } from './chance.ts';
import { chargeMove, isClaimable, msLeft, resumeClocks, stopClocks } from './clock.ts';
import {
  awaitedSeats,
  type GameRecord,
  type IpgsMatch,
  type Proposal,
  type RecordEvent,
  seatOf,
} from './game-record.ts';
import { type NativeMatch, playMove, showClock } from './native.ts';

/** A step as it is taken. */
interface Taking {
  readonly record: GameRecord;
  readonly match: IpgsMatch;
  readonly signed: SignedCommit;
  readonly seat: Seat;
  readonly text: string;
  /** When, in nanoseconds. */
  readonly at: bigint;
}

const illegal = (rule: string, message: string): Fail => fail('illegal-move', message, { rule });

const BEFORE_END: readonly GameRecord['phase'][] = ['confirmed', 'playing', 'scoring', 'proposed'];

/** Takes a step. */
export function takeStep(record: GameRecord, signed: SignedCommit): Result<Advanced> {
  const { match } = record;
  const seat = seatOf(record, signed.file.fingerprint);
  if (match === null || seat === null)
    return refuse('committer', 'only the two players can add steps');
  const text = decodeText(signed.payload);
  if (text === null) return fail('malformed', 'the step is not text in UTF-8', { rule: 'step' });
  const { at } = signed.commit;
  if (record.phase === 'confirmed' && at > record.confirm!.payload.timeout)
    return late('the time for the first move has run out');
  const step = parseStep(record, match, text);
  if (!step.ok) return step;
  return takeParsed({ record, match, signed, seat, text, at }, step.value);
}

function decodeText(bytes: Uint8Array): string | null {
  try {
    return bytes.length > MAX_PAYLOAD_BYTES
      ? null
      : new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Steps are read in the state they are taken in; before there is one, by forms that need none. */
const parseStep = ({ form }: GameRecord, { native }: IpgsMatch, text: string): Result<CommitStep> =>
  form.parse(native?.chain.table.state ?? null, text);

function takeParsed(taking: Taking, step: CommitStep): Result<Advanced> {
  const { record, match, seat } = taking;
  const disputed = match.proposal?.disputed ?? null;
  // an acknowledgement insists on the result; any other step of the other player agrees to continue
  if (disputed !== null && disputed.by !== seat && step.type !== 'acknowledgement') {
    const resumed = resume(taking, disputed.by, disputed.at);
    if (!resumed.ok || step.type === 'dispute') return resumed;
    return then(resumed.value, takeParsed({ ...taking, ...playing(taking, resumed.value) }, step));
  }
  if (record.phase === 'disputed')
    return illegal('disputed', 'you have disputed the result; wait for your opponent');
  switch (step.type) {
    case 'move':
      return takeMove(taking, step);
    case 'comment':
      return takeComment(taking, step.comment);
    case 'result':
      return propose(taking, step.result);
    case 'acknowledgement':
      return acknowledge(taking);
    case 'dispute':
      return dispute(taking);
  }
}

/** What a step continues from after the one before it, which belongs to the same commit. */
const playing = ({ record }: Taking, resumed: Advanced) => ({
  record: { ...resumed.record, head: record.head, count: record.count },
  match: resumed.record.match!,
});

const then = (first: Advanced, second: Result<Advanced>): Result<Advanced> =>
  second.ok
    ? ok({ record: second.value.record, events: [...first.events, ...second.value.events] })
    : second;

/** The record with the match changed and the head moved on. */
const advanced = (
  { record, signed }: Taking,
  phase: GameRecord['phase'],
  match: IpgsMatch,
  events: readonly RecordEvent[],
): Result<Advanced> =>
  ok({ record: { ...record, phase, match, ...after(record, signed) }, events });

function takeMove(
  taking: Taking,
  { seat: says, moves, links, comment }: Extract<CommitStep, { type: 'move' }>,
): Result<Advanced> {
  const { record, seat, at } = taking;
  if (record.phase !== 'playing' && record.phase !== 'confirmed')
    return illegal('not-playing', 'play has stopped');
  if (says !== null && says !== seat)
    return fail('wrong-seat', "it is not this player's turn", { rule: 'not-your-turn' });
  const played = playStep(taking, moves, links);
  if (!played.ok) return played;
  const clocks = chargeMove(taking.match.clocks, seat, at);
  const left = msLeft(clocks, seat);
  const { match: moved, spelled } = played.value;
  const native = moved.native && showClock(moved.native, left);
  const leftSeconds = left === null ? null : Math.floor(left / 1000);
  const match = withStep({ ...moved, native, clocks }, taking, { spelled, leftSeconds, comment });
  const type = moves.length === 0 ? 'links-shown' : 'moved';
  if (!isStopped(record, match)) return advanced(taking, 'playing', match, [{ type, seat }]);
  const stopped = { ...match, clocks: stopClocks(clocks, at) };
  return advanced(taking, 'scoring', stopped, [
    { type, seat },
    { type: 'scoring', seat: null },
  ]);
}

/** A match after a step, and its move as the standard file writes it. */
interface PlayedStep {
  readonly match: IpgsMatch;
  readonly spelled: string;
}

/** Links that are due, then the moves, then links that became due by them. */
function playStep(
  { record, match, seat, at }: Taking,
  moves: readonly Json[],
  links: readonly string[],
): Result<PlayedStep> {
  const first = showLinks(record, match, seat, links, at);
  if (!first.ok) return first;
  const played = playAll(record, first.value.match, seat, moves, at);
  if (!played.ok) return played;
  const last = showLinks(record, played.value, seat, first.value.rest, at);
  if (!last.ok) return last;
  if (last.value.rest.length > 0)
    return fail('not-due', 'the step reveals a link before its draw is due', { rule: 'link' });
  return isOwing(last.value.match, seat)
    ? fail('draw-due', 'the step must reveal the link for the draw that is due', { rule: 'link' })
    : ok({ match: last.value.match, spelled: spell(record, first.value.match, moves) });
}

/** Moves that were played, in the notation of the game, if its format has one. */
const spell = ({ form }: GameRecord, { native }: IpgsMatch, moves: readonly Json[]): string =>
  native !== null && form.spell !== undefined && moves.length === 1
    ? form.spell(native.chain.table.state, moves[0]!)
    : '';

/** Whether play has stopped: to be counted, or because the rules have ended it. */
const isStopped = ({ form }: GameRecord, { native }: IpgsMatch): boolean =>
  native !== null &&
  (native.chain.table.outcome !== null || form.counting?.is(native.chain.table.state) === true);

const withStep = (
  match: IpgsMatch,
  { seat, text, signed }: Taking,
  told: Pick<NonNullable<IpgsMatch['steps']>, 'spelled' | 'leftSeconds' | 'comment'>,
): IpgsMatch => ({
  ...match,
  steps: {
    ...{ ...told, seat, text, madeAt: signed.commit.timestamp },
    entries: match.native?.chain.table.n ?? 0,
    before: match.steps,
  },
});

function takeComment(taking: Taking, comment: string): Result<Advanced> {
  const { record, match, seat } = taking;
  if (!BEFORE_END.includes(record.phase))
    return illegal('not-playing', 'the game is finished and takes no more comments');
  const said = withStep(match, taking, { spelled: '', leftSeconds: null, comment });
  return advanced(taking, record.phase, said, [{ type: 'commented', seat }]);
}

function propose(taking: Taking, result: CommitResult): Result<Advanced> {
  const { record, match, seat, text, at } = taking;
  const { phase } = record;
  if (phase !== 'playing' && phase !== 'scoring' && phase !== 'proposed')
    return illegal('not-playing', 'the game has not started, so no result can be proposed');
  const wasScoring = match.proposal?.wasScoring ?? phase === 'scoring';
  const wrong = checkProposal(taking, result, wasScoring);
  if (wrong !== null) return wrong;
  const proposal: Proposal = {
    ...{ by: seat, result, text, acknowledged: [false, false], wasScoring, disputed: null },
    isFirm: isFirm(taking, result),
  };
  const clocks = stopClocks(match.clocks, at);
  return advanced(taking, 'proposed', { ...match, proposal, clocks }, [{ type: 'proposed', seat }]);
}

/** Why a seat cannot propose a result; null if it can. */
function checkProposal(taking: Taking, result: CommitResult, wasScoring: boolean): Fail | null {
  const { record, match, seat, at } = taking;
  const { how, winner } = result;
  switch (how) {
    case 'resignation':
      return winner === seat ? illegal('resign', 'players can resign only for themselves') : null;
    case 'time': {
      if (winner !== seat) return illegal('time', 'only the winner can claim a win on time');
      const isToMove = awaitedSeats(match).includes(1 - seat);
      return isClaimable(match.clocks, 1 - seat, isToMove, at)
        ? null
        : fail('illegal-move', "the opponent's flag has not fallen", { rule: 'flag' });
    }
    case 'forfeit':
    case 'void':
      return null;
    case 'draw':
      if (!wasScoring)
        return record.form.hasAgreedDraws
          ? null
          : illegal('draw', 'a draw can only result from the score');
      return checkSettled(record, match.native!, result);
    case 'rules':
      return wasScoring
        ? checkSettled(record, match.native!, result)
        : illegal('not-scoring', 'the game is still in progress');
  }
}

/** Whether the rules come to the result, after what settles it. */
function checkSettled(
  { form }: GameRecord,
  native: NativeMatch,
  { settling, text }: CommitResult,
): Fail | null {
  const settled = settleWith(native, settling ?? []);
  if (!settled.ok) return settled;
  const { outcome } = settled.value.chain.table;
  if (outcome !== null && form.formatOutcome(outcome) === text) return null;
  const comes = outcome === null ? 'nothing yet' : form.formatOutcome(outcome);
  return illegal('score', `the rules give ${comes}, not ${text}`);
}

/** A match after the moves that settle a result; they take no time. */
export function settleWith(
  native: NativeMatch,
  settling: NonNullable<CommitResult['settling']>,
): Result<NativeMatch> {
  let now = native;
  for (const { seat, move } of settling) {
    const played = playMove(now, seat, move, BigInt(now.chain.table.ms) * 1_000_000n);
    if (!played.ok) return played;
    now = played.value;
  }
  return ok(now);
}

/** Whether a dispute of a result needs the opponent's consent. */
function isFirm({ match, seat }: Taking, { how }: CommitResult): boolean {
  if (how === 'resignation' || how === 'time' || how === 'forfeit') return true;
  if (match.native === null || how === 'void') return false;
  const { table } = match.native.chain;
  const claims = table.game.match?.claims?.(table.state, seat) ?? [];
  return (
    table.outcome !== null || (how === 'draw' && claims.some(({ result }) => result === 'draw'))
  );
}

function acknowledge(taking: Taking): Result<Advanced> {
  const { record, match, seat, signed } = taking;
  const { proposal } = match;
  if (record.phase !== 'proposed' || proposal === null)
    return illegal('acknowledgement', 'no proposed result to accept');
  if (proposal.acknowledged[seat as 0 | 1])
    return illegal('acknowledgement', 'the result is already accepted');
  const [black, white] = proposal.acknowledged;
  const acknowledged = seat === 0 ? ([true, white] as const) : ([black, true] as const);
  const next = { ...match, proposal: { ...proposal, acknowledged } };
  const events: RecordEvent[] = [{ type: 'acknowledged', seat }];
  if (!acknowledged[0] || !acknowledged[1]) return advanced(taking, 'proposed', next, events);
  const done = { ...next, proposal: { ...next.proposal, disputed: null } };
  const finished = advanced(taking, 'finished', done, [
    ...events,
    { type: 'finished', seat: null },
  ]);
  if (!finished.ok) return finished;
  const { record: last } = finished.value;
  return ok({ ...finished.value, record: { ...last, finished: signed.commit } });
}

function dispute(taking: Taking): Result<Advanced> {
  const { record, match, seat, at } = taking;
  const { proposal } = match;
  const isCounting = record.form.counting?.is(match.native?.chain.table.state) === true;
  if (record.phase === 'scoring')
    return isCounting
      ? resume(taking, seat, at)
      : fail('game-over', 'the game has ended by its rules');
  if ((record.phase !== 'proposed' && record.phase !== 'finished') || proposal === null)
    return illegal('dispute', 'no result to dispute');
  if (proposal.disputed !== null) return illegal('dispute', 'the result is already disputed');
  if (match.native !== null && match.native.chain.table.outcome !== null)
    return fail('game-over', 'the game has ended by its rules');
  const isFinished = record.phase === 'finished';
  if (!proposal.isFirm && !isFinished) return resume(taking, seat, at);
  const disputed = { ...match, proposal: { ...proposal, disputed: { by: seat, at } } };
  return advanced(taking, isFinished ? 'disputed' : 'proposed', disputed, [
    { type: 'disputed', seat },
  ]);
}

/** Takes play up again as if nothing had been proposed; the clocks run from the dispute on. */
function resume(taking: Taking, by: Seat, at: bigint): Result<Advanced> {
  const { record, match } = taking;
  const { counting } = record.form;
  let { native } = match;
  if (native !== null && counting?.is(native.chain.table.state) === true) {
    const resumed = playMove(native, by, counting.resume, at - record.confirm!.commit.at);
    if (!resumed.ok) return resumed;
    native = resumed.value;
  }
  const clocks = resumeClocks(match.clocks, at);
  const next = { ...match, native, clocks, proposal: null };
  const done = advanced(taking, 'playing', next, [
    ...(taking.at === at ? [{ type: 'disputed', seat: by } as const] : []),
    { type: 'resumed', seat: null },
  ]);
  if (!done.ok) return done;
  const reopened = { ...done.value.record, finished: null, signed: [false, false] as const };
  return ok({ ...done.value, record: reopened });
}
