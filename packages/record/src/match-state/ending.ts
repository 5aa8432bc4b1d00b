/** How a match ends: the result by the rules, against the one that a record states. */
import {
  canonicalText,
  type Ending,
  type Fail,
  fail,
  type Json,
  type Outcome,
  ok,
  type Result,
  step,
} from '@kifu/core';
import { votersOf } from './match-actions.ts';
import type { MatchState } from './match-state.ts';
import { drawsOf, isKeyed, keyOf } from './terms.ts';

/** The table at the end, the outcome, and whether it came from outside: from the players together, the referee, or a foreign record. */
export interface SettledEnding<State> {
  readonly table: MatchState<State>;
  readonly outcome: Outcome;
  readonly isDecreed: boolean;
}

/** How often time is let pass until the end, where a record does not say when that was. */
const MAX_HAPPENINGS = 1 << 16;

/** What an ending states. */
export interface StatedEnding {
  readonly ms: number | null;
  readonly at: number | null;
  /** Null to take the outcome of the match state. */
  readonly stated: Outcome | null;
}

/**
 * Settles how a match ended. An outcome that the actions give must equal the stated one, if there is one. If they give none,
 * the stated outcome is an adjudication; `checkVoters` checks whether all required seats signed it.
 */
export function settleEnd<State>(
  table: MatchState<State>,
  { ms, at, stated }: StatedEnding,
): Result<SettledEnding<State>> {
  if (ms !== null && ms < table.ms)
    return fail('past-time', 'the ending is before the last entry', { at: { path: '/ms' } });
  if (table.outcome !== null && at !== null)
    return fail('broken-record', 'the ending has a tick, but an action ended the match', {
      rule: 'ending',
      at: { path: '/at' },
    });
  const last = playOut(table, at);
  if (!last.ok) return last;
  const { outcome } = last.value;
  if (outcome === null && stated === null) return NOT_OVER;
  if (outcome !== null && stated !== null && !isSameOutcome(outcome, stated))
    return fail(
      'broken-record',
      `the record's result is ${describe(stated)}, but the rules give ${describe(outcome)}`,
      { rule: 'ending', at: { path: '/outcome' } },
    );
  return outcome === null
    ? decree(last.value, stated!)
    : ok({ table: last.value, outcome, isDecreed: false });
}

/**
 * Checks whether the required seats have signed an ending: none if actions led to it; otherwise the referee, or all voting seats at
 * the last entry, also those that time alone put out of the match: their actions may have been left out.
 */
export function checkVoters<State>(
  table: MatchState<State>,
  { ms, signed }: Pick<Ending, 'ms' | 'signed'>,
): Fail | null {
  const { header, terms, seqs } = table;
  const where = (path: string) => ({ rule: 'ending', at: { path } });
  if (signed.some(({ seat }) => keyOf(header, seat) === null))
    return fail('bad-signature', 'signature given, but the seat has no key', {
      at: { path: '/signed' },
    });
  if (seqs === null || terms.referee !== null) return null;
  if (table.outcome !== null)
    return ms === table.lastMs
      ? null
      : fail(
          'broken-record',
          'the ending is not at the time of the last entry, which ended the match',
          where('/ms'),
        );
  return votersOf(table).every(voice => signed.some(({ seat }) => seat === voice))
    ? null
    : fail(
        'broken-record',
        'an adjudicated result needs the signature of every seat',
        where('/signed'),
      );
}

/** `win of 1 by checkmate`. */
const describe = ({ result, winners, reason }: Outcome): string =>
  `${result}${winners.length > 0 ? ` of ${winners.join(', ')}` : ''} by ${reason}`;

const NOT_OVER = fail('unsupported', 'the match is still in progress');

/** Lets time pass: up to a tick, or to the end where time alone can end the match and the ending names no tick. */
function playOut<State>(table: MatchState<State>, at: number | null): Result<MatchState<State>> {
  const { game } = table;
  if (table.outcome !== null || (game.time === undefined && at === null)) return ok(table);
  if (at !== null) return passTo(table, at);
  let now = table;
  for (let i = 0; i < MAX_HAPPENINGS && now.outcome === null; i++) {
    const next = game.time?.next(now.state) ?? null;
    const passed = next === null ? null : passTo(now, next);
    if (!passed?.ok) break;
    now = passed.value;
  }
  return ok(now.outcome === null ? table : now);
}

function passTo<State>(table: MatchState<State>, at: number): Result<MatchState<State>> {
  const passed = step(table.game, table.state, { do: 'time', at }, drawsOf(table));
  if (!passed.ok) return passed;
  const { state, outcome } = passed.value;
  return ok({ ...table, state, outcome });
}

/** An outcome that neither actions nor time led to. In a match with keys its reason must say so (`DECREE`). */
function decree<State>(table: MatchState<State>, outcome: Outcome): Result<SettledEnding<State>> {
  const seats = table.header.players.map(({ seat }) => seat);
  const { result, winners, points, reason } = outcome;
  const at = { rule: 'ending', at: { path: '/outcome' } };
  if (isKeyed(table.header) && reason !== DECREE)
    return fail(
      'broken-record',
      `the rules do not give this result; its reason must be ${DECREE}`,
      {
        rule: 'ending',
        at: { path: '/outcome/reason' },
      },
    );
  const areSeated = winners.every((seat, i) => seats.includes(seat) && winners.indexOf(seat) === i);
  if (!areSeated || (result === 'win') !== winners.length > 0)
    return fail('broken-record', 'the winners do not fit the result or the seats', {
      rule: 'ending',
      at: { path: '/outcome/winners' },
    });
  if (points !== null && points.length > Math.max(...seats) + 1)
    return fail('broken-record', 'the result has points for more seats than the match has', at);
  return ok({ table: { ...table, outcome }, outcome, isDecreed: true });
}

/** The reason of an adjudicated ending. */
const DECREE = 'decree';

const isSameOutcome = (a: Outcome, b: Outcome): boolean =>
  canonicalText(a as unknown as Json) === canonicalText(b as unknown as Json);
