/** Actions on the match: leaving, claims, offers, takebacks, pauses and aborts. */
import {
  type ActionOf,
  type Fail,
  fail,
  type MatchAction,
  type NewEntry,
  type Outcome,
  ok,
  type Result,
  type Seat,
  type StepResult,
  step,
} from '@kifu/core';
import { holdersOf } from '../chance/fair.ts';
import { hasFallen, pauseClocks, resumeClocks } from './clock.ts';
import {
  advance,
  after,
  type FoldResult,
  isDrawDue,
  type MatchState,
  NO_LAG,
  refuseSeat,
} from './match-state.ts';
import { isAgreed, type Negotiation, NO_NEGOTIATION, withSeat } from './negotiation.ts';
import { drawsOf } from './terms.ts';
import { anchorOf } from './ticks.ts';

const AGREED: Outcome = { result: 'draw', winners: [], points: null, reason: 'agreement' };
const ABORTED: Outcome = { result: 'void', winners: [], points: null, reason: 'aborted' };

/** Adds an action on the match by a seat or the referee, or returns why it is not allowed now. */
export function foldMatchAction<State>(
  table: MatchState<State>,
  entry: NewEntry,
  act: MatchAction,
): Result<FoldResult<State>> {
  if (act.type === 'leave') return leave(table, entry, act);
  const passed = pass(table, entry);
  if (!passed.ok) return passed;
  const now = { ...table, state: passed.value.state };
  if (passed.value.outcome !== null)
    return fail('game-over', `the match is over: ${passed.value.outcome.reason}`);
  const refused = refuseSeat(now, entry.seat) ?? refuseNonVoter(now, entry.seat);
  if (refused !== null) return refused;
  const applied = apply(now, entry, act);
  return applied.ok ? ok({ ...applied.value, parts: passed.value.parts }) : applied;
}

/** The seats that must agree where all must. */
export const votersOf = <State>({ game, state }: MatchState<State>): readonly Seat[] =>
  game.match?.voices?.(state) ?? game.seated(state);

/** A seat that is out of it may leave the table, and has nothing else to say. */
const refuseNonVoter = <State>(table: MatchState<State>, seat: Seat | null): Fail | null =>
  seat === null || votersOf(table).includes(seat)
    ? null
    : fail('wrong-seat', `seat ${seat} is out of the match and cannot act`);

/** Lets time pass up to the tick of the action. */
function pass<State>(table: MatchState<State>, entry: NewEntry): Result<StepResult<State>> {
  const { game, state } = table;
  const at = entry.at ?? null;
  if (at === null) return ok({ state, parts: [], outcome: null });
  return step(game, state, { do: 'time', at }, drawsOf(table));
}

function apply<State>(
  table: MatchState<State>,
  entry: NewEntry,
  act: MatchAction,
): Result<FoldResult<State>> {
  switch (act.type) {
    case 'offer-draw':
      return offerDraw(table, entry);
    case 'accept-draw':
      return acceptDraw(table, entry);
    case 'decline':
      return decline(table, entry);
    case 'ask-takeback':
      return askTakeback(table, entry);
    case 'allow-takeback':
      return allowTakeback(table, entry, act.to);
    case 'pause':
    case 'resume':
      return pauseOrResume(table, entry, act.type);
    case 'abort':
      return abort(table, entry);
    case 'claim':
      return claim(table, entry, act.reason);
    default:
      return fail('malformed', 'unknown action');
  }
}

/** Refuses an answer whose signature does not cover what it answers. */
const refuseUnseen = ({ seat, signed }: NewEntry, n: number): Fail | null =>
  signed === null || signed === undefined || signed.seen >= n
    ? null
    : fail('bad-signature', `seat ${seat} answered entry ${n} without having seen it`, {
        rule: 'seen',
      });

/** An action that changed open offers, and nothing else. */
const negotiated = <State>(
  table: MatchState<State>,
  entry: NewEntry,
  talk: Partial<Negotiation>,
): Result<FoldResult<State>> =>
  (entry.lag ?? null) !== null
    ? NO_LAG
    : ok({
        table: advance(table, entry, { talk: { ...table.talk, ...talk } }),
        parts: [],
        move: null,
      });

/** An action that ended the match. */
const ended = <State>(
  table: MatchState<State>,
  entry: NewEntry,
  outcome: Outcome,
): Result<FoldResult<State>> =>
  after(table, entry, { state: table.state, parts: [], outcome }, { talk: NO_NEGOTIATION });

/** Nothing is asked any more; a pause stays one. */
const withoutOffers = <State>({ talk }: MatchState<State>): Negotiation =>
  talk.isPaused ? { ...NO_NEGOTIATION, isPaused: true } : NO_NEGOTIATION;

const NEEDS_SEAT = fail('wrong-seat', 'this action needs a seat');

function offerDraw<State>(table: MatchState<State>, entry: NewEntry): Result<FoldResult<State>> {
  if (entry.seat === null) return NEEDS_SEAT;
  if (table.talk.offer !== null)
    return fail('illegal-move', 'a draw offer is already open', { rule: 'offer' });
  return negotiated(table, entry, { offer: { by: entry.seat, n: table.n + 1, agreed: [] } });
}

function acceptDraw<State>(table: MatchState<State>, entry: NewEntry): Result<FoldResult<State>> {
  const { seat } = entry;
  const { offer } = table.talk;
  if (seat === null) return NEEDS_SEAT;
  // a seat that had not agreed may have left since: then a seat that has may agree once more, and all have
  const isOpen = offer !== null && !isAgreed(offer, votersOf(table));
  if (offer === null || (isOpen && (offer.by === seat || offer.agreed.includes(seat))))
    return fail('illegal-move', `no draw offer to seat ${seat}`, { rule: 'agreement' });
  const unseen = refuseUnseen(entry, offer.n);
  if (unseen !== null) return unseen;
  const agreed = { ...offer, agreed: withSeat(offer.agreed, seat) };
  return isAgreed(agreed, votersOf(table))
    ? ended(table, entry, AGREED)
    : negotiated(table, entry, { offer: agreed });
}

function decline<State>(table: MatchState<State>, entry: NewEntry): Result<FoldResult<State>> {
  const { offer, takeback, pause } = table.talk;
  if (entry.seat === null) return NEEDS_SEAT;
  const isAsked =
    (offer !== null && offer.by !== entry.seat) ||
    (takeback !== null && takeback.by !== entry.seat) ||
    pause.some(seat => seat !== entry.seat);
  if (!isAsked) return fail('illegal-move', 'nothing to decline', { rule: 'decline' });
  const newest = Math.max(
    offer?.n ?? 0,
    takeback?.n ?? 0,
    pause.length > 0 ? table.talk.pauseAsked : 0,
  );
  const unseen = refuseUnseen(entry, newest);
  if (unseen !== null) return unseen;
  return negotiated(table, entry, { offer: null, takeback: null, pause: [] });
}

function askTakeback<State>(table: MatchState<State>, entry: NewEntry): Result<FoldResult<State>> {
  const { seat } = entry;
  if (seat === null) return NEEDS_SEAT;
  if (table.game.time !== undefined)
    return fail('unsupported', 'takebacks are not possible in real-time games', {
      rule: 'takeback',
    });
  if (table.talk.takeback !== null)
    return fail('illegal-move', 'a takeback has already been requested', { rule: 'takeback' });
  if (findOwn(table, seat) === null)
    return fail('illegal-move', 'nothing to take back', { rule: 'takeback' });
  return negotiated(table, entry, { takeback: { by: seat, n: table.n + 1, agreed: [], to: null } });
}

/** The newest state from which a seat moved. */
function findOwn<State>({ trail }: MatchState<State>, seat: Seat): MatchState<State>['trail'] {
  let here = trail;
  while (here !== null && here.mover !== seat) here = here.before;
  return here;
}

/** Once all others allow it, the match continues from the entry they name: one before a move of the seat that asked. */
function allowTakeback<State>(
  table: MatchState<State>,
  entry: NewEntry,
  to: number,
): Result<FoldResult<State>> {
  const { seat } = entry;
  const { takeback } = table.talk;
  if (seat === null) return NEEDS_SEAT;
  if (takeback === null || takeback.by === seat || takeback.agreed.includes(seat))
    return fail('illegal-move', `no takeback request to seat ${seat}`, {
      rule: 'takeback',
    });
  const target = findTarget(table, takeback.by, to);
  if (target === null)
    return fail('illegal-move', `cannot take back to entry ${to}`, {
      rule: 'takeback',
    });
  if (takeback.to !== null && takeback.to !== to)
    return fail('illegal-move', `other seats allow a takeback to entry ${takeback.to}, not ${to}`, {
      rule: 'takeback',
    });
  const unseen = refuseUnseen(entry, takeback.n);
  if (unseen !== null) return unseen;
  const agreed = { ...takeback, agreed: withSeat(takeback.agreed, seat), to };
  if (!isAgreed(agreed, votersOf(table))) return negotiated(table, entry, { takeback: agreed });
  return after(
    table,
    entry,
    { state: target.state, parts: [], outcome: null },
    {
      talk: withoutOffers(table),
      changed: table.n + 1,
      unforeseen: table.n + 1,
      trail: target.before,
    },
  );
}

/** The state after an entry, if the asker has moved since; null where the match cannot be taken back to it. */
function findTarget<State>(
  { trail }: MatchState<State>,
  asker: Seat,
  to: number,
): MatchState<State>['trail'] {
  let hasMoved = false;
  for (let here = trail; here !== null; here = here.before) {
    hasMoved ||= here.mover === asker;
    if (here.n <= to) return here.n === to && hasMoved ? here : null;
  }
  return null;
}

/** Pauses or resumes: when all voting seats want it, or when the referee says so. */
function pauseOrResume<State>(
  table: MatchState<State>,
  entry: NewEntry,
  word: 'pause' | 'resume',
): Result<FoldResult<State>> {
  const { talk, clocks } = table;
  if (talk.isPaused === (word === 'pause'))
    return fail(
      talk.isPaused ? 'paused' : 'illegal-move',
      `the match is ${talk.isPaused ? 'already paused' : 'not paused'}`,
      { rule: word },
    );
  const { seat } = entry;
  if (seat === null && talk.isOpening)
    return fail('wrong-seat', 'only seats can agree to the header, each for itself');
  if (seat !== null && talk[word].includes(seat))
    return fail('illegal-move', `seat ${seat} has already asked to ${word}`, { rule: word });
  const voters = votersOf(table);
  const wanting = seat === null ? voters : withSeat(talk[word], seat);
  if (!voters.every(other => wanting.includes(other)))
    return negotiated(table, entry, {
      [word]: wanting,
      ...(word === 'pause' ? { pauseAsked: table.n + 1 } : {}),
    });
  if ((entry.lag ?? null) !== null) return NO_LAG;
  const ms = entry.ms ?? table.ms;
  const isPaused = word === 'pause';
  const change = clocks === null ? null : (isPaused ? pauseClocks : resumeClocks)(clocks, ms);
  const isAsked = talk.offer !== null || talk.takeback !== null;
  const next = advance(table, entry, {
    talk:
      isPaused || isAsked
        ? { ...talk, pause: [], resume: [], isPaused, isOpening: false }
        : NO_NEGOTIATION,
    clocks: change,
  });
  return ok({ table: { ...next, anchor: anchorOf(next) }, parts: [], move: null });
}

/** A seat can abort the match while fewer moves have been made than there are seats; the referee can at any time. */
function abort<State>(table: MatchState<State>, entry: NewEntry): Result<FoldResult<State>> {
  const { moves, game, state } = table;
  if (entry.seat !== null && moves >= game.seated(state).length)
    return fail('illegal-move', 'too late to abort: the match has started', {
      rule: 'abort',
    });
  return ended(table, entry, ABORTED);
}

function claim<State>(
  table: MatchState<State>,
  entry: NewEntry,
  reason: string,
): Result<FoldResult<State>> {
  const { game, state } = table;
  if (entry.seat === null) return NEEDS_SEAT;
  const outcome = game.match?.claims?.(state, entry.seat).find(other => other.reason === reason);
  return outcome === undefined
    ? fail('illegal-move', `cannot claim ${reason} now`, { rule: 'claim' })
    : ended(table, entry, outcome);
}

/** A seat leaves: by resignation, or because others can show why. */
function leave<State>(
  table: MatchState<State>,
  entry: NewEntry,
  { of, how }: ActionOf<'leave'>,
): Result<FoldResult<State>> {
  const refused = refuseSeat(table, entry.seat) ?? refuseLeave(table, entry, of, how);
  if (refused !== null) return refused;
  const { game, state } = table;
  const at = entry.at ?? null;
  const left = step(
    game,
    state,
    at === null ? { do: 'leave', of, how } : { do: 'leave', of, how, at },
    drawsOf(table),
  );
  if (!left.ok) return left;
  // a seat that has left does not come back
  return after(table, entry, left.value, {
    talk: withoutOffers(table),
    changed: table.n + 1,
    unforeseen: table.n + 1,
    trail: null,
  });
}

function refuseLeave<State>(
  table: MatchState<State>,
  entry: NewEntry,
  of: Seat,
  how: ActionOf<'leave'>['how'],
): Fail | null {
  const { seat } = entry;
  if (how === 'resignation')
    return seat === of ? null : fail('wrong-seat', `only seat ${of} can resign for itself`);
  // only a referee reports it of another seat; without one, seats report it
  if (seat !== of && seat !== null && table.terms.referee !== null)
    return fail('wrong-seat', `only the referee can remove seat ${of}`);
  if (how === 'flag') return refuseFlag(table, entry, of);
  return how === 'absence' ? refuseAbsence(table, entry, of) : refuseWithheld(table, entry, of);
}

function refuseFlag<State>(
  { clocks, seqs, ms: lastMs }: MatchState<State>,
  { seat, ms, lag }: NewEntry,
  of: Seat,
): Fail | null {
  if (clocks === null)
    return seqs === null || seat === of
      ? null // a foreign record may know better than we can
      : fail('illegal-move', 'the match has no clocks', { rule: 'flag' });
  return hasFallen(clocks, of, ms ?? lastMs, lag ?? 0)
    ? null
    : fail('illegal-move', `seat ${of} has time left`, { rule: 'flag' });
}

/** Without keys it cannot be known which seat says it, so that no seat may say it of another. */
const refuseAbsence = <State>(
  { seqs }: MatchState<State>,
  { seat }: NewEntry,
  of: Seat,
): Fail | null =>
  seat === null || seat === of || seqs !== null
    ? null
    : fail('wrong-seat', 'only the referee can declare a seat absent');

function refuseWithheld<State>(
  table: MatchState<State>,
  { seat, ms }: NewEntry,
  of: Seat,
): Fail | null {
  const { game, header, state, terms, clocks, talk, ms: lastMs } = table;
  const isOwed =
    isDrawDue(table) && !talk.isPaused && holdersOf(header, game.seated(state)).includes(of);
  if (!isOwed) return fail('illegal-move', 'no link is pending', { rule: 'withheld-link' });
  if (clocks !== null)
    return fail('illegal-move', 'clocks are running for the pending link; wait for a flag', {
      rule: 'withheld-link',
    });
  if (seat === of)
    return fail('wrong-seat', `seat ${of} cannot report its own link as withheld; reveal it`);
  const leftMs = terms.fair!.waitMs - ((ms ?? lastMs) - lastMs);
  return leftMs <= 0
    ? null
    : fail('illegal-move', `seat ${of} has ${leftMs} ms left to reveal its link`, {
        rule: 'withheld-link',
      });
}
