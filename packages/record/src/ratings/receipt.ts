/** What a rating was made of, so that others can make it again. */
import { bytesToHex, canonicalText, sha256 } from '@kifu/core';
import { GLICKO_PARAMETERS } from '@kifu/core/glicko2';
import { type RatedMatch, ratedPlayerId } from './rated-match.ts';
import type { Speed } from './speed.ts';

/** The matches of one game and speed class, in order, and what was made of them by which parameters. */
export interface Receipt {
  readonly game: string;
  readonly speed: Speed;
  /** Texts, since hashed JSON has whole numbers only. */
  readonly parameters: { readonly [name: string]: string };
  /** Ids in the order in which they count. */
  readonly matches: readonly string[];
  /** SHA-256, hex digits, of the canonical JSON of all this with time, players and winner of each match. */
  readonly hash: string;
}

const PARAMETERS = Object.fromEntries(
  Object.entries(GLICKO_PARAMETERS).map(([name, value]) => [name, `${value}`]),
);

/** The receipt of matches of one game and class, which must be in order. */
export function receiptOf(game: string, speed: Speed, matches: readonly RatedMatch[]): Receipt {
  const rows = matches.map(({ match, endedAtMs, players, winner }) => [
    match,
    endedAtMs,
    ...players.map(ratedPlayerId),
    winner,
  ]);
  const text = canonicalText({ game, speed, parameters: PARAMETERS, matches: rows });
  return {
    ...{ game, speed, parameters: PARAMETERS },
    matches: matches.map(({ match }) => match),
    hash: bytesToHex(sha256(new TextEncoder().encode(text))),
  };
}
