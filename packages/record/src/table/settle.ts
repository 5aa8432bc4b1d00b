/** How a match ends: what the table says at last, against what a record says. */
import { canonicalText, fail, type Json, type Outcome, ok, type Result, step } from '@kifu/core';
import type { Table } from './table.ts';
import { drawsOf } from './terms.ts';

/** The table at the end, the outcome, and whether it came from outside: by agreement, or by whoever ran the event. */
export interface Settled<State> {
  readonly table: Table<State>;
  readonly outcome: Outcome;
  readonly isDecreed: boolean;
}

/** How often time is let pass until the end, where a record does not say when that was. */
const MAX_HAPPENINGS = 1 << 16;

/**
 * Settles how a match ended. An outcome of the table's own must be the one that is told, if one is. Where the table has none,
 * what is told is taken, if there is anybody who may decree it.
 */
export function settleEnd<State>(
  table: Table<State>,
  at: number | null,
  told: Outcome | null,
): Result<Settled<State>> {
  if (table.outcome !== null && at !== null)
    return fail('broken-record', 'an act ended the match, so no tick did', {
      rule: 'ending',
      at: { path: '/at' },
    });
  const last = playOut(table, at);
  if (!last.ok) return last;
  const { outcome } = last.value;
  if (outcome === null) return told === null ? NOT_OVER : decree(last.value, told);
  if (told !== null && !isSameOutcome(outcome, told))
    return fail(
      'broken-record',
      `the record ends with ${describe(told)}, the rules with ${describe(outcome)}`,
      { rule: 'ending', at: { path: '/outcome' } },
    );
  return ok({ table: last.value, outcome, isDecreed: false });
}

/** `win of 1 by checkmate`. */
const describe = ({ result, winners, reason }: Outcome): string =>
  `${result}${winners.length > 0 ? ` of ${winners.join(', ')}` : ''} by ${reason}`;

const NOT_OVER = fail('unsupported', 'the match goes on, it has no ending yet');

/** Lets time pass: up to a tick, or to the end where time alone can end the match and nobody said when it did. */
function playOut<State>(table: Table<State>, at: number | null): Result<Table<State>> {
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

function passTo<State>(table: Table<State>, at: number): Result<Table<State>> {
  const passed = step(table.game, table.state, { do: 'time', at }, drawsOf(table));
  if (!passed.ok) return passed;
  const { state, outcome } = passed.value;
  return ok({ ...table, state, outcome });
}

/** An outcome that no entry led to. In a match with keys and no referee there is nobody who may say so. */
function decree<State>(table: Table<State>, outcome: Outcome): Result<Settled<State>> {
  const seats = table.header.players.map(({ seat }) => seat);
  const { result, winners, points } = outcome;
  const at = { rule: 'ending', at: { path: '/outcome' } };
  if (table.seqs !== null && table.terms.referee === null)
    return fail('broken-record', 'no act led to this ending, and nobody may decree one', at);
  const areSeated = winners.every((seat, i) => seats.includes(seat) && winners.indexOf(seat) === i);
  if (!areSeated || (result === 'win') !== winners.length > 0)
    return fail('broken-record', 'the winners are not those of such a match', {
      rule: 'ending',
      at: { path: '/outcome/winners' },
    });
  if (points !== null && points.length > Math.max(...seats) + 1)
    return fail('broken-record', 'there are points for more seats than the match has', at);
  return ok({ table: { ...table, outcome }, outcome, isDecreed: true });
}

const isSameOutcome = (a: Outcome, b: Outcome): boolean =>
  canonicalText(a as unknown as Json) === canonicalText(b as unknown as Json);
