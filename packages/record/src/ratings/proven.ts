/** Whether signatures prove the result of a match. Ratings and tournaments, at the terminal and on a server, use this one rule. */
import type { Judgment } from '../verdict.ts';

/** Which referees are trusted. */
export interface TrustRule {
  /** Public keys of referees, in hex. */
  readonly referees: ReadonlySet<string>;
  /** Whether unsigned matches count too, by the names of their players. */
  readonly countsUnsigned?: boolean;
}

/** Why a result is not proven. */
export type Unproven =
  | 'unsigned'
  | 'not signed by every player'
  | 'unknown referee'
  | 'not verified';

/**
 * Returns why the signatures under a match do not prove its result; null if they do: every seat with a key signed the header at least, and
 * the players signed everything (`verified`), or a trusted referee signed the rest (`refereed`).
 */
export function whyUnproven(
  { verdict, seats, referee }: Pick<Judgment, 'verdict' | 'seats' | 'referee'>,
  { referees, countsUnsigned = false }: TrustRule,
): Unproven | null {
  if (verdict === 'unsigned')
    return countsUnsigned && seats.every(({ key }) => key === null) ? null : 'unsigned';
  if (verdict !== 'verified' && verdict !== 'refereed') return 'not verified';
  if (seats.some(({ key, signedThrough }) => key !== null && signedThrough < 0))
    return 'not signed by every player';
  const isTrusted = verdict === 'verified' || (referee !== null && referees.has(referee.key));
  return isTrusted ? null : 'unknown referee';
}
