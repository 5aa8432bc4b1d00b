/** Whether a match is the one that a board of a tournament is about, and whether its signatures prove the result. */
import { fail, ok, parseCid, type Result } from '@kifu/core';
import { judge, readKifu, type Verdict, verify } from '@kifu/record';
import { findGameIn } from '@kifu/record/file';
import { ratedPlayerId, type TrustRule, type Unproven, whyUnproven } from '@kifu/record/ratings';
import type { OpenTournament, Pairing, Tournament } from '@kifu/tournament';
import type { Io } from '../io.ts';
import { ownPublicKeys } from '../keys.ts';
import { formatId } from '../library/ids.ts';
import type { Library } from '../library/open.ts';
import { loadKept } from '../library/records.ts';
import type { TournamentFile } from './file.ts';

/** The nodes of a match, from the file where it has them, else from the library. */
export async function findMatchNodes(
  { matches }: Pick<TournamentFile, 'matches'>,
  library: Library | null,
  id: string,
): Promise<Result<readonly Uint8Array[]>> {
  const there = matches.get(id);
  if (there !== undefined) return ok(there);
  const match = parseCid(id);
  if (!match.ok) return match;
  if (library === null) return fail('not-found', `the file has no match ${id}`);
  const kept = await loadKept(library, match.value, formatId(match.value));
  return kept.ok ? ok(kept.value.nodes) : kept;
}

/** How a board ended, by its match. */
export interface BoardResult {
  /** The seat that won; null for a draw. */
  readonly winner: 0 | 1 | null;
  readonly verdict: Verdict;
  /** Why the match does not prove the result, so that the organizer vouches for it; null if it does. */
  readonly unproven: Unproven | null;
}

/** Whose word counts besides the players': the organizer's, that of the user's own keys, and that of referees whom the user trusts. */
export const trustIn = async (
  io: Io,
  { header }: Pick<OpenTournament, 'header'>,
  referees: readonly string[] = [],
): Promise<TrustRule> => ({
  referees: new Set([
    ...header.players.flatMap(({ key }) => key ?? []),
    ...(await ownPublicKeys(io)),
    ...referees,
  ]),
});

/** Returns what a match says about a board; a fault if it cannot be the match of that board. */
export async function resultOnBoard(
  { games }: Io,
  { terms, players }: Tournament,
  pairing: Pairing,
  nodes: readonly Uint8Array[],
  trust: TrustRule,
): Promise<Result<BoardResult>> {
  const report = await verify(nodes, findGameIn(games), { signatures: 'all' });
  if (report.fault !== null) return { ok: false, fault: report.fault };
  const judged = judge(report);
  const proof = { verdict: judged.verdict, unproven: whyUnproven(judged, trust) };
  const kifu = readKifu(nodes);
  if (!kifu.ok) return kifu;
  const { header, ending } = kifu.value;
  if (header.game !== terms.game)
    return fail(
      'conflict',
      `it is a match of ${header.game}, and the tournament is of ${terms.game}`,
    );
  const seated = header.players.toSorted((a, b) => a.seat - b.seat);
  const ids = seated.map(({ key, name }) => ratedPlayerId({ key: key ?? null, name }));
  const expected = pairing.players.map(player => players[player]!.id);
  if (ids.length !== 2 || ids.some((id, i) => id !== expected[i]))
    return fail('conflict', `it is not between ${expected.join(' and ')}, in these seats`);
  const outcome = ending?.outcome;
  if (outcome === undefined) return fail('conflict', 'the match has not ended');
  if (outcome.result === 'draw') return ok({ winner: null, ...proof });
  const seat = seated.findIndex(player => player.seat === outcome.winners[0]);
  return outcome.result === 'win' && outcome.winners.length === 1 && (seat === 0 || seat === 1)
    ? ok({ winner: seat, ...proof })
    : fail('conflict', 'the match has no winner and is not a draw');
}
