/** Archived games as they count for ratings. IPGS §12.1. */
import { type CommitTerms, type JsonObject, ok, type Result } from '@kifu/core';
import { periodOf, type RatedGame } from '@kifu/core/glicko2';
import type { GameFile } from '../game-file.ts';
import { type CheckedHistory, checkHistory } from '../history.ts';
import { impliedResult } from '../life/result.ts';
import { type Reading, readRules } from '../read-record.ts';
import { SECOND } from '../timestamp.ts';

/** What is remembered of a history object that was checked. */
export interface KnownGame {
  readonly cid: string;
  /** Key files and fingerprints of the players, by seat. */
  readonly players: readonly [string, string];
  readonly fingerprints: readonly [string, string];
  readonly names: readonly [string, string];
  readonly result: string;
  readonly game: string;
  readonly endedAt: bigint;
  /** `challenger|timestamp`: of two games of one offer only one is ranked. */
  readonly offer: string;
  /** When it was confirmed; null where the record is not at hand. */
  readonly confirmedAt: bigint | null;
  /** Null where it does not count. */
  readonly rated: RatedGame | null;
  /** Whether both have signed, and whether the record behind it was at hand. */
  readonly isSigned: boolean;
  readonly isPlayed: boolean;
}

/** Checks a history object and works out how it counts. */
export async function readKnownGame(reading: Reading, cid: string): Promise<Result<KnownGame>> {
  const checked = await checkHistory(reading, cid);
  if (!checked.ok) return checked;
  const { game, players, signatures, record } = checked.value;
  const [black, white] = players;
  const fingerprints = [black.fingerprint, white.fingerprint] as const;
  const isSigned = signatures.every(signature => signature !== null);
  return ok({
    ...{ cid, players: game.players, fingerprints, names: game.names, result: game.result },
    ...{ game: game.game, endedAt: game.endedAt, isSigned, isPlayed: record !== null },
    offer: game.name.slice(0, game.name.lastIndexOf('|')),
    confirmedAt: record?.confirm?.commit.at ?? null,
    rated: await ratedGame(reading, checked.value, isSigned),
  });
}

/** Of games of one offer the one that was confirmed first is ranked; a second confirmation is misconduct. IPGS §6. */
export function rankedGames(games: readonly KnownGame[]): RatedGame[] {
  const time = ({ confirmedAt, endedAt }: KnownGame) => confirmedAt ?? endedAt;
  const byOffer = Map.groupBy(games, ({ offer, cid }) => offer || cid);
  return [...byOffer.values()].flatMap(some => {
    const first = some.reduce((a, b) => (time(b) < time(a) ? b : a));
    return first.rated ?? [];
  });
}

async function ratedGame(
  reading: Reading,
  { game, players, record }: CheckedHistory,
  isSigned: boolean,
): Promise<RatedGame | null> {
  const isAgreed = isSigned || (record !== null && impliedResult(record) !== null);
  const hasMoves = game.moves.every(count => count > 0);
  if (!game.isRanked || !isAgreed || !hasMoves || game.result === 'Void') return null;
  const advantage = await advantageOf(reading, game);
  if (advantage === null) return null;
  const { winner } = game;
  return {
    players: [players[0].fingerprint, players[1].fingerprint],
    score: winner === null ? 0.5 : 1 - winner,
    period: periodOf(Number(game.endedAt / SECOND)),
    advantage,
  };
}

/** Black's head start; null where such a game does not count, or nothing is known of its rules. */
async function advantageOf(reading: Reading, file: GameFile): Promise<number | null> {
  const peer = await reading.findGame(file.game);
  if (!peer.ok) return null;
  const rules = await readRules(reading, peer.value, file.rules);
  if (!rules.ok) return null;
  const [width, height] = file.size ?? [];
  const offer: JsonObject =
    width === undefined ? {} : { 'board-width': width, 'board-height': height! };
  const terms: CommitTerms = {
    offer,
    rules: rules.value,
    handicap: file.handicap,
    komi: file.komi,
  };
  return peer.value.form.advantage(terms);
}
