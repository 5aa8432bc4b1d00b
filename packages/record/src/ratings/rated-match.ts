/** Which matches count for ratings, and in which order. */
import type { Ending, Header, Player } from '@kifu/core';
import { periodOf } from '@kifu/core/glicko2';
import { termsOf } from '../match-state/terms.ts';
import type { Unproven } from './proven.ts';
import { type Speed, speedOf } from './speed.ts';

/** A rated player. */
export interface RatedPlayer {
  /** Hex digits; null where the player has none, and is known by the name alone. */
  readonly key: string | null;
  readonly name: string;
}

/** A match as it counts. */
export interface RatedMatch {
  /** Content id of its header, as text. A match counts once. */
  readonly match: string;
  readonly game: string;
  readonly speed: Speed;
  /** By seat. */
  readonly players: readonly [RatedPlayer, RatedPlayer];
  /** Null for a draw. */
  readonly winner: 0 | 1 | null;
  /** Milliseconds since 1970. */
  readonly endedAtMs: number;
}

/** What is known of a match that was played. */
export interface PlayedMatch {
  readonly match: string;
  readonly header: Header;
  /** Null while the match is in progress. */
  readonly ending: Pick<Ending, 'outcome' | 'ms'> | null;
  /** When it began, in milliseconds since 1970; null where that is not known to the day. */
  readonly startedAtMs: number | null;
}

/** Why a match does not count. */
export type UnratedReason =
  | 'not rated'
  | 'not ended'
  | 'void'
  | 'not between two'
  | 'not from the start'
  | 'players unknown'
  | 'time unknown'
  | Unproven;

/** A later date is a mistake in the record, and would make centuries of empty weeks. */
const LATEST_MS = 4_102_444_800_000; // 2100-01-01

/**
 * A match as it counts for ratings if its signatures prove it (`whyUnproven`), or why it does not. It must be rated, have ended with a
 * winner or a draw, have two seats, each with a player that is not the other, begin where the game begins, and be dated from the first
 * rating period on.
 */
export function ratedMatchOf({
  match,
  header,
  ending,
  startedAtMs,
}: PlayedMatch): RatedMatch | UnratedReason {
  const { rated, clock, branch } = termsOf(header);
  if (!rated) return 'not rated';
  if (ending === null) return 'not ended';
  const { outcome, ms } = ending;
  if (outcome.result === 'void') return 'void';
  const [one, other, ...more] = header.players.toSorted((a, b) => a.seat - b.seat);
  const isWon = outcome.result === 'win';
  if (one === undefined || other === undefined || more.length > 0) return 'not between two';
  if (isWon && outcome.winners.length !== 1) return 'not between two';
  if (header.start !== null || branch !== null) return 'not from the start';
  const players = [ratedPlayer(one), ratedPlayer(other)] as const;
  const [a, b] = players.map(ratedPlayerId);
  if (a === '@' || b === '@' || a === b) return 'players unknown';
  const endedAtMs = startedAtMs === null ? Number.NaN : startedAtMs + (ms ?? 0);
  if (!(periodOf(endedAtMs / 1000) >= 0 && endedAtMs < LATEST_MS)) return 'time unknown';
  const winner = isWon ? (outcome.winners[0] === one.seat ? 0 : 1) : null;
  return { match, game: header.game, speed: speedOf(clock), players, winner, endedAtMs };
}

const ratedPlayer = ({ key, name }: Player): RatedPlayer => ({ key: key ?? null, name });

/** What tells players apart: the key where there is one, else the name after an `@`, which no key has. */
export const ratedPlayerId = ({ key, name }: RatedPlayer): string => key ?? `@${name}`;

/** The order of matches: when they ended, and of one millisecond by their ids. */
export const compareRated = (a: RatedMatch, b: RatedMatch): number =>
  a.endedAtMs - b.endedAtMs || (a.match < b.match ? -1 : a.match > b.match ? 1 : 0);
