/** Results: what a file states, what the board shows, and what may be said about the reason. */
import { fail, type Lost, type Outcome, ok, type Result } from '@kifu/core';
import { drawn, won } from '../ending.ts';
import type { State } from '../state.ts';
import { RESULT_TEXTS, type Stated } from './tokens.ts';

/** The one result that movetext and tag state; `*` and silence leave it to the other. */
export function agreeOn(moves: Stated, tag: Stated): Result<Stated> {
  if (moves !== tag && moves !== 'unknown' && tag !== 'unknown')
    return fail(
      'broken-record',
      `the moves end with ${RESULT_TEXTS[moves]}, and ${RESULT_TEXTS[tag]} is said elsewhere`,
      { rule: 'ending' },
    );
  return ok(moves === 'unknown' ? tag : moves);
}

/**
 * How the match ended. The board decides where it can. Files exist in which the first number of a result is white's, so the
 * other winner is told as lost; any other contradiction breaks the record.
 */
export function outcomeOf(
  stated: Stated,
  termination: string | undefined,
  { outcome }: State,
  lost?: Lost,
): Result<Outcome | null> {
  if (outcome !== null) {
    const shown = statedBy(outcome);
    if (stated === 'unknown' || stated === shown) return ok(outcome);
    if (!isWin(stated) || !isWin(shown) || lost === undefined)
      return fail(
        'broken-record',
        `the record ends with ${RESULT_TEXTS[stated]}, the board with ${outcome.reason}`,
        { rule: 'ending' },
      );
    lost(`the result ${RESULT_TEXTS[stated]}: on the board ${shown} has won`);
    return ok(outcome);
  }
  const told = reasonIn(termination ?? '');
  switch (stated) {
    case 'unknown':
      return ok(null);
    case 'draw':
      return ok(drawn(told ?? 'agreement'));
    case 'forfeit':
      return ok(FORFEIT);
    default:
      return ok(won(stated === 'black' ? 0 : 1, told ?? 'unknown'));
  }
}

const isWin = (stated: Stated): boolean => stated === 'black' || stated === 'white';

/** Declared lost for both. */
const FORFEIT: Outcome = Object.freeze({
  result: 'void',
  winners: Object.freeze([]),
  points: null,
  reason: 'doubleForfeit',
});

/** The result that states an outcome; a match that was called off otherwise has none. */
export function statedBy({ result, winners, reason }: Outcome): Stated {
  if (result === 'draw') return 'draw';
  if (result === 'void') return reason === FORFEIT.reason ? 'forfeit' : 'unknown';
  return winners[0] === 0 ? 'black' : 'white';
}

/** Reasons that a Termination tag tells, with the words that are written (PGN standard §9.8.1, but for resignation). */
const REASONS: readonly [words: RegExp, reason: string, written: string][] = [
  [/\btime\b|\btimeout\b/i, 'timeout', 'time forfeit'],
  [/\babandon/i, 'absence', 'abandoned'],
  [/\bresign/i, 'resignation', 'resignation'],
  [/\badjudicat/i, 'adjudication', 'adjudication'],
  [/\brules? infraction\b/i, 'rulesInfraction', 'rules infraction'],
];

const reasonIn = (termination: string): string | null =>
  REASONS.find(([words]) => words.test(termination))?.[1] ?? null;

/** The Termination tag that tells a reason; null where there is no word for it. */
export const terminationOf = (reason: string): string | null =>
  REASONS.find(([, known]) => known === reason)?.[2] ?? null;
