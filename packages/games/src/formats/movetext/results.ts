/** Results: what a text states, what the board shows, and what may be said about the reason. */
import {
  fail,
  type JsonObject,
  type Kifu,
  type MatchRules,
  type OnLoss,
  type Outcome,
  ok,
  type Result,
  type Seat,
} from '@kifu/core';

/** Results as they are written, by number; the first number of each is that of seat 0. Only PDN has the last. */
export const RESULT_TEXTS = ['*', '1-0', '0-1', '1/2-1/2', '0-0'] as const;

export type Stated = 0 | 1 | 2 | 3 | 4;
export const UNKNOWN = 0;
export const FIRST_WINS = 1;
export const SECOND_WINS = 2;
export const DRAW = 3;
/** Lost by both. */
export const FORFEIT = 4;

/** A result in a text, and what it states. */
export type ResultWord = readonly [text: string, stated: Stated];

/** The result that a whole text states; null where it states none. */
export function parseResult(words: readonly ResultWord[], text: string): Stated | null {
  const exact = words.find(([word]) => word === text);
  if (exact !== undefined) return exact[1];
  const plain = plainDashes(text.trim());
  return words.find(([word]) => word === plain)?.[1] ?? null;
}

/** Typographers' dashes count as well. */
export const plainDashes = (text: string): string => text.replace(/[–—]/g, '-');

/** The one result that two places state, as `*` leaves it to the other; null where they contradict each other. */
export function agreeOn(one: Stated, other: Stated): Stated | null {
  if (one === other || other === UNKNOWN) return one;
  return one === UNKNOWN ? other : null;
}

/** What is asked of a state here. */
export interface Ended {
  readonly outcome: Outcome | null;
  readonly turn: Seat;
}

/** How the match ended. The board decides where it can; a stated result that contradicts it breaks the record. */
export function outcomeOf<State extends Ended>(
  { match }: { readonly match?: MatchRules<State> },
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
  const told = reasonIn(termination ?? '');
  switch (stated) {
    case UNKNOWN:
      return ok(null);
    case DRAW: {
      const [claim] = told === null ? (match?.claims?.(state, state.turn) ?? []) : [];
      return ok(claim ?? endBy('draw', [], told ?? 'agreement'));
    }
    case FORFEIT:
      return ok(endBy('void', [], DOUBLE_FORFEIT));
    default:
      return ok(endBy('win', [stated === FIRST_WINS ? 0 : 1], told ?? 'unknown'));
  }
}

/** What a text says of its end, and the state after the last move. */
export interface StatedEnd<State extends Ended> {
  /** At the end of the moves, and in the Result tag. */
  readonly stated: Stated;
  readonly tag: Stated;
  readonly termination: string | undefined;
  readonly state: State;
}

/**
 * How a game that was read ended. The board decides where it can, then the moves, then the tag; what says otherwise is reported as lost.
 * If the board shows an automatic draw and the file another result, it is a fault, so that `readWithDraws` reads the game
 * again as one in which draws are claimed.
 */
export function settleEnd<State extends Ended>(
  game: { readonly match?: MatchRules<State> },
  { stated, tag, termination, state }: StatedEnd<State>,
  options: JsonObject,
  lost: OnLoss,
): Result<Outcome | null> {
  const agreed = agreeOn(stated, tag);
  if (agreed === null)
    lost(`the Result tag ${RESULT_TEXTS[tag]}: the moves end with ${RESULT_TEXTS[stated]}`);
  const meant = agreed ?? stated;
  const outcome = outcomeOf(game, meant, termination, state);
  const shown = state.outcome;
  if (outcome.ok || shown === null || (options !== CLAIMED && comesByItself(shown))) return outcome;
  lost(`the result ${RESULT_TEXTS[meant]}: the board ends with ${shown.reason}`);
  return ok(shown);
}

const comesByItself = ({ result, reason }: Outcome): boolean =>
  result === 'draw' && reason !== 'stalemate';

const DOUBLE_FORFEIT = 'doubleForfeit';

const endBy = (result: Outcome['result'], winners: readonly number[], reason: string): Outcome => ({
  result,
  winners,
  points: null,
  reason,
});

/** The option of games in which draws need not be claimed. */
export const CLAIMED: JsonObject = Object.freeze({ draws: 'claimed' });
const USUAL: JsonObject = Object.freeze({});

/**
 * Reads a game as it stands. If it continues after an automatic draw, or a player has won in such a position, it is read as
 * one in which draws are claimed, as they were before there was such a rule, and as arbiters who overlook it let them be.
 */
export function readWithDraws(
  read: (options: JsonObject, lost: OnLoss) => Result<Kifu>,
  lost: OnLoss,
): Result<Kifu> {
  const told: string[] = [];
  const usual = read(USUAL, what => told.push(what));
  const isOver = !usual.ok && (usual.fault.code === 'game-over' || usual.fault.rule === 'ending');
  if (isOver) {
    const claimed = read(CLAIMED, lost);
    if (claimed.ok) lost('draws have to be claimed: the game continues after an automatic one');
    return claimed;
  }
  for (const what of told) lost(what);
  return usual;
}

/** The result that states an outcome; an aborted match has none, unless both lost it. */
export function statedBy({ result, winners, reason }: Outcome): Stated {
  if (result === 'draw') return DRAW;
  if (result === 'void') return reason === DOUBLE_FORFEIT ? FORFEIT : UNKNOWN;
  return winners[0] === 0 ? FIRST_WINS : SECOND_WINS;
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

/** The Termination tag that tells a reason. */
export const terminationOf = (reason: string): string =>
  REASONS.find(([, known]) => known === reason)?.[2] ?? 'normal';
