/** Which records pages offer to analyze: matches of two that take turns and see everything. That they are over, callers know. */
import type { Game, Header } from '@kifu/core';

/** What decides it. */
export interface Analyzable {
  readonly seats: number;
  readonly hasSecrets: boolean;
  /** Whether seats act at any time. */
  readonly isFree: boolean;
}

/** Whether the grades and the curve of an analysis make sense for such a match. */
export const canAnalyze = ({ seats, hasSecrets, isFree }: Analyzable): boolean =>
  seats === 2 && !hasSecrets && !isFree;

/** The same of a match that was played here. */
export const analyzableOf = (
  { secrets, pace }: Pick<Game, 'secrets' | 'pace'>,
  { players }: Pick<Header, 'players'>,
): Analyzable => ({
  seats: players.length,
  hasSecrets: secrets !== undefined,
  isFree: pace === 'free',
});
