/** Results: what a file states, what the board shows, and what may be said about the reason. */
import { fail, type Outcome, ok, type Result } from '@kifu/core';
import { drawn, won } from '../ending.ts';
import { game } from '../rules.ts';
import type { State } from '../state.ts';
import { BLACK_WINS, DRAW, type Stated, UNKNOWN, WHITE_WINS } from './tokens.ts';

/** Results as they are written. */
export const RESULT_TEXTS = ['*', '1-0', '0-1', '1/2-1/2'] as const;

/** The one result that movetext and tag state; `*` and silence leave it to the other. */
export function agreeOn(moves: Stated | null, tag: Stated | null): Result<Stated> {
  const [one, other] = [moves ?? UNKNOWN, tag ?? UNKNOWN];
  if (one !== other && one !== UNKNOWN && other !== UNKNOWN)
    return fail(
      'broken-record',
      `the moves end with ${RESULT_TEXTS[one]}, the Result tag says ${RESULT_TEXTS[other]}`,
      { rule: 'ending' },
    );
  return ok(one === UNKNOWN ? other : one);
}

/** How the match ended. The board decides where it can; a stated result that contradicts it breaks the record. */
export function outcomeOf(
  stated: Stated,
  termination: string | undefined,
  state: State,
): Result<Outcome | null> {
  const { outcome } = state;
  if (outcome !== null)
    return stated === UNKNOWN || stated === statedBy(outcome)
      ? ok(outcome)
      : fail(
          'broken-record',
          `the record ends with ${RESULT_TEXTS[stated]}, the board with ${outcome.reason}`,
          { rule: 'ending' },
        );
  if (stated === UNKNOWN) return ok(null);
  const told = reasonIn(termination ?? '');
  if (stated !== DRAW) return ok(won(stated === WHITE_WINS ? 0 : 1, told ?? 'unknown'));
  const [claim] = game.table!.claims!(state, state.turn);
  return ok(told === null ? (claim ?? drawn('agreement')) : drawn(told));
}

/** The result that states an outcome; a match that was called off has none. */
export function statedBy({ result, winners }: Outcome): Stated {
  if (result === 'draw') return DRAW;
  if (result === 'void') return UNKNOWN;
  return winners[0] === 0 ? WHITE_WINS : BLACK_WINS;
}

/** Reasons that a Termination tag tells, with the words that are written (PGN standard §9.8.1, but for resignation). */
const REASONS: readonly [words: RegExp, reason: string, written: string][] = [
  [/\btime\b|\btimeout\b/i, 'timeout', 'time forfeit'],
  [/\babandon/i, 'absence', 'abandoned'],
  [/\bresign/i, 'resignation', 'resignation'],
  [/\badjudicat/i, 'adjudication', 'adjudication'],
  [/\brules? infraction\b/i, 'rulesInfraction', 'rules infraction'],
];

function reasonIn(termination: string): string | null {
  return REASONS.find(([words]) => words.test(termination))?.[1] ?? null;
}

/** The Termination tag that tells a reason; null where there is no word for it. */
export const terminationOf = (reason: string): string | null =>
  REASONS.find(([, known]) => known === reason)?.[2] ?? null;
